import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

/** What the field app captured in a run, as processing needs it. */
export function listAppShots(tx: Tx, run: string) {
  return tx
    .selectFrom('shot')
    .select(['id', 'name', 'code', 'description', 'category', 'sub_category', 'lon', 'lat', 'is_deleted'])
    .select(sql<number>`(select count(*) from shot_image i where i.fieldrun_shot = shot.id and not i.is_deleted)`.as('image_count'))
    .where('field_run', '=', run)
    .orderBy('shot.id')
    .execute();
}

/** Published control within a box on the grid; the whole of it is some thousands. */
export function listControls(tx: Tx) {
  return tx
    .selectFrom('control_point')
    .select(['id', 'name', 'easting', 'northing', 'elevation', 'control_destroyed'])
    .orderBy('id')
    .execute();
}

/** Final points of the other runs of a job, from their latest finished attempts. */
export function listEarlierPoints(tx: Tx, run: string, job: number) {
  return tx
    .selectFrom('processed_point')
    .innerJoin('processing_attempt', 'processing_attempt.id', 'processed_point.attempt')
    .innerJoin('field_run', 'field_run.id', 'processed_point.field_run')
    .select(['processed_point.name', 'field_run.name as run', 'processed_point.easting', 'processed_point.northing'])
    .where('processing_attempt.state', '=', 'finished')
    .where('field_run.job', '=', job)
    .where('field_run.id', '!=', run)
    .where('field_run.is_deleted', '=', false)
    .orderBy('processed_point.attempt')
    .orderBy('processed_point.name')
    .limit(100_000)
    .execute();
}

export function findJob(tx: Tx, id: number) {
  return tx
    .selectFrom('job')
    .leftJoin('client', 'client.id', 'job.client')
    .select(['job.num', 'client.name as client', 'client.language'])
    .where('job.id', '=', id)
    .executeTakeFirst();
}

/** Pictures of the shots of a run, by the order of their points. */
export function listPhotos(tx: Tx, run: string, most: number) {
  return tx
    .selectFrom('shot_image')
    .innerJoin('shot', 'shot.id', 'shot_image.fieldrun_shot')
    .innerJoin('file', 'file.id', 'shot_image.file')
    .select(['file.sha256', 'shot.id as app_shot'])
    .select(sql<string>`coalesce(shot_image.name, '')`.as('name'))
    .where('shot.field_run', '=', run)
    .where('shot.is_deleted', '=', false)
    .where('shot_image.is_deleted', '=', false)
    .orderBy('shot.name')
    .orderBy('shot_image.id')
    .limit(most)
    .execute();
}
