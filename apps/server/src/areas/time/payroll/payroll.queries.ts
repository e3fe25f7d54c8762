import { isApprovedBatch, TIME_BATCH_STATES } from '@dmse/domain/states/time-batch';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { type PageInput, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';
import { readRows } from '../../../db/read-rows.ts';
import type { RowOf } from '../../../records/record.ts';

export type Period = { from: string; to: string };

const APPROVED = TIME_BATCH_STATES.filter(isApprovedBatch);

/** The approved batches with time in these days, held so that no approval is taken back meanwhile. */
export async function holdApproved(tx: Tx, { from, to }: Period): Promise<RowOf<'time_batch'>[]> {
  const { rows } = await sql<RowOf<'time_batch'>>`
    select b.* from time_batch b where b.state = any(${APPROVED}) and b.first_day <= ${to} and b.last_day >= ${from}
      and exists (select from time_entry e where e.batch = b.id and e.date between ${from} and ${to})
    order by b.id for update`.execute(tx);
  return rows;
}

export async function markExported(tx: Tx, batches: readonly number[]): Promise<void> {
  await sql`update time_batch set is_exported = true where id = any(${batches}::int[])`.execute(tx);
}

export async function insertExport(
  tx: Tx,
  values: Period & { created_on: string; created_by: number },
  batches: readonly number[],
): Promise<number> {
  const { id } = await tx.insertInto('payroll_export').values(values).returning('id').executeTakeFirstOrThrow();
  await sql`
    insert into payroll_export_line (export, entry, "user", date, minutes, overhead_code, job, note)
    select ${id}, id, "user", date, minutes, overhead_code, job, note from time_entry
    where batch = any(${batches}::int[]) and date between ${values.from} and ${values.to}`.execute(tx);
  return id;
}

function selectExports(tx: Tx) {
  const ofLines = (what: RawBuilder<unknown>) =>
    sql<number>`(select ${what} from payroll_export_line l where l.export = payroll_export.id)::int`;
  return tx
    .selectFrom('payroll_export')
    .select([
      'payroll_export.id',
      'payroll_export.from',
      'payroll_export.to',
      ofLines(sql`count(*)`).as('lines'),
      ofLines(sql`count(distinct l."user")`).as('people'),
      ofLines(sql`coalesce(sum(l.minutes), 0)`).as('minutes'),
      'payroll_export.created_on',
      personRef('payroll_export.created_by').as('created_by'),
    ]);
}

export function list(tx: Tx, page: PageInput) {
  return pageOf(selectExports(tx), page, [sql`payroll_export.id desc`]);
}

export function find(tx: Tx, id: number) {
  return selectExports(tx).where('payroll_export.id', '=', id).executeTakeFirst();
}

/** The days that are still these exports' own: those no later one covers. */
export function daysOfExports(ids: readonly number[]): RawBuilder<unknown> {
  return sql`
    select x.id as export, d::date as day from payroll_export x cross join generate_series(x."from", x."to", interval '1 day') d
    where x.id = any(${ids}::int[])
      and not exists (select from payroll_export y where y.id > x.id and d between y."from" and y."to")`;
}

/** The days of a period that were exported before, each with the last export that covers it. */
export function exportedDays({ from, to }: Period): RawBuilder<unknown> {
  return sql`
    select last.export, d::date as day from generate_series(${from}::date, ${to}::date, interval '1 day') d
    cross join lateral (select max(y.id) as export from payroll_export y where d between y."from" and y."to") last
    where last.export is not null`;
}

/** What payroll was told of these days. */
const TOLD = sql`
  select days.export, l.entry, l."user", l.date, l.minutes, l.overhead_code
  from days join payroll_export_line l on l.export = days.export and l.date = days.day`;
/** What is approved on these days now. */
const CURRENT = sql`
  select days.export, e.id as entry, e."user", e.date, e.minutes, e.overhead_code
  from days join time_entry e on e.date = days.day join time_batch b on b.id = e.batch and b.state = any(${APPROVED})`;

export type NamedLine = {
  entry: number;
  user: { id: number; full_name: string };
  date: string;
  minutes: number;
  overhead_code: { id: number; name: string } | null;
};

async function listLines(tx: Tx, days: RawBuilder<unknown>, which: RawBuilder<unknown>): Promise<NamedLine[]> {
  const { rows } = await sql<NamedLine>`
    with days as (${days}), lines as (${which})
    select lines.entry, ${personRef('lines.user')} as "user", lines.date, lines.minutes,
      (select json_build_object('id', o.id, 'name', o.name) from overhead_code o where o.id = lines.overhead_code) as overhead_code
    from lines`.execute(tx);
  return rows;
}

export const listTold = (tx: Tx, days: RawBuilder<unknown>) => listLines(tx, days, TOLD);
export const listCurrent = (tx: Tx, days: RawBuilder<unknown>) => listLines(tx, days, CURRENT);

/** How many entries are otherwise now than payroll was told, by export. The domain's `changesSinceExport` says which. */
export async function countChanges(tx: Tx, exports: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ export: number; count: number }>`
    with days as (${daysOfExports(exports)}), told as (${TOLD}), now_approved as (${CURRENT})
    select coalesce(told.export, now_approved.export) as export, count(*) as count
    from told full join now_approved on now_approved.export = told.export and now_approved.entry = told.entry
    where (told."user", told.date, told.minutes, told.overhead_code)
      is distinct from (now_approved."user", now_approved.date, now_approved.minutes, now_approved.overhead_code)
    group by 1`.execute(tx);
  return new Map(rows.map((row) => [row.export, row.count]));
}

type Sums = { lines: number; people: number; minutes: number };

/** What is entered in some days, approved and not. */
export async function sumEntries(tx: Tx, { from, to }: Period): Promise<{ approved: Sums; waiting: Sums }> {
  const { rows } = await sql<Sums & { is_approved: boolean }>`
    select b.state = any(${APPROVED}) as is_approved, count(*) as lines, count(distinct e."user") as people, sum(e.minutes) as minutes
    from time_entry e join time_batch b on b.id = e.batch where e.date between ${from} and ${to} group by 1`.execute(tx);
  const sumsOf = (is_approved: boolean) => rows.find((row) => row.is_approved === is_approved) ?? { lines: 0, people: 0, minutes: 0 };
  return { approved: sumsOf(true), waiting: sumsOf(false) };
}

/** A line of the file. What an export does not keep (task, role, billable) is as the entry has it now, empty once the entry is gone. */
export type FileLine = {
  entry: number;
  employee: string;
  username: string;
  date: string;
  minutes: number;
  overhead_code: string | null;
  overhead_name: string | null;
  job: string | null;
  task: string | null;
  job_role: string | null;
  is_billable: boolean | null;
  note: string;
};

/** The lines of an export by person, day and entry. */
export function readLines(tx: Tx, id: number): AsyncGenerator<FileLine> {
  return readRows(
    tx,
    sql<FileLine>`
      select l.entry, p.full_name as employee, p.username, l.date, l.minutes, o.code as overhead_code, o.name as overhead_name,
        j.num as job, t.name as task, r.name as job_role, e.is_billable, l.note
      from payroll_export_line l
        join (select id, full_name, username, row_number() over (order by norm(full_name), id) as place from app_user) p on p.id = l."user"
        left join overhead_code o on o.id = l.overhead_code left join job j on j.id = l.job
        left join time_entry e on e.id = l.entry left join task t on t.id = e.task left join job_role r on r.id = e.job_role
      where l.export = ${id} order by p.place, l.date, l.entry`,
  );
}
