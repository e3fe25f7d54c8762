import type { OrderOf } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { SettingValue } from '@dmse/contract/settings/core';
import type { listTimeEntries, NamedTarget } from '@dmse/contract/time/entry';
import { rolesWith } from '@dmse/domain/access/grants';
import type { JobState } from '@dmse/domain/states/job';
import type { TimeBatchState } from '@dmse/domain/states/time-batch';
import type { WipState } from '@dmse/domain/states/wip';
import type { DatedRate } from '@dmse/domain/work/rate-choice';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { matchesWords, orderBy, pageOf } from '../../../db/paging.ts';
import { personOrder, personRef } from '../../../db/person-ref.ts';
import { statementName } from '../../../db/pooled-client.ts';
import type { RowOf } from '../../../records/record.ts';

type EntryFilter = RequestQuery<typeof listTimeEntries>;

/** Whose entries somebody may see. */
export type Seen = { all: boolean; of_jobs: boolean; people: readonly number[] };

type Named = { id: number; name: string } | null;
function named(table: 'task' | 'milestone' | 'overhead_code' | 'job_role', column: string) {
  return sql<Named>`(select json_build_object('id', n.id, 'name', n.name) from ${sql.table(table)} n where n.id = ${sql.ref(column)})`;
}

function jobRef(column: string) {
  return sql<NamedTarget['job']>`(select json_build_object('id', j.id, 'num', j.num, 'desc', j."desc", 'state', j.state)
    from job j where j.id = ${sql.ref(column)})`;
}

/** The names of what time is for, in whichever table a row stands. */
export function namedTarget(table: 'time_entry' | 'time_timer' | 'time_favourite') {
  return [
    jobRef(`${table}.job`).as('job'),
    named('task', `${table}.task`).as('task'),
    named('milestone', `${table}.milestone`).as('milestone'),
    named('overhead_code', `${table}.overhead_code`).as('overhead_code'),
    sql<boolean>`${sql.ref(`${table}.is_billable`)}`.as('is_billable'),
  ] as const;
}

export const itemOf = (id: number) => `time/${id}`;
const ITEM = sql`('time/' || time_entry.id)`;

/** Made once: the week of a person is asked for more often than anything else. */
const COLUMNS = [
  'time_entry.id',
  'time_entry.user as user_id',
  sql<{ id: number; full_name: string }>`${personRef('time_entry.user')}`.as('user'),
  'time_entry.date',
  ...namedTarget('time_entry'),
  'time_entry.minutes',
  named('job_role', 'time_entry.job_role').as('job_role'),
  'time_entry.note',
  'time_entry.start',
  'time_entry.end',
  'time_entry.field_run',
  'time_entry.batch',
  sql<TimeBatchState>`(select state from time_batch b where b.id = time_entry.batch)`.as('batch_state'),
  sql<WipState | null>`(select state from wip_item w where w.item = ${ITEM})`.as('wip_state'),
  'time_entry.rate',
  'time_entry.rate_rule',
  'time_entry.rate_valid_from',
  'time_entry.cost_rate',
  'time_entry.amount',
  'time_entry.cost',
  'time_entry.version',
  'time_entry.created_on',
  'time_entry.updated_on',
  personRef('time_entry.created_by').as('created_by'),
  personRef('time_entry.updated_by').as('updated_by'),
] as const;

function select(tx: Tx) {
  return tx.selectFrom('time_entry').select(COLUMNS);
}
export type EntryAnswer = Awaited<ReturnType<typeof listOfDays>>[number];

function isSeen({ all, of_jobs, people }: Seen): RawBuilder<boolean> | null {
  if (all) return null;
  const theirs = sql`time_entry."user" = any(${people}::int[])`;
  return of_jobs ? sql<boolean>`(time_entry.job is not null or ${theirs})` : sql<boolean>`${theirs}`;
}

export function find(tx: Tx, id: number, seen: Seen) {
  const rows = select(tx).where('time_entry.id', '=', id);
  const only = isSeen(seen);
  return (only ? rows.where(only) : rows).executeTakeFirst();
}

export async function list(tx: Tx, filter: EntryFilter, seen: Seen) {
  const { query, user, job, task, from, to, is_billable, ordering } = filter;
  let rows = select(tx);
  const only = isSeen(seen);
  if (only) rows = rows.where(only);
  if (user) rows = rows.where('time_entry.user', '=', user);
  if (job) rows = rows.where('time_entry.job', '=', job);
  if (task) rows = rows.where('time_entry.task', '=', task);
  if (from) rows = rows.where('time_entry.date', '>=', from);
  if (to) rows = rows.where('time_entry.date', '<=', to);
  if (is_billable !== undefined) rows = rows.where('time_entry.is_billable', '=', is_billable);
  const words = query
    ? matchesWords(
        sql`(norm(time_entry.note) || ' ' || coalesce((select j.search from job j where j.id = time_entry.job), '')
          || ' ' || (select norm(p.full_name) from app_user p where p.id = time_entry."user"))`,
        query,
      )
    : null;
  if (words) rows = rows.where(words);
  const columns = {
    date: { notNull: sql`time_entry.date` },
    minutes: { notNull: sql`time_entry.minutes` },
    created_on: { notNull: sql`time_entry.created_on` },
    user: ordering?.includes('user') ? await personOrder(tx, 'time_entry.user') : sql`null`,
    job: sql`(select j.num_key from job j where j.id = time_entry.job)`,
  };
  return pageOf(rows, filter, orderBy<OrderOf<typeof listTimeEntries>>(ordering, columns, '-date', sql`time_entry.id`));
}

/** The entries of people on some days, in the order they were made. */
export function listOfDays(tx: Tx, people: readonly number[], first: string, last: string) {
  const rows = select(tx)
    .where(sql<boolean>`time_entry."user" = any(${people}::int[])`)
    .where('time_entry.date', '>=', first)
    .where('time_entry.date', '<=', last)
    .orderBy('time_entry.id');
  // One plan fits the week of any one person; of many people it may not.
  return (people.length === 1 ? rows.modifyFront(statementName('time_of_days')) : rows).execute();
}

export function listByIds(tx: Tx, ids: readonly number[]) {
  return select(tx)
    .where('time_entry.id', 'in', [...ids, 0])
    .orderBy('time_entry.id')
    .execute();
}

/** Rows that are about to be changed, with what decides whether they may be. */
export type HeldEntry = RowOf<'time_entry'> & { batch_state: TimeBatchState; wip_state: WipState | null };

export async function lockEntries(tx: Tx, ids: readonly number[]): Promise<HeldEntry[]> {
  const { rows } = await sql<HeldEntry>`
    select e.*, b.state as batch_state, (select state from wip_item w where w.item = 'time/' || e.id) as wip_state
    from time_entry e join time_batch b on b.id = e.batch where e.id = any(${ids}::int[]) order by e.id for update of e`.execute(tx);
  return rows;
}

export async function listJobsOf(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('time_entry')
    .select('job')
    .where('id', 'in', [...ids, 0])
    .execute();
  return rows.flatMap(({ job }) => job ?? []);
}

/** What somebody has entered on some days, in so far as other entries depend on it. */
export function listDayFacts(tx: Tx, user: number, dates: readonly string[]) {
  return tx
    .selectFrom('time_entry')
    .select(['id', 'date', 'minutes', 'start', 'end'])
    .where('user', '=', user)
    .where(sql<boolean>`date = any(${dates}::date[])`)
    .execute();
}

export type Person = {
  id: number;
  full_name: string;
  email: string;
  is_active: boolean;
  weekly_minutes: number;
  start_date: string | null;
  end_date: string | null;
  job_role: number | null;
};
const PERSON = sql`p.id, p.full_name, p.email, p.is_active, p.weekly_minutes, p.start_date, p.end_date,
  (select r.id from job_role r where norm(r.name) = norm(p.job_role)) as job_role from app_user p`;

/** Whoever writes somebody's time holds the person: what a day may have depends on all that is entered on it. */
export async function lockPerson(tx: Tx, id: number): Promise<Person | undefined> {
  return (await sql<Person>`select ${PERSON} where p.id = ${id} for no key update of p`.execute(tx)).rows[0];
}

/** Whoever may not enter time has none missing. */
const WITH_TIME = rolesWith('time.own');

/** People whose time is looked at in a week: those at work in it who may enter time, and whoever has entered something. */
export async function listPeople(
  tx: Tx,
  first: string,
  last: string,
  only: readonly number[] | null,
  query: string | undefined,
): Promise<Person[]> {
  const words = query ? matchesWords(sql`p.search`, query) : null;
  const { rows } = await sql<Person>`select ${PERSON}
    where (${only === null}::boolean or p.id = any(${only ?? []}::int[])) and ${words ?? sql`true`}
      and ((p.is_active and p.weekly_minutes > 0 and p.granted && ${WITH_TIME}::text[]
        and (p.start_date is null or p.start_date <= ${last}) and (p.end_date is null or p.end_date >= ${first}))
        or exists (select from time_batch b where b."user" = p.id and b.first_day = ${first}))
    order by norm(p.full_name), p.id`.execute(tx);
  return rows;
}

export async function listSupervised(tx: Tx, supervisor: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('supervision')
    .modifyFront(statementName('supervised'))
    .select('employee')
    .where('supervisor', '=', supervisor)
    .execute();
  return rows.map(({ employee }) => employee);
}

export type TimeSettings = { timesheet: SettingValue<'timesheet'>; region: SettingValue<'region'>; locked_through: string | null };

const TIME_SETTINGS = sql`t.value as timesheet, r.value as region, l.locked_through
  from setting t, setting r, period_lock l where t.section = 'timesheet' and r.section = 'region' and l.ledger = 'time'`;

/** What the rules about time are set to. */
export async function findTimeSettings(tx: Tx): Promise<TimeSettings> {
  return (await sql<TimeSettings>`select ${statementName('time_settings')} ${TIME_SETTINGS}`.execute(tx)).rows[0]!;
}

/** The same with the person whose week is asked for and those the one who asks supervises: all that a week begins with, in one look. */
export async function findWeekFacts(tx: Tx, asker: number, user: number) {
  const { rows } = await sql<TimeSettings & { person: Person | null; supervises: number[] }>`select ${statementName('week_facts')}
    (select to_json(found) from (select ${PERSON} where p.id = ${user}) found) as person,
    array(select employee from supervision where supervisor = ${asker}) as supervises, ${TIME_SETTINGS}`.execute(tx);
  return rows[0]!;
}

/** The day through which time is locked. Shared with others who enter; whoever locks waits for them. */
export async function holdLockDate(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ through: string | null }>`
    select locked_through::text as through from period_lock where ledger = 'time' for share`.execute(tx);
  return rows[0]!.through;
}

export type TimedJob = { id: number; num: string; state: JobState; client: number | null };
export async function listJobs(tx: Tx, ids: readonly number[]): Promise<Map<number, TimedJob>> {
  const rows = await tx
    .selectFrom('job')
    .select(['id', 'num', 'state', 'client'])
    .where('id', 'in', [...ids, 0])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** To which job each task belongs, and to which task each milestone. */
export async function listPlaces(tx: Tx, tasks: readonly number[], milestones: readonly number[]) {
  const ofTask = await tx
    .selectFrom('task')
    .select(['id', 'job'])
    .where('id', 'in', [...tasks, 0])
    .execute();
  const ofMilestone = await tx
    .selectFrom('milestone')
    .select(['id', 'task'])
    .where('id', 'in', [...milestones, 0])
    .execute();
  return { jobs: new Map(ofTask.map(({ id, job }) => [id, job])), tasks: new Map(ofMilestone.map(({ id, task }) => [id, task])) };
}

export async function listOverheadCodes(tx: Tx, ids: readonly number[]) {
  return tx
    .selectFrom('overhead_code')
    .select(['id', 'name', 'is_active'])
    .where('id', 'in', [...ids, 0])
    .execute();
}

/** What a person calls a record that an entry names. */
export async function findName(
  tx: Tx,
  table: 'job' | 'task' | 'milestone' | 'overhead_code' | 'job_role',
  id: number,
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(table === 'job' ? 'num' : 'name')} as name from ${sql.table(table)} where id = ${id}`.execute(tx);
  return rows[0]?.name ?? null;
}

/** What an hour of each role costs the firm, by date. */
export async function listCosts(tx: Tx): Promise<DatedRate[]> {
  const rows = await tx.selectFrom('job_role_rate').select(['job_role', 'cost_rate as rate', 'valid_from']).execute();
  return rows.map((row) => ({ ...row, valid_to: null }));
}

/** Unbilled entries of a job or a client, to be priced anew. */
export async function listUnbilled(tx: Tx, { job, client, from, to }: { job?: number; client?: number; from?: string; to?: string }) {
  const { rows } = await sql<HeldEntry & { num: string; user_name: string; client: number | null }>`
    select e.*, b.state as batch_state, w.state as wip_state, j.num, j.client, p.full_name as user_name
    from time_entry e join wip_item w on w.item = 'time/' || e.id join time_batch b on b.id = e.batch
    join job j on j.id = e.job join app_user p on p.id = e."user"
    where w.state in ('UNBILLED', 'HOLD') and (${job ?? null}::int is null or e.job = ${job ?? null}) and (${client ?? null}::int is null or j.client = ${client ?? null})
      and (${from ?? null}::date is null or e.date >= ${from ?? null}) and (${to ?? null}::date is null or e.date <= ${to ?? null})
    order by e.date, e.id`.execute(tx);
  return rows;
}

type Window = { job: number; user: number | null; task: number | null; from: string | null; to: string | null };
const inWindow = ({ job, user, task, from, to }: Window) => sql`e.job = ${job} and (${user}::int is null or e."user" = ${user})
  and (${task}::int is null or e.task = ${task}) and (${from}::date is null or e.date >= ${from}) and (${to}::date is null or e.date <= ${to})`;
const SUMS = sql`sum(e.minutes)::int as minutes, coalesce(sum(e.minutes) filter (where e.is_billable), 0)::int as billable_minutes, sum(e.amount)::bigint as amount`;
export type Sum = { minutes: number; billable_minutes: number; amount: number };

export async function sumByTask(tx: Tx, window: Window) {
  const { rows } = await sql<Sum & { id: number; name: string; budget_minutes: number }>`
    select t.id, t.name, coalesce(used.minutes, 0)::int as minutes, coalesce(used.billable_minutes, 0)::int as billable_minutes,
      coalesce(used.amount, 0)::bigint as amount,
      (select coalesce(sum(b.minutes), 0) from budget_entry b join milestone m on m.id = b.milestone where m.task = t.id)::int as budget_minutes
    from task t join task_group g on g.id = t.task_group
    left join (select e.task, ${SUMS} from time_entry e where ${inWindow(window)} group by e.task) used on used.task = t.id
    where t.job = ${window.job} and (${window.task}::int is null or t.id = ${window.task}) order by g."order", t."order", t.id`.execute(tx);
  return rows;
}

export async function sumByPerson(tx: Tx, window: Window) {
  const { rows } = await sql<Sum & { id: number; name: string }>`
    select p.id, p.full_name as name, ${SUMS} from time_entry e join app_user p on p.id = e."user"
    where ${inWindow(window)} group by p.id order by sum(e.minutes) desc, p.id`.execute(tx);
  return rows;
}

export async function sumByDay(tx: Tx, window: Window) {
  const { rows } = await sql<Sum & { date: string }>`
    select e.date, ${SUMS} from time_entry e where ${inWindow(window)} group by e.date order by e.date`.execute(tx);
  return rows;
}

/** Tasks with a budget of time and everybody's time on them. */
export async function listTaskUse(tx: Tx, tasks: readonly number[]) {
  if (tasks.length === 0) return [];
  const { rows } = await sql<{ id: number; name: string; budget_minutes: number; actual_minutes: number }>`
    select ${statementName('task_use')} t.id, t.name,
      (select coalesce(sum(b.minutes), 0) from budget_entry b join milestone m on m.id = b.milestone where m.task = t.id)::int as budget_minutes,
      (select coalesce(sum(e.minutes), 0) from time_entry e where e.task = t.id)::int as actual_minutes
    from task t where t.id = any(${tasks}::int[])`.execute(tx);
  return rows;
}
