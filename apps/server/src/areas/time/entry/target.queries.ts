import type { FoundTarget, Target } from '@dmse/contract/time/entry';
import { searchWords } from '@dmse/domain/text/norm';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { matchesWords } from '../../../db/paging.ts';
import { statementName } from '../../../db/pooled-client.ts';

type Row = Target & { is_favourite: boolean; last_used: string | null };

/** What somebody keeps among the favourites, and what they worked on lately. */
export async function listFamiliar(tx: Tx, user: number, since: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with used as (
      select job, task, milestone, overhead_code, is_billable, max(date) as last_used from time_entry
      where "user" = ${user} and date >= ${since} group by 1, 2, 3, 4, 5
    )
    select coalesce(f.job, u.job) as job, coalesce(f.task, u.task) as task, coalesce(f.milestone, u.milestone) as milestone,
      coalesce(f.overhead_code, u.overhead_code) as overhead_code, coalesce(f.is_billable, u.is_billable) as is_billable,
      f.id is not null as is_favourite, u.last_used
    from (select * from time_favourite where "user" = ${user}) f full join used u
      on (f.job, f.task, f.milestone, f.overhead_code) is not distinct from (u.job, u.task, u.milestone, u.overhead_code) and f.is_billable = u.is_billable
    order by (f.id is null), u.last_used desc nulls last limit 60`.execute(tx);
  return rows;
}

const OF_TASK = sql`select t.job, t.id as task, null::int as milestone, null::int as overhead_code, true as is_billable,
  false as is_favourite, null::date as last_used`;

/** Tasks of jobs in progress: the first words find the job, the rest the task, split wherever something is found. */
export async function findTasks(tx: Tx, query: string, limit: number): Promise<Row[]> {
  const words = searchWords(query);
  for (let ofJob = words.length; ofJob >= 0; ofJob -= 1) {
    const job = matchesWords(sql`j.search`, words.slice(0, ofJob).join(' ')) ?? sql<boolean>`true`;
    const task = matchesWords(sql`norm(t.name)`, words.slice(ofJob).join(' ')) ?? sql<boolean>`true`;
    const { rows } = await sql<Row>`
      ${OF_TASK} from (select j.id, j.num_key from job j where j.state = 'IN PROGRESS' and ${job} order by j.num_key desc limit 200) found
      join task t on t.job = found.id join task_group g on g.id = t.task_group
      where ${task} order by found.num_key desc, g."order", t."order" limit ${limit}`.execute(tx);
    if (rows.length > 0) return rows;
  }
  return [];
}

export async function findOverhead(tx: Tx, query: string | undefined): Promise<Row[]> {
  const words: RawBuilder<boolean> = (query ? matchesWords(sql`norm(o.name || ' ' || o.code)`, query) : null) ?? sql<boolean>`true`;
  const { rows } = await sql<Row>`
    select null::int as job, null::int as task, null::int as milestone, o.id as overhead_code, false as is_billable, false as is_favourite,
      null::date as last_used from overhead_code o where o.is_active and ${words} order by o.position, o.id`.execute(tx);
  return rows;
}

const ref = (alias: 't' | 'm' | 'o') =>
  sql`case when ${sql.ref(alias)}.id is not null then json_build_object('id', ${sql.ref(alias)}.id, 'name', ${sql.ref(alias)}.name) end`;

/** Targets with the names people know them by, in the given order. */
export async function nameTargets(tx: Tx, rows: readonly Row[]): Promise<FoundTarget[]> {
  if (rows.length === 0) return [];
  const placed = rows.map((row, place) => ({ ...row, place }));
  const { rows: named } = await sql<FoundTarget>`
    select ${statementName('named_targets')} case when j.id is not null then json_build_object('id', j.id, 'num', j.num, 'desc', j."desc", 'state', j.state) end as job,
      ${ref('t')} as task, ${ref('m')} as milestone, ${ref('o')} as overhead_code, g.is_billable, g.is_favourite, g.last_used
    from json_to_recordset(${JSON.stringify(placed)}) as g (job int, task int, milestone int, overhead_code int, is_billable boolean,
      is_favourite boolean, last_used date, place int)
    left join job j on j.id = g.job left join task t on t.id = g.task left join milestone m on m.id = g.milestone
    left join overhead_code o on o.id = g.overhead_code order by g.place`.execute(tx);
  return named;
}

export async function addFavourite(tx: Tx, user: number, { job, task, milestone, overhead_code, is_billable }: Target): Promise<void> {
  await tx
    .insertInto('time_favourite')
    .values({ user, job, task, milestone, overhead_code, is_billable })
    .onConflict((row) => row.doNothing())
    .execute();
}

export async function removeFavourite(tx: Tx, user: number, { job, task, milestone, overhead_code, is_billable }: Target): Promise<void> {
  await sql`delete from time_favourite f where f."user" = ${user} and f.is_billable = ${is_billable}
    and (f.job, f.task, f.milestone, f.overhead_code) is not distinct from (${job}::int, ${task}::int, ${milestone}::int, ${overhead_code}::int)`.execute(
    tx,
  );
}
