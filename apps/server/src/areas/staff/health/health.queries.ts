import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { DB } from '../../../db/rows.generated.ts';

/** The clock of the database, in milliseconds. */
export async function readClock(tx: Tx): Promise<number> {
  const { rows } = await sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(tx);
  return rows[0]!.ms;
}

/** How long the job that is due has waited that has waited longest, in milliseconds. The tables are the queue's own. */
export async function longestWait(tx: Tx): Promise<number> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from now() - min(start_after)) * 1000)::float8 as ms from pgboss.job where state = 'created' and start_after < now()`.execute(
    tx,
  );
  return rows[0]?.ms ?? 0;
}

export async function countMails(tx: Tx, since: string): Promise<{ refused: number; kept: number }> {
  type State = Pick<Selectable<DB['mail']>, 'state'> & { count: number };
  const rows: State[] = await tx
    .selectFrom('mail')
    .select(['state', sql<number>`count(*)`.as('count')])
    .where('created_on', '>=', since)
    .groupBy('state')
    .execute();
  const count = (...states: string[]) => rows.filter(({ state }) => states.includes(state)).reduce((sum, row) => sum + row.count, 0);
  return { refused: count('refused', 'failed', 'bounced'), kept: count('kept') };
}
