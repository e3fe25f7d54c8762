import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { prepareInsert } from '../../../db/insert-rows.ts';
import type { DB } from '../../../db/rows.generated.ts';

type Values = Record<string, unknown>;

/** Many rows in one statement; their ids in the order of the list. */
async function insertRows(tx: Tx, table: keyof DB, list: readonly Values[]): Promise<number[]> {
  if (list.length === 0) return [];
  const insert = await prepareInsert(tx, table, [...new Set(list.flatMap((values) => Object.keys(values)))]);
  const { rows } = await sql<{ id: number }>`${insert(list)} returning id`.execute(tx);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

export function insertTasks(tx: Tx, list: readonly Values[]): Promise<number[]> {
  return insertRows(tx, 'task', list);
}

export function insertMilestones(tx: Tx, list: readonly Values[]): Promise<number[]> {
  return insertRows(tx, 'milestone', list);
}

export function insertEntries(tx: Tx, list: readonly Values[]): Promise<number[]> {
  return insertRows(tx, 'budget_entry', list);
}

/** What copies wait for, once they have ids. */
export async function setDependencies(tx: Tx, list: readonly { id: number; depends_on: number[] }[]): Promise<void> {
  if (list.length === 0) return;
  await sql`update milestone set depends_on = said.depends_on
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as said (id int, depends_on int[]) where milestone.id = said.id`.execute(tx);
}
