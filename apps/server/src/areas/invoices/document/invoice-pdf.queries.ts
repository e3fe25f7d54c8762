import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { InvoiceDocument } from '../invoice/invoice-document.ts';

/** A posted version, with the file that was made of it; null while the queue has not come to it. */
export type Version = {
  id: number;
  invoice: number;
  revision: number;
  document: InvoiceDocument;
  file: number | null;
  sha256: string | null;
};

async function findVersion(tx: Tx, which: RawBuilder<unknown>): Promise<Version | null> {
  const { rows } = await sql<Version>`
    select r.id, r.invoice, r.revision, r.document, p.file, p.sha256
    from invoice_revision r left join invoice_pdf p on p.revision = r.id
    where r.reverses is null and ${which} order by r.revision desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

export const findById = (tx: Tx, id: number) => findVersion(tx, sql`r.id = ${id}`);
export const findByNumber = (tx: Tx, invoice: number, revision: number) =>
  findVersion(tx, sql`r.invoice = ${invoice} and r.revision = ${revision}`);
/** The newest, in force or not. */
export const findLast = (tx: Tx, invoice: number) => findVersion(tx, sql`r.invoice = ${invoice}`);

/** Two who make the same file at once: the second waits here, and finds what the first has kept. */
export async function holdInvoice(tx: Tx, invoice: number): Promise<void> {
  await sql`select from invoice where id = ${invoice} for no key update`.execute(tx);
}

export async function keep(tx: Tx, made: { revision: number; file: number; sha256: string; made_on: string }): Promise<void> {
  await tx.insertInto('invoice_pdf').values(made).execute();
}

/** Posted before an instant, and no file yet: a restored backup has no jobs in the queue. */
export async function listWithoutPdf(tx: Tx, createdBefore: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from invoice_revision r where r.reverses is null and r.created_on < ${createdBefore}::timestamptz
      and not exists (select from invoice_pdf p where p.revision = r.id) order by r.id limit 10000`.execute(tx);
  return rows.map(({ id }) => id);
}
