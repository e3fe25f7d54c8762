import { type Insertable, sql } from 'kysely';
import type { FinalPoint } from '../../../adapters/processing/question.ts';
import type { Tx } from '../../../db/database.ts';
import type { DB } from '../../../db/rows.generated.ts';

export type NewCheck = Insertable<DB['control_check']>;

/** All final points in one statement: they travel as one document. */
export async function writePoints(
  tx: Tx,
  { attempt, run, points }: { attempt: number; run: string; points: readonly FinalPoint[] },
): Promise<void> {
  await sql`
    insert into processed_point (attempt, field_run, name, code, description, easting, northing, elevation, shot)
    select ${attempt}, ${run}, p.name, p.code, p.description, p.easting, p.northing, p.elevation, p.app_shot
    from jsonb_to_recordset(${JSON.stringify(points)}::jsonb) as p (
      name text, code text, description text, easting float8, northing float8, elevation float8, app_shot uuid)`.execute(tx);
}

type Placed = { run: string; points: readonly FinalPoint[]; now: string; by: number };

/**
 * Where the shots of the field app came to lie. That is a fact of the office and no version of what the crew captured; tablets hear of it by
 * the feed of the run.
 */
export async function placeShots(tx: Tx, { run, points, now, by }: Placed): Promise<void> {
  const matched = points.filter(({ app_shot }) => app_shot !== null);
  if (matched.length === 0) return;
  await sql`
    with given as (
      select p.*, row_number() over (order by p.app_shot) as place
      from jsonb_to_recordset(${JSON.stringify(matched)}::jsonb) as p (easting float8, northing float8, elevation float8, app_shot uuid)
    ), moved as (
      update field_run set seq = seq + (select count(*) from given) where id = ${run} returning seq
    )
    update shot set easting = given.easting, northing = given.northing, elevation = given.elevation, processed_on = ${now},
      updated_on = ${now}, updated_by = ${by}, seq = moved.seq - (select count(*) from given) + given.place
    from given, moved where shot.id = given.app_shot and shot.field_run = ${run}`.execute(tx);
}

export async function insertChecks(tx: Tx, rows: readonly NewCheck[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('control_check').values(rows).execute();
}
