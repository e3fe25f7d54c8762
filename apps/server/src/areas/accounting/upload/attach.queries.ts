import { sql, type Updateable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { AccountingDocument } from '../../../db/rows.generated.ts';

export type DueAttachment = { id: number; number: string; remote_id: string; revision: number; attempts: number; sha256: string };

/** The next invoice that stands over there and whose PDF does not, taken until `until`. A PDF that is not made yet is waited for. */
export async function claim(tx: Tx, now: string, until: string): Promise<DueAttachment | null> {
  const { rows } = await sql<DueAttachment>`
    update accounting_document kept set attach_on = ${until}::timestamptz, attach_attempts = kept.attach_attempts + 1
    from (
      select d.id, f.sha256 from accounting_document d
      join invoice_revision r on r.invoice = d.invoice and r.revision = d.sent_revision and r.reverses is null
      join invoice_pdf p on p.revision = r.id join file f on f.id = p.file
      where d.kind = 'invoice' and d.attached_revision < d.sent_revision and d.upload_status = 'UPLOADED' and not d.is_void
        and (d.attach_on is null or d.attach_on <= ${now}::timestamptz)
      order by d.id limit 1 for update of d skip locked) due
    where kept.id = due.id
    returning kept.id, kept.number, kept.remote_id, kept.sent_revision as revision, kept.attach_attempts as attempts, due.sha256`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** A PDF that was refused is sent again. Answers whether there was one. */
export async function askAgain(tx: Tx, document: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounting_document')
    .set({ attached_revision: 0, attach_says: '' })
    .where('id', '=', document)
    .where('attach_says', '<>', '')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Unless another process has taken it over meanwhile. */
export async function write(tx: Tx, { id, attempts }: DueAttachment, values: Updateable<AccountingDocument>): Promise<void> {
  await tx.updateTable('accounting_document').set(values).where('id', '=', id).where('attach_attempts', '=', attempts).execute();
}
