import type { TieName, TraceKind } from '@dmse/domain/reports/trace';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { dayOf, nameOf } from '../report/narrow.queries.ts';

type Sql = RawBuilder<unknown>;

/** Who looks: whose time and whose expenses they see, and where the firm is. */
export type Looker = {
  zone: string;
  time: { all: boolean; of_jobs: boolean; people: readonly number[] };
  expenses: { all: boolean; of_jobs: boolean; people: readonly number[] };
};

/** One kind: the rows of its table `x`, what is said of each, and which of them this person sees. */
type Kind = {
  table: Sql;
  /** Id, title, text, date, minutes, amount, state, path, picture. */
  columns: (who: Looker) => Sql;
  facts: (who: Looker) => Sql;
  order: Sql;
  seen: (who: Looker) => Sql;
};

const all = () => sql`true`;
const theirs = ({ all: every, of_jobs, people }: Looker['time']) =>
  every ? sql`true` : sql`(x."user" = any(${people}::int[]) or (${of_jobs}::boolean and x.job is not null))`;
const fact = (label: string, text: Sql) => sql`jsonb_build_object('label', ${label}::text, 'text', ${text})`;
const facts = (...list: Sql[]) => sql`jsonb_build_array(${sql.join(list)})`;
const jobNum = (column: string) => sql`(select num from job where job.id = ${sql.ref(column)})`;
const taskName = (column: string) => sql`(select name from task where task.id = ${sql.ref(column)})`;
const NOTHING = sql`null::text`;
/** Shots and photos that a tablet has not named. */
const unset = (column: string) => sql`coalesce(nullif(btrim(${sql.ref(column)}), ''), 'Name Unset')`;

/** Where the worth of an entry has gone: onto an invoice, or not yet. */
const wipState = (kind: string) =>
  sql`coalesce((select state from wip_item w where w.item = ${kind}::text || '/' || x.id), 'Not billable')`;

/** What a thing billed costs, and where it stands. */
function paid(kind: 'expense' | 'item', what: Sql, path: (who: Looker) => Sql): Kind {
  return {
    table: kind === 'expense' ? sql`expense x` : sql`disbursement_item x`,
    columns: (who) => sql`x.id::text as id, ${what} as title, ${nameOf('x.user')} as text, x.date, null::int as minutes, x.charge as amount,
      ${NOTHING} as state, ${path(who)} as path, ${NOTHING} as picture`,
    facts: () =>
      facts(
        fact('Entered by', nameOf('x.user')),
        fact('Job', jobNum('x.job')),
        fact('Task', taskName('x.task')),
        fact('WIP', wipState(kind)),
      ),
    order: sql`x.date, x.id`,
    seen: (who) => theirs(who.expenses),
  };
}

const KINDS: Record<TraceKind, Kind> = {
  'invoice-line': {
    table: sql`invoice_line x join invoice i on i.id = x.invoice and i.state <> 'DELETED'`,
    columns: () => sql`x.id::text as id, coalesce('Invoice ' || i.num, 'Draft invoice') || ', line ' || (x.position + 1) as title,
      x.description as text, i.date, null::int as minutes, x.amount, i.state, '/invoice/' || i.id as path, ${NOTHING} as picture`,
    facts: () =>
      facts(
        fact('Client', sql`(select name from client where client.id = i.client)`),
        fact('Kind', sql`x.kind`),
        fact('Job', jobNum('x.job')),
        fact('Task', taskName('x.task')),
        fact('Progress', sql`case when x.percent is not null then x.percent::float8 || ' % of the fee' end`),
        fact('Due', sql`i.due_date::text`),
      ),
    order: sql`i.date desc, i.id desc, x.position`,
    seen: all,
  },
  milestone: {
    table: sql`milestone x join job j on j.id = x.job`,
    columns: () => sql`x.id::text as id, x.name as title, ${taskName('x.task')} as text, x.due_date as date, null::int as minutes,
      null::bigint as amount, x.state, '/job/' || x.job || '/tasks' as path, ${NOTHING} as picture`,
    facts: ({ zone }) =>
      facts(
        fact('Job', sql`j.num`),
        fact('Assigned to', nameOf('x.assigned_user')),
        fact('Done on', sql`${dayOf('x.done_on', zone)}::text`),
        fact('Done by', nameOf('x.done_by')),
      ),
    order: sql`x.task, x."order", x.id`,
    seen: all,
  },
  'time-entry': {
    table: sql`time_entry x`,
    columns: () => sql`x.id::text as id, ${nameOf('x.user')} as title,
      coalesce(nullif(x.note, ''), (select name from milestone m where m.id = x.milestone), ${taskName('x.task')}, '') as text, x.date, x.minutes,
      case when x.is_billable then x.amount end as amount, ${NOTHING} as state, '/entry/' || x.id as path, ${NOTHING} as picture`,
    facts: () =>
      facts(
        fact('Job', jobNum('x.job')),
        fact('Task', taskName('x.task')),
        fact('Role', sql`(select name from job_role r where r.id = x.job_role)`),
        fact('Timesheet', sql`(select state from time_batch b where b.id = x.batch)`),
        fact('WIP', wipState('time')),
      ),
    order: sql`x.date, x.id`,
    seen: (who) => theirs(who.time),
  },
  expense: paid(
    'expense',
    sql`coalesce(nullif(x.vendor, ''), (select name from expense_category c where c.id = x.category), 'Expense')`,
    ({ expenses: { all: every, people } }) => sql`case when ${every}::boolean or x."user" = any(${people}::int[]) then '/expense/' || x.id
      when x.job is not null then '/job/' || x.job || '/disb' end`,
  ),
  item: paid(
    'item',
    sql`(select name from disbursement_type t where t.id = x.disbursement_type)`,
    ({ expenses: { of_jobs } }) => sql`case when ${of_jobs}::boolean then '/job/' || x.job || '/disb' end`,
  ),
  job: {
    table: sql`job x`,
    columns: () => sql`x.id::text as id, 'Job ' || x.num as title, x."desc" as text, null::date as date, null::int as minutes,
      (select w.billed from job_wip w where w.job = x.id) as amount, x.state, '/job/' || x.id as path, ${NOTHING} as picture`,
    facts: () =>
      facts(fact('Client', sql`x.client_name`), fact('Project manager', nameOf('x.project_manager')), fact('Billing', sql`x.billing_type`)),
    order: sql`x.num`,
    seen: all,
  },
  run: {
    table: sql`field_run x`,
    columns: ({ zone }) => sql`x.id::text as id, ${unset('x.name')} as title, coalesce(x.short_description, '') as text,
      ${dayOf('x.started_on', zone)} as date, null::int as minutes, null::bigint as amount, x.state, '/fieldrun/' || x.id as path, ${NOTHING} as picture`,
    facts: () =>
      facts(
        fact('Job', sql`coalesce(${jobNum('x.job')}, nullif(x.job_num, ''))`),
        fact('Started by', nameOf('x.started_by')),
        fact('Crew', sql`(select string_agg(full_name, ', ' order by full_name) from app_user u where u.id = any(x.crew))`),
        fact('Shots', sql`(select count(*)::text from shot s where s.field_run = x.id and not s.is_deleted)`),
      ),
    order: sql`x.started_on, x.id`,
    seen: () => sql`not x.is_deleted`,
  },
  shot: {
    table: sql`shot x`,
    columns: ({ zone }) => sql`x.id::text as id, 'Shot ' || coalesce(x.name, 'without a number') as title,
      concat_ws(' · ', nullif(x.code, ''), nullif(nullif(x.description, ''), x.code)) as text, ${dayOf('x.captured_at', zone)} as date, null::int as minutes,
      null::bigint as amount, ${NOTHING} as state, '/fieldrun-shot/' || x.id as path, ${NOTHING} as picture`,
    facts: ({ zone }) =>
      facts(
        fact('Captured by', nameOf('x.captured_by')),
        fact('Captured at', sql`to_char(x.captured_at at time zone ${zone}, 'YYYY-MM-DD HH24:MI')`),
        fact('Easting', sql`round(x.easting::numeric, 3)::text`),
        fact('Northing', sql`round(x.northing::numeric, 3)::text`),
        fact('Elevation', sql`round(x.elevation::numeric, 3)::text`),
      ),
    order: sql`x.name, x.id`,
    seen: () => sql`not x.is_deleted and exists (select from field_run r where r.id = x.field_run and not r.is_deleted)`,
  },
  photo: {
    table: sql`shot_image x`,
    columns: ({ zone }) => sql`x.id::text as id, coalesce(nullif(btrim(x.name), ''), 'Photo') as title, coalesce(x.note, '') as text,
      ${dayOf('x.captured_at', zone)} as date, null::int as minutes, null::bigint as amount, ${NOTHING} as state,
      coalesce('/fieldrun-shot/' || x.fieldrun_shot, '/fieldrun/' || x.field_run || '?tab=photos') as path,
      (select '/api/core/file/' || f.id || '/?size=thumbnail' from file f where f.id = x.file and f.width is not null) as picture`,
    facts: () => facts(fact('Taken by', nameOf('x.captured_by')), fact('SHA-256', sql`x.sha256`)),
    order: sql`x.captured_at, x.id`,
    seen: () => sql`not x.is_deleted and x.field_run is not null`,
  },
};

/** The records of a kind on a line. A record may be billed in parts, each under a key that goes on behind its own. */
const onLine = (kind: string, line: Sql) =>
  sql`select split_part(n.item, '/', 2)::int from invoice_entry n where n.line = ${line}::int and n.item like ${`${kind}/%`}`;
/** The lines a record is on, by its key and those of its parts ("/" comes just before "0"). */
const linesOf = (kind: string, id: Sql) => sql`select n.line from invoice_entry n
  where n.item >= ${kind}::text || '/' || ${id} and n.item < ${kind}::text || '/' || ${id} || '0'`;
const jobOf = (table: string, id: Sql) => sql`select job from ${sql.table(table)} where id = ${id}::int`;
const ofJob = (table: string, id: Sql) => sql`select id from ${sql.table(table)} where job = ${id}::int`;
/** The job of a run: the one it belongs to, else the one whose number the crew has typed. */
const jobOfRun = (
  id: Sql,
) => sql`select coalesce(r.job, (select j.id from job j where j.num_key = norm(btrim(r.job_num)) and r.job_num <> ''))
  from field_run r where r.id = ${id}::uuid`;
const runsOfJob = (id: Sql) => sql`select r.id from field_run r where r.job = ${id}::int
  union all select r.id from field_run r where r.job is null and r.job_num <> ''
    and norm(btrim(r.job_num)) = (select j.num_key from job j where j.id = ${id}::int)`;
/** Without a run of its own, time is that of a run of the same job, on a day it was out, by somebody of its crew. */
const wasOut = (zone: string) => sql`e.field_run is null and e."user" = any(array_append(r.crew, r.started_by))
  and (e.date = ${dayOf('r.started_on', zone)}
    or exists (select from shot s where s.field_run = r.id and not s.is_deleted and ${dayOf('s.captured_at', zone)} = e.date))`;

type Ids = (id: Sql, who: Looker) => Sql;
type Tie = { down: Ids; up: Ids };
/** Of each tie: the ids of its lower end by that of the upper, and the other way round. The two are one relation; a test compares them. */
const TIES: Record<TieName, Tie> = {
  'invoice-line milestone': {
    down: (id) => sql`select e.milestone from time_entry e where e.id in (${onLine('time', id)})
      union select m.id from milestone m join invoice_line l on l.task = m.task
        where l.id = ${id}::int and not exists (select from invoice_entry n where n.line = l.id)`,
    up: (id) => sql`select n.line from time_entry e
        join invoice_entry n on n.item >= 'time/' || e.id and n.item < 'time/' || e.id || '0' where e.milestone = ${id}::int
      union select l.id from invoice_line l join milestone m on m.task = l.task
        where m.id = ${id}::int and not exists (select from invoice_entry n where n.line = l.id)`,
  },
  'invoice-line time-entry': { down: (id) => onLine('time', id), up: (id) => linesOf('time', id) },
  'invoice-line expense': { down: (id) => onLine('expense', id), up: (id) => linesOf('expense', id) },
  'invoice-line item': { down: (id) => onLine('item', id), up: (id) => linesOf('item', id) },
  'invoice-line job': { down: (id) => jobOf('invoice_line', id), up: (id) => ofJob('invoice_line', id) },
  'milestone time-entry': {
    down: (id) => sql`select id from time_entry where milestone = ${id}::int`,
    up: (id) => sql`select milestone from time_entry where id = ${id}::int`,
  },
  'milestone job': { down: (id) => jobOf('milestone', id), up: (id) => ofJob('milestone', id) },
  'time-entry job': { down: (id) => jobOf('time_entry', id), up: (id) => ofJob('time_entry', id) },
  'time-entry run': {
    down: (id, { zone }) => sql`select e.field_run from time_entry e where e.id = ${id}::int
      union select r.id from time_entry e join field_run r on r.id in (${runsOfJob(sql`e.job`)}) where e.id = ${id}::int and ${wasOut(zone)}`,
    up: (id, { zone }) => sql`select e.id from time_entry e where e.field_run = ${id}::uuid
      union select e.id from field_run r join time_entry e on e.job = (${jobOfRun(id)}) where r.id = ${id}::uuid and ${wasOut(zone)}`,
  },
  'expense job': { down: (id) => jobOf('expense', id), up: (id) => ofJob('expense', id) },
  'item job': { down: (id) => jobOf('disbursement_item', id), up: (id) => ofJob('disbursement_item', id) },
  'job run': { down: (id) => runsOfJob(id), up: (id) => jobOfRun(id) },
  'run shot': {
    down: (id) => sql`select id from shot where field_run = ${id}::uuid`,
    up: (id) => sql`select field_run from shot where id = ${id}::uuid`,
  },
  'run photo': {
    down: (id) => sql`select id from shot_image where field_run = ${id}::uuid and fieldrun_shot is null`,
    up: (id) => sql`select field_run from shot_image where id = ${id}::uuid and fieldrun_shot is null`,
  },
  'shot photo': {
    down: (id) => sql`select id from shot_image where fieldrun_shot = ${id}::uuid`,
    up: (id) => sql`select fieldrun_shot from shot_image where id = ${id}::uuid`,
  },
};

export type ThingRow = {
  id: string;
  title: string;
  text: string;
  date: string | null;
  minutes: number | null;
  amount: number | null;
  state: string | null;
  path: string | null;
  picture: string | null;
};
type Facts = { label: string; text: string | null }[];

export async function find(tx: Tx, kind: TraceKind, id: string, who: Looker): Promise<(ThingRow & { facts: Facts }) | undefined> {
  const { table, columns, facts: tell, seen } = KINDS[kind];
  const { rows } = await sql<ThingRow & { facts: Facts }>`
    select ${columns(who)}, ${tell(who)} as facts from ${table} where x.id = ${idOf(kind, id)} and ${seen(who)}`.execute(tx);
  return rows[0];
}

const idOf = (kind: TraceKind, id: string) =>
  kind === 'run' || kind === 'shot' || kind === 'photo' ? sql`${id}::uuid` : sql`${Number(id)}::int`;

type Page = { limit: number; offset: number };
/** What a thing is tied to of one kind, as far as this person sees it. */
export async function listTied(tx: Tx, from: TraceKind, id: string, kind: TraceKind, who: Looker, { limit, offset }: Page) {
  const { table, columns, order, seen } = KINDS[kind];
  const ties: Partial<Record<string, Tie>> = TIES;
  const ids = ties[`${from} ${kind}`]?.down ?? ties[`${kind} ${from}`]!.up;
  const { rows } = await sql<ThingRow & { count: number }>`
    select ${columns(who)}, count(*) over ()::int as count from ${table} where x.id in (${ids(idOf(from, id), who)}) and ${seen(who)}
    order by ${order} limit ${limit} offset ${offset}`.execute(tx);
  return rows;
}
