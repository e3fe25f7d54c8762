import { plural, sayList } from '@dmse/domain/text/counts';
import { sql } from 'kysely';
import { Refusal } from '../call/refusal.ts';
import type { Tx } from '../db/database.ts';
import type { DB } from '../db/rows.generated.ts';

/** A column somewhere that points at a table. */
export type Reference = { table: string; column: string };

type Words = [one: string, many: string];

/** How people call what a table holds, when a sentence counts it; some depend on who is asking. */
const WORDS: Record<string, Words | Record<string, Words>> = {
  journal: ['posting', 'postings'],
  client_account: ['account in the books', 'accounts in the books'],
  client_contact: { client: ['contact', 'contacts'], contact: ['client', 'clients'] },
};

/** What a table's rows are called by the record they refer to. */
export function nameRows(table: string, count: number, seenFrom: string): string {
  const words = WORDS[table];
  const plain: Words = [table.replaceAll('_', ' '), `${table.replaceAll('_', ' ')}s`];
  const [one, many] = Array.isArray(words) ? words : (words?.[seenFrom] ?? plain);
  return plural(count, one, many);
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

/** The same by table, since one row may point at a record more than once. */
export async function listReferringTables(tx: Tx, table: keyof DB): Promise<Map<string, string[]>> {
  const tables = new Map<string, string[]>();
  for (const { table: one, column } of await listReferences(tx, table)) tables.set(one, [...(tables.get(one) ?? []), column]);
  return tables;
}

async function countReferences(tx: Tx, table: keyof DB, ids: readonly number[]): Promise<{ table: string; count: number }[]> {
  const counted = [];
  for (const [one, columns] of await listReferringTables(tx, table)) {
    if (one === table) continue;
    const refers = sql.join(
      columns.map((column) => sql`${sql.ref(column)} = any(${ids}::int[])`),
      sql` or `,
    );
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(one)} where ${refers}`.execute(tx);
    counted.push({ table: one, count: rows[0]?.count ?? 0 });
  }
  return counted.filter(({ count }) => count > 0);
}

/** "3 contacts, 5 jobs and 3 quotes refer to it" */
function sayReferences(table: string, counted: readonly { table: string; count: number }[]): string {
  const parts = counted.map((one) => `${one.count} ${nameRows(one.table, one.count, table)}`);
  const isOne = counted.length === 1 && counted[0]?.count === 1;
  return `${sayList(parts)} ${isOne ? 'refers' : 'refer'} to it`;
}

/**
 * A record that others refer to is not deleted; the refusal says what refers to it. `tombstones` are the records merged into it, which go
 * with it and so do not hinder; what still refers to one of them does.
 */
export async function refuseWhileReferred(tx: Tx, table: keyof DB, id: number, tombstones: readonly number[] = []): Promise<void> {
  const references = await countReferences(tx, table, [id, ...tombstones]);
  if (references.length === 0) return;
  const detail = `This ${table.replaceAll('_', ' ')} cannot be deleted while ${sayReferences(table, references)}.`;
  throw new Refusal('IN_USE', detail, { references });
}
