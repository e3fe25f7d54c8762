import type { OrderOf } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listFieldRuns } from '@dmse/contract/sites/field-run';
import type { FieldRunState } from '@dmse/domain/states/field-run';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { exactFirst, matchesWords, orderBy, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { DB } from '../../../db/rows.generated.ts';

export type FieldRunFilter = RequestQuery<typeof listFieldRuns>;

const COLUMNS = {
  name: sql`field_run.name_key`,
  short_description: sql`field_run.short_description`,
  job_num: sql`field_run.job_num`,
  state: sql`field_run.state`,
  started_on: sql`field_run.started_on`,
  created_on: sql`field_run.created_on`,
  updated_on: sql`field_run.updated_on`,
};

/**
 * The office's own record of the job. A crew may have named it by its number before the office had it, or without a network to look it
 * up: it is found by that number when it is read, so nothing a tablet sent has to be changed.
 */
const job = sql<{ id: number; num: string } | null>`(
  select json_build_object('id', j.id, 'num', j.num) from job j
  where j.id = field_run.job or (field_run.job is null and field_run.job_num <> '' and j.num_key = norm(btrim(field_run.job_num)))
  limit 1)`;

/** Runs of these jobs, those included that name one by its number only. */
export function isOfJobs(ids: number[]) {
  return sql<boolean>`(field_run.job = any(${ids}::int[]) or (field_run.job is null and norm(btrim(field_run.job_num)) in (
    select j.num_key from job j where j.id = any(${ids}::int[]))))`;
}

export async function list(tx: Tx, filter: FieldRunFilter) {
  const { query, job: jobs, job_num, state, is_deleted = false, ordering } = filter;
  let rows = tx
    .selectFrom('field_run')
    .selectAll('field_run')
    .select([personRef('field_run.started_by').as('started_by'), job.as('known_job')])
    .where('is_deleted', '=', is_deleted);
  const words = query ? matchesWords(sql`field_run.search`, query) : null;
  if (words) rows = rows.where(words);
  if (jobs?.length) rows = rows.where(isOfJobs(jobs));
  if (job_num?.trim()) rows = rows.where(sql<boolean>`starts_with(lower(field_run.job_num), lower(${job_num.trim()}))`);
  if (state?.length) rows = rows.where('state', 'in', state);
  const rank = ordering ? [] : await exactFirst(tx, 'field_run', { key: 'name_key' }, query);
  return pageOf(rows, filter, [...rank, ...orderBy<OrderOf<typeof listFieldRuns>>(ordering, COLUMNS, '-created_on', sql`field_run.id`)], {
    isSearch: words !== null,
  });
}

function count(table: string, condition = 'true') {
  return sql<number>`(select count(*) from ${sql.table(table)} x where x.field_run = field_run.id and ${sql.raw(condition)})`;
}

export function find(tx: Tx, id: string) {
  const captured = ['shot', 'shot_image', 'pipe'];
  const sum = (condition: string) =>
    sql<number>`(${sql.join(
      captured.map((table) => count(table, condition)),
      sql` + `,
    )})`;
  return tx
    .selectFrom('field_run')
    .selectAll('field_run')
    .select([
      personRef('field_run.started_by').as('started_by'),
      personRef('field_run.captured_by').as('captured_by'),
      personRef('field_run.created_by').as('created_by'),
      personRef('field_run.updated_by').as('updated_by'),
      job.as('known_job'),
      sql<{ id: number; full_name: string }[]>`(
        select coalesce(json_agg(json_build_object('id', p.id, 'full_name', p.full_name) order by p.full_name), '[]')
        from app_user p where p.id = any(field_run.crew))`.as('crew_members'),
      count('shot', 'not x.is_deleted').as('shot_count'),
      count('shot_image', 'not x.is_deleted').as('image_count'),
      count('pipe', 'not x.is_deleted').as('pipe_count'),
      count('static_layer').as('layer_count'),
      sum(`x.conflict <> '[]'`).as('children_in_conflict'),
      sum('x.late').as('late_count'),
    ])
    .where('field_run.id', '=', id)
    .executeTakeFirst();
}

export async function exists(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('field_run').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** A look without holding the run: reading a drawing takes seconds, and crews must not wait for it. */
export function peek(tx: Tx, id: string) {
  return tx.selectFrom('field_run').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Everything that is written in a run takes this lock first: it orders the writes, and the feed by them. */
export function lock(tx: Tx, id: string) {
  return tx.selectFrom('field_run').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export type FieldRunRow = NonNullable<Awaited<ReturnType<typeof lock>>>;

/** The next place in the run's feed, for something written in it (SYNC-S4). The lock that this takes is held until the end. */
export async function takeSeq(tx: Tx, id: string): Promise<{ seq: number; state: FieldRunState } | null> {
  const row = await tx
    .updateTable('field_run')
    .set({ seq: sql`seq + 1` })
    .where('id', '=', id)
    .returning(['seq', 'state'])
    .executeTakeFirst();
  return row ?? null;
}

/** Nothing when the id is taken already; whoever is just taking it is waited for. */
export function insert(tx: Tx, row: Insertable<DB['field_run']>): Promise<FieldRunRow | undefined> {
  return tx
    .insertInto('field_run')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function update(tx: Tx, id: string, values: Record<string, unknown>): Promise<FieldRunRow> {
  return tx
    .updateTable('field_run')
    .set({ ...values, version: sql`version + 1`, seq: sql`seq + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findStartNumber(tx: Tx, run: string, device: string): Promise<number | null> {
  const row = await tx
    .selectFrom('field_run_device')
    .select('start_number')
    .where('field_run', '=', run)
    .where('device', '=', device)
    .executeTakeFirst();
  return row?.start_number ?? null;
}

/** The block after the last one given out. Call with the run locked, so that no two devices get the same. */
export async function giveStartNumber(
  tx: Tx,
  given: { run: string; device: string; first: number; block: number; now: string },
): Promise<number> {
  const { run, device, first, block, now } = given;
  const { rows } = await sql<{ start_number: number }>`
    insert into field_run_device (field_run, device, start_number, opened_on)
    select ${run}, ${device}, coalesce(max(start_number) + ${block}::int, ${first}::int), ${now} from field_run_device where field_run = ${run}
    returning start_number`.execute(tx);
  return rows[0]!.start_number;
}

/** What says where a run lies, as west, south, east and north: its shots, its layers, the location of its job. */
export async function listBoxes(tx: Tx, id: string): Promise<[number, number, number, number][]> {
  const { rows } = await sql<{ west: number; south: number; east: number; north: number }>`
    select min(lon) as west, min(lat) as south, max(lon) as east, max(lat) as north
    from shot where field_run = ${id} and not is_deleted having min(lon) is not null
    union all select bounds[1], bounds[2], bounds[3], bounds[4] from static_layer where field_run = ${id}
    union all select l.min_lon, l.min_lat, l.max_lon, l.max_lat
    from field_run join job j on j.id = ((${job})->>'id')::int join location l on l.id = j.location
    where field_run.id = ${id} and l.min_lon is not null`.execute(tx);
  return rows.map(({ west, south, east, north }) => [west, south, east, north]);
}
