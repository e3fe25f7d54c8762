import type { TimeBatchState } from '@dmse/domain/states/time-batch';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { personRef } from '../../../db/person-ref.ts';
import { statementName } from '../../../db/pooled-client.ts';
import type { RowOf } from '../../../records/record.ts';

/** The batches of a week, the week itself first. */
export function listOfWeek(tx: Tx, user: number, first_day: string) {
  return tx
    .selectFrom('time_batch')
    .select(['id', 'number', 'state'])
    .where('user', '=', user)
    .where('first_day', '=', first_day)
    .orderBy('number')
    .execute();
}

/** A batch is there for its entries: without one it goes, as long as nobody has looked at it. */
export async function removeEmpty(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from time_batch b where b.id = any(${ids}::int[]) and b.state = 'OPEN'
    and not exists (select from time_entry e where e.batch = b.id)`.execute(tx);
}

function select(tx: Tx) {
  return tx
    .selectFrom('time_batch')
    .select([
      'time_batch.id',
      'time_batch.user as user_id',
      sql<{ id: number; full_name: string }>`${personRef('time_batch.user')}`.as('user'),
      'first_day',
      'last_day',
      'number',
      'state',
      'comment',
      sql<number>`(select coalesce(sum(e.minutes), 0) from time_entry e where e.batch = time_batch.id)::int`.as('minutes'),
      'submitted_on',
      'decided_on',
      personRef('time_batch.decided_by').as('decided_by'),
      'is_exported',
      'version',
    ]);
}

export function find(tx: Tx, id: number) {
  return select(tx).where('time_batch.id', '=', id).executeTakeFirst();
}

export function listOfPeople(tx: Tx, people: readonly number[], first_day: string) {
  const rows = select(tx)
    .where(sql<boolean>`time_batch."user" = any(${people}::int[])`)
    .where('first_day', '=', first_day)
    .orderBy('number');
  return (people.length === 1 ? rows.modifyFront(statementName('batches_of_week')) : rows).execute();
}

export function listNotes(tx: Tx, batch: number) {
  return tx.selectFrom('time_entry').select(['is_billable', 'note']).where('batch', '=', batch).execute();
}

/** Batches whose state follows from the lock date. */
export async function listToLock(tx: Tx, through: string | null): Promise<RowOf<'time_batch'>[]> {
  const { rows } = await sql<RowOf<'time_batch'>>`
    select * from time_batch where (state = 'APPROVED' and last_day <= ${through}::date)
      or (state = 'LOCKED' and (${through}::date is null or last_day > ${through}::date)) order by id for update`.execute(tx);
  return rows;
}

export async function setStates(tx: Tx, ids: readonly number[], state: TimeBatchState): Promise<void> {
  await tx
    .updateTable('time_batch')
    .set({ state })
    .where('id', 'in', [...ids, 0])
    .execute();
}

export async function hasAny(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('time_batch').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Who was reminded of a week, and when. */
export async function listReminders(tx: Tx, people: readonly number[], first_day: string): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom('time_reminder')
    .select(['user', 'created_on'])
    .where('first_day', '=', first_day)
    .where('user', 'in', [...people, 0])
    .execute();
  return new Map(rows.map(({ user, created_on }) => [user, created_on]));
}

/** False where somebody was reminded of this week before. */
export async function addReminder(
  tx: Tx,
  values: { user: number; first_day: string; created_on: string; created_by: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('time_reminder')
    .values(values)
    .onConflict((row) => row.columns(['user', 'first_day']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * What is known of somebody's days: the runs they crewed, with the last thing known of each, and the milestones they finished. Only on
 * jobs that take time.
 */
export async function listKnown(tx: Tx, user: number, first: string, last: string) {
  type Row = { id: string; name: string; job: number; task: number | null; since: string; until: string | null; is_run: boolean };
  const { rows } = await sql<Row>`
    select ${statementName('known_of_days')} r.id::text, coalesce(nullif(btrim(r.name), ''), 'Name Unset') as name, r.job, r.task,
      r.started_on as since, coalesce(r.imported_on, r.finished_on,
        (select max(coalesce(s.captured_at, s.created_on)) from shot s where s.field_run = r.id)) as until, true as is_run
    from field_run r join job j on j.id = r.job and j.state = 'IN PROGRESS'
    where ${user} = any(r.crew) and not r.is_deleted and r.started_on >= ${first}::date - 2 and r.started_on < ${last}::date + 2
    union all
    select m.id::text, m.name, m.job, m.task, m.done_on, null, false from milestone m join job j on j.id = m.job and j.state = 'IN PROGRESS'
    where m.done_by = ${user} and m.done_on >= ${first}::date - 1 and m.done_on < ${last}::date + 2`.execute(tx);
  return {
    runs: rows.filter(({ is_run }) => is_run).map(({ since, until, ...run }) => ({ ...run, started_on: since, ended_on: until })),
    milestones: rows
      .filter(({ is_run }) => !is_run)
      .map(({ id, name, job, task, since }) => ({ id: Number(id), name, job, task: task!, done_on: since })),
  };
}
