import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { DB } from '../db/rows.generated.ts';
import { Refusal } from '../http/refusal.ts';

/** A column somewhere that points at a table. */
export type Reference = { table: string; column: string };

/** How people call what a table holds, when a sentence counts it. */
const WORDS: Record<string, [one: string, many: string]> = {
  client_contact: ['link between client and contact', 'links between clients and contacts'],
  client: ['merged client', 'merged clients'],
  contact: ['merged contact', 'merged contacts'],
};

export function countWords(table: string, count: number): string {
  const [one, many] = WORDS[table] ?? [table.replaceAll('_', ' '), `${table.replaceAll('_', ' ')}s`];
  return `${count} ${count === 1 ? one : many}`;
}

/** Every foreign key to a table's id, read from the catalogue: a referring table added tomorrow is found without being told. */
export async function listReferences(tx: Tx, table: keyof DB): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${table}::regclass and array_length(c.conkey, 1) = 1
    order by 1, 2`.execute(tx);
  return rows;
}

export async function countReferences(tx: Tx, table: keyof DB, ids: readonly number[]): Promise<(Reference & { count: number })[]> {
  const counted = [];
  for (const reference of await listReferences(tx, table)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(reference.table)} where ${sql.ref(reference.column)} = any(${ids}::int[])`.execute(tx);
    counted.push({ ...reference, count: rows[0]?.count ?? 0 });
  }
  return counted.filter((one) => one.count > 0);
}

/** A record that others refer to is not deleted; the refusal says what refers to it. */
export async function refuseWhileReferred(tx: Tx, table: keyof DB, id: number): Promise<void> {
  const counted = await countReferences(tx, table, [id]);
  if (counted.length === 0) return;
  const words = counted.map((one) => countWords(one.table, one.count)).join(' and ');
  throw new Refusal(409, { detail: `This ${table} cannot be deleted while ${words} refer to it.`, code: 'IN_USE', references: counted });
}
