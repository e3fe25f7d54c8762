import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { type PageInput, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { DB } from '../../../db/rows.generated.ts';

function checks(tx: Tx) {
  return tx
    .selectFrom('control_check')
    .leftJoin('field_run', 'field_run.id', 'control_check.field_run')
    .selectAll('control_check')
    .select(['field_run.id as run_id', 'field_run.name as run_name', personRef('control_check.created_by').as('created_by')]);
}

/** A check that came of a run counts while that run's attempt does; what was processed again has checks of its own. */
export const IS_IN_FORCE = sql<boolean>`(control_check.attempt is null or exists (
  select from processing_attempt a where a.id = control_check.attempt and a.state = 'finished'))`;

export function list(tx: Tx, control_point: number, page: PageInput) {
  const rows = checks(tx).where('control_check.control_point', '=', control_point).where(IS_IN_FORCE);
  return pageOf(rows, page, [sql`control_check.measured_on desc`, sql`control_check.id desc`]);
}

export type CheckRow = Awaited<ReturnType<typeof list>>['results'][number];

export function find(tx: Tx, id: number) {
  return checks(tx).where('control_check.id', '=', id).executeTakeFirstOrThrow();
}

export async function insert(tx: Tx, values: Insertable<DB['control_check']>): Promise<number> {
  return (await tx.insertInto('control_check').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** Finished runs whose checks were made against other coordinates than the point has now. A tenth of a millimetre is rounding. */
export function listOutdatedRuns(tx: Tx, control_point: number) {
  return tx
    .selectFrom('control_check')
    .innerJoin('processing_attempt', 'processing_attempt.id', 'control_check.attempt')
    .innerJoin('field_run', 'field_run.id', 'processing_attempt.field_run')
    .innerJoin('control_point', 'control_point.id', 'control_check.control_point')
    .select(['field_run.id', 'field_run.name', 'field_run.job_num', 'field_run.finished_on'])
    .select([
      sql<number>`control_point.easting - control_check.published_easting`.as('d_easting'),
      sql<number>`control_point.northing - control_check.published_northing`.as('d_northing'),
      sql<number | null>`control_point.elevation - control_check.published_elevation`.as('d_elevation'),
    ])
    .distinctOn('field_run.id')
    .where('control_check.control_point', '=', control_point)
    .where('processing_attempt.state', '=', 'finished')
    .where('field_run.is_deleted', '=', false)
    .where(
      sql<boolean>`greatest(abs(control_point.easting - control_check.published_easting),
        abs(control_point.northing - control_check.published_northing),
        abs(control_point.elevation - control_check.published_elevation)) > 0.0002`,
    )
    .orderBy('field_run.id')
    .orderBy('control_check.id', 'desc')
    .limit(200)
    .execute();
}
