import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { DB } from '../../db/rows.generated.ts';
import { notFound, Refusal } from '../../http/refusal.ts';

/** Stands in for a call whose noun is not built yet: a record that is not there is not found, everything else says so plainly. */
export async function notBuilt({ tx }: { tx: Tx }, table?: keyof DB, id?: string | number): Promise<never> {
  if (table !== undefined) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where id::text = ${String(id)}`.execute(tx);
    if (rows.length === 0) throw notFound();
  }
  throw new Refusal(501, { detail: 'This call is declared but not built yet.' });
}
