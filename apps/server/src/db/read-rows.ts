import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './database.ts';

const ROWS_AT_ONCE = 2000;
let opened = 0;

/**
 * The rows of a query, however many, a few thousand in memory at a time. The query runs once; it ends with the transaction, so whoever
 * asks for rows asks before that.
 */
export async function* readRows<Row>(tx: Tx, query: RawBuilder<Row>): AsyncGenerator<Row> {
  opened += 1;
  const cursor = sql.id(`rows_${opened}`);
  // A look at the data begins its transaction with the second statement, and a cursor needs one.
  await sql`select`.execute(tx);
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.raw(String(ROWS_AT_ONCE))} from ${cursor}`.execute(tx);
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
