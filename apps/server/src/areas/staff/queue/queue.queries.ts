import { DEFAULT_PAGE_SIZE } from '@dmse/contract/common/paging';
import type { JOB_STATES } from '@dmse/contract/staff/queue';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { PageInput } from '../../../db/paging.ts';

export type JobState = (typeof JOB_STATES)[number];

type JobRow = {
  id: string;
  queue: string;
  state: JobState;
  retry_count: number;
  has_started: boolean;
  created_on: string;
  completed_on: string | null;
  error: string | null;
};

const JOB = sql`
  id, name as queue, state::text as state, retry_count, started_on is not null as has_started, created_on, completed_on,
  case when state in ('failed', 'retry') then coalesce(output ->> 'message', output #>> '{value,message}', output ->> 'value', output::text) end as error`;

/** How many jobs of each queue stand where. The tables are the queue's own, so they are read as they are. */
export async function countByState(tx: Tx): Promise<{ queue: string; state: JobState; count: number }[]> {
  const { rows } = await sql<{ queue: string; state: JobState; count: number }>`
    select name as queue, state::text as state, count(*) as count from pgboss.job group by name, state`.execute(tx);
  return rows;
}

type Filter = PageInput & { queues: readonly string[]; state?: readonly JobState[] | undefined };

export async function page(tx: Tx, { queues, state, page: number = 1, page_size = DEFAULT_PAGE_SIZE }: Filter) {
  const states = state && state.length > 0 ? sql`and state::text = any(${state as string[]})` : sql``;
  const which = sql`from pgboss.job where name = any(${queues as string[]}) ${states}`;
  const counted = await sql<{ count: number }>`select count(*) as count ${which}`.execute(tx);
  const { rows } = await sql<JobRow>`
    select ${JOB} ${which} order by created_on desc, id limit ${page_size} offset ${(number - 1) * page_size}`.execute(tx);
  return { count: counted.rows[0]!.count, results: rows };
}

export async function find(tx: Tx, queues: readonly string[], id: string): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`select ${JOB} from pgboss.job where name = any(${queues as string[]}) and id = ${id}`.execute(tx);
  return rows[0];
}
