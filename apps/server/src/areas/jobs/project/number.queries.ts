import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

export type Numbered = 'job' | 'quote';

/** The next of a year. Whoever else wants one waits until this transaction has ended, so no two get the same. */
export async function takeNext(tx: Tx, kind: Numbered, year: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into number_sequence (kind, year, last) values (${kind}, ${year}, 1)
    on conflict (kind, year) do update set last = number_sequence.last + 1 returning last`.execute(tx);
  return rows[0]!.last;
}

export async function isTaken(tx: Tx, kind: Numbered, num: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(kind)} where num_key = norm(${num})`.execute(tx);
  return rows.length > 0;
}
