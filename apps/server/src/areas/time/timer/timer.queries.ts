import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { namedTarget } from '../entry/entry.queries.ts';

export function find(tx: Tx, user: number) {
  return tx
    .selectFrom('time_timer')
    .select(['started_on', 'note', ...namedTarget('time_timer')])
    .where('user', '=', user)
    .executeTakeFirst();
}

/** The running timer, held: it is stopped once. */
export async function lock(tx: Tx, user: number) {
  return tx.selectFrom('time_timer').selectAll().where('user', '=', user).forUpdate().executeTakeFirst();
}

type Values = {
  user: number;
  started_on: string;
  job: number | null;
  task: number | null;
  milestone: number | null;
  overhead_code: number | null;
  is_billable: boolean;
  note: string;
};
/** False where another window started one at the same moment. */
export async function start(tx: Tx, values: Values): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('time_timer')
    .values(values)
    .onConflict((row) => row.column('user').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function remove(tx: Tx, user: number): Promise<void> {
  await sql`delete from time_timer where "user" = ${user}`.execute(tx);
}
