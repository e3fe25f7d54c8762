import { sql } from 'kysely';
import { invoiceNoun } from '../areas/invoices/invoice/invoice.service.ts';
import { jobNoun } from '../areas/jobs/job/job.service.ts';
import { quoteNoun } from '../areas/jobs/quote/quote.service.ts';
import { paymentNoun } from '../areas/payments/payment/payment.service.ts';
import type { Context } from '../call/context.ts';
import { inSavepoint } from '../db/savepoint.ts';
import type { Change } from '../records/history.ts';
import type { Noun } from '../records/record.ts';
import { noteChanges } from '../records/record-bulk.ts';

/** The nouns with a history of their own that point at a client or a contact. A test holds this against the catalogue. */
export const REFERRING_NOUNS: readonly Noun[] = [jobNoun, quoteNoun, invoiceNoun, paymentNoun];

type Place = { table: string; columns: readonly string[] };
type End = { id: number; name: string };

/**
 * Lets the rows of a table point at the record that stays, and tells it in the history of each that has one. Answers how many moved.
 * `from` are the records merged away, with their names.
 */
export async function moveRows(context: Context, place: Place, from: ReadonlyMap<number, string>, to: End): Promise<number> {
  const noun = REFERRING_NOUNS.find(({ table }) => table === place.table);
  const changes = noun ? await describeMoves(context, place, noun, from, to) : new Map<number, Change[]>();
  let moved = 0;
  for (const column of place.columns) moved += await movePointers(context, { table: place.table, column }, [...from.keys()], to.id);
  if (!noun) return moved;
  await noteChanges(context, noun, changes);
  return changes.size;
}

function labelOf(noun: Noun, column: string): string {
  const entry = noun.fields[column]!;
  return typeof entry === 'string' ? entry : entry.label;
}

/** What will change in each row, which is held until it has. */
async function describeMoves({ tx }: Context, { table, columns }: Place, noun: Noun, from: ReadonlyMap<number, string>, to: End) {
  const ids = [...from.keys()];
  const refers = sql.join(
    columns.map((column) => sql`${sql.ref(column)} = any(${ids}::int[])`),
    sql` or `,
  );
  const { rows } = await sql<Record<string, number>>`
    select id, ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${refers} order by id for no key update`.execute(tx);
  const describe = (row: Record<string, number>) =>
    columns.flatMap((column): Change[] => {
      const name = from.get(row[column]!);
      return name === undefined ? [] : [{ field: column, label: labelOf(noun, column), from: name, to: to.name }];
    });
  return new Map(rows.map((row) => [row.id!, describe(row)]));
}

type Pointer = { table: string; column: string };

/** All at once; where that would say something twice, one by one. */
async function movePointers({ tx }: Context, { table, column }: Pointer, from: readonly number[], to: number): Promise<number> {
  try {
    return await inSavepoint(tx, async () => {
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = any(${from}::int[])`.execute(tx);
      return Number(numAffectedRows ?? 0);
    });
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error;
    return moveOneByOne(tx, { table, column }, from, to);
  }
}

/** A row whose twin is there already (a rate agreed with both clients) stays behind, and is not counted. */
async function moveOneByOne(tx: Context['tx'], { table, column }: Pointer, from: readonly number[], to: number): Promise<number> {
  let moved = 0;
  const { rows } = await sql<{ ctid: string }>`
    select ctid::text as ctid from ${sql.table(table)} where ${sql.ref(column)} = any(${from}::int[]) order by ctid`.execute(tx);
  for (const { ctid } of rows) {
    try {
      await inSavepoint(tx, () => sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ctid = ${ctid}::tid`.execute(tx));
      moved += 1;
    } catch (error) {
      if ((error as { code?: string }).code !== '23505') throw error;
    }
  }
  return moved;
}
