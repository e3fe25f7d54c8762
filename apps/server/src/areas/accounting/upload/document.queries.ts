import type { Upload } from '@dmse/contract/accounting/upload';
import type { UploadOperation, UploadStatus } from '@dmse/domain/states/upload';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { newestFirst, type PageInput, pageOf } from '../../../db/paging.ts';
import type { AccountingDocument, AccountingUpload } from '../../../db/rows.generated.ts';
import type { InvoiceDocument } from '../../invoices/invoice/invoice-document.ts';

/** What is wanted over there. A reference that nobody else has is made of its id; without quotes, so that it can be looked for. */
export async function insertDocument(
  tx: Tx,
  values: Omit<Insertable<AccountingDocument>, 'number'> & { number?: string; says?: string },
): Promise<number> {
  const { number, says = '', ...rest } = values;
  const { id } = await tx
    .insertInto('accounting_document')
    .values({ ...rest, number: number ?? '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (number === undefined)
    await updateDocument(tx, id, { number: [says.slice(0, 100).replaceAll('"', ''), `DMSE-${id}`].filter(Boolean).join(' ') });
  return id;
}

export async function updateDocument(tx: Tx, id: number, values: Updateable<AccountingDocument>): Promise<void> {
  await tx.updateTable('accounting_document').set(values).where('id', '=', id).execute();
}

export const findDocument = (tx: Tx, id: number) =>
  tx.selectFrom('accounting_document').selectAll().where('id', '=', id).executeTakeFirst();
export type DocumentRow = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

export async function updateUpload(tx: Tx, id: number, values: Updateable<AccountingUpload>): Promise<void> {
  await tx.updateTable('accounting_upload').set(values).where('id', '=', id).execute();
}

export const findWaiting = (tx: Tx, document: number) =>
  tx
    .selectFrom('accounting_upload')
    .selectAll()
    .where('document', '=', document)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();

/** What was refused before is no longer what counts. Answers whether something of it may be there. */
export async function replaceRefused(tx: Tx, document: number): Promise<boolean> {
  const refused = await tx
    .updateTable('accounting_upload')
    .set({ state: 'replaced' })
    .where('document', '=', document)
    .where('state', '=', 'failed')
    .returning('is_unknown')
    .execute();
  return refused.some(({ is_unknown }) => is_unknown);
}

/** What was sent and given up since, of one invoice or all, while nothing else of its invoice or payment is on its way. */
export async function listGivenUp(tx: Tx, since: string, invoice: number | null): Promise<DocumentRow[]> {
  let given = tx.selectFrom('accounting_document').selectAll().where('is_void', '=', true);
  if (invoice !== null) given = given.where('invoice', '=', invoice);
  return given
    .where('upload_status', 'in', ['NOT_UPLOADED', 'UPLOAD_FAILED'])
    .where(
      sql<boolean>`exists (select from accounting_upload u where u.document = accounting_document.id
        and u.state = 'replaced' and u.attempts > 0 and u.ended_on >= ${since}::timestamptz)`,
    )
    .where(
      sql<boolean>`not exists (select from accounting_document o join accounting_upload w on w.document = o.id and w.state = 'waiting'
        where o.invoice = accounting_document.invoice or o.payment = accounting_document.payment)`,
    )
    .orderBy('id')
    .execute();
}

export async function isRemoteKnown(tx: Tx, remote_id: string): Promise<boolean> {
  return (await tx.selectFrom('accounting_document').select('id').where('remote_id', '=', remote_id).executeTakeFirst()) !== undefined;
}

export async function insertUpload(
  tx: Tx,
  {
    document,
    operation,
    revision,
    is_unknown,
    now,
  }: { document: number; operation: UploadOperation; revision: number; is_unknown: boolean; now: string },
): Promise<void> {
  await sql`
    insert into accounting_upload (document, operation, revision, is_unknown, round, next_on, created_on)
    select ${document}, ${operation}, ${revision}, ${is_unknown}::boolean, coalesce(max(round), 0) + 1, ${now}::timestamptz, ${now}::timestamptz
    from accounting_upload where document = ${document} and operation = ${operation} and revision = ${revision}`.execute(tx);
}

/** The invoice a document hangs on, as it stands over there now. */
const standingInvoice = sql`
  select s.remote_id from accounting_document s
  where s.invoice = d.invoice and s.kind = 'invoice' and (not s.is_void or d.is_void) and s.upload_status in ('UPLOADED', 'UPDATE_FAILED')
  order by s.is_void, s.id desc`;
/** Something else of this kind is still to be done. */
const waits = (which: RawBuilder<unknown>) => sql`exists (
  select from accounting_document o join accounting_upload w on w.document = o.id and w.state = 'waiting' where o.id <> d.id and ${which})`;
/**
 * What has to be there before it is there, and gone before it is gone: money is put on an invoice that says what it says here and has room; an
 * invoice is changed or void once the money that goes is off it; credit is taken back once nothing comes out of it. What is not wanted any more
 * is only looked for.
 */
const isReady = sql`(case
  when u.operation = 'create' and d.is_void then true
  when u.operation = 'create' then
    (d.kind = 'invoice' or d.invoice is null or (exists (${standingInvoice})
      and not ${waits(sql`o.invoice = d.invoice and (o.kind = 'invoice' or o.is_void)`)}))
    and (d.source is null or (exists (select from accounting_document s where s.id = d.source and s.upload_status = 'UPLOADED')
      and not ${waits(sql`o.source = d.source and o.is_void`)}))
  when d.kind = 'invoice' then not ${waits(sql`o.invoice = d.invoice and o.kind <> 'invoice' and o.is_void`)}
  when d.kind = 'overpayment' then not ${waits(sql`o.source = d.id`)}
  else true end)`;

/** The next that is due and can be sent, held for whoever asked. */
export async function claimNext(tx: Tx, now: string): Promise<{ id: number; document: number } | null> {
  const { rows } = await sql<{ id: number; document: number }>`
    select u.id, u.document from accounting_upload u join accounting_document d on d.id = u.document
    where u.state = 'waiting' and u.next_on <= ${now}::timestamptz and ${isReady}
      and not exists (select from accounting_mark m where m.record = case m.noun when 'payment' then d.payment else d.invoice end)
    order by u.id limit 1 for update of u skip locked`.execute(tx);
  return rows[0] ?? null;
}

/** As it was claimed, held; nothing where another process has taken it over meanwhile. */
export const holdClaimed = (tx: Tx, { id, attempts }: Pick<UploadRow, 'id' | 'attempts'>) =>
  tx
    .selectFrom('accounting_upload')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .forUpdate()
    .executeTakeFirst();

export const findUpload = (tx: Tx, id: number) =>
  tx.selectFrom('accounting_upload').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
export type UploadRow = Awaited<ReturnType<typeof findUpload>>;

/** The payment stays as it is until what is said of it has been written down. */
export async function holdPayment(tx: Tx, payment: number): Promise<void> {
  await sql`select from payment where id = ${payment} for share`.execute(tx);
}

/** What a document is made of besides itself: the client, the ids of what it hangs on, and the text of an invoice. */
export async function findPlace(tx: Tx, { id }: DocumentRow) {
  const { rows } = await sql<{
    client: number;
    client_name: string;
    email: string;
    invoice_remote: string | null;
    /** Every document over there that stands or stood for the invoice. */
    invoice_remotes: string[];
    source_remote: string | null;
  }>`
    select c.id as client, c.name as client_name, c.email, (${standingInvoice} limit 1) as invoice_remote,
      array(select s.remote_id from accounting_document s where s.invoice = d.invoice and s.kind = 'invoice' and s.remote_id is not null) as invoice_remotes,
      (select s.remote_id from accounting_document s where s.id = d.source) as source_remote
    from accounting_document d
    left join invoice i on i.id = d.invoice left join payment p on p.id = d.payment
    join client c on c.id = coalesce(p.client, i.client) where d.id = ${id}`.execute(tx);
  return rows[0]!;
}
export type Place = Awaited<ReturnType<typeof findPlace>>;

/** A version of an invoice as the client reads it. */
export async function findText(tx: Tx, invoice: number, revision: number): Promise<InvoiceDocument> {
  const { rows } = await sql<{ document: InvoiceDocument }>`
    select document from invoice_revision where invoice = ${invoice} and revision = ${revision} and reverses is null`.execute(tx);
  return rows[0]!.document;
}

export async function findContact(tx: Tx, client: number): Promise<string | null> {
  const row = await tx.selectFrom('accounting_contact').select('remote_id').where('client', '=', client).executeTakeFirst();
  return row?.remote_id ?? null;
}

export async function keepContact(tx: Tx, client: number, remote_id: string): Promise<void> {
  await tx
    .insertInto('accounting_contact')
    .values({ client, remote_id })
    .onConflict((same) => same.column('client').doUpdateSet({ remote_id }))
    .execute();
}

type Filter = PageInput & { state?: Upload['state'][] | undefined; invoice?: number | undefined; id?: number };

const client = sql<Upload['client']>`(
  select jsonb_build_object('id', c.id, 'name', c.name) from client c where c.id = coalesce(
    (select p.client from payment p where p.id = accounting_document.payment),
    (select i.client from invoice i where i.id = accounting_document.invoice)))`;
const invoiceRef = sql<Upload['invoice']>`(
  select jsonb_build_object('id', i.id, 'num', i.num) from invoice i where i.id = accounting_document.invoice)`;

/** The newest first. */
export function list(tx: Tx, { state, invoice, id, ...page }: Filter) {
  let rows = tx
    .selectFrom('accounting_upload')
    .innerJoin('accounting_document', 'accounting_document.id', 'accounting_upload.document')
    .select(['accounting_upload.id', 'kind', 'operation', 'number', 'payment', 'amount', 'upload_status', 'accounting_upload.state'])
    .select(['attempts', 'says', 'remedy', 'accounting_upload.created_on', 'ended_on'])
    .select(sql<string | null>`case when accounting_upload.state = 'waiting' and attempts > 0 then next_on end`.as('next_on'))
    .select([invoiceRef.as('invoice'), client.as('client')]);
  if (state?.length) rows = rows.where('accounting_upload.state', 'in', state);
  if (invoice !== undefined) rows = rows.where('accounting_document.invoice', '=', invoice);
  if (id !== undefined) rows = rows.where('accounting_upload.id', '=', id);
  return pageOf(rows, page, newestFirst(sql`accounting_upload.id`));
}

/** What the accounting system has of an invoice, and what is being done about it. */
export async function findMark(tx: Tx, invoice: number) {
  const { rows } = await sql<{
    id: number;
    upload_status: UploadStatus;
    says: string;
    remedy: string;
    is_waiting: boolean;
    pdf_says: string;
  }>`
    select u.id, d.upload_status, u.says, u.remedy, d.attach_says as pdf_says, u.state = 'waiting' or (
        exists (select from accounting_mark m where m.noun = 'invoice' and m.record = d.invoice)
        and exists (select from accounting_link l where l.state = 'connected')) as is_waiting
    from accounting_document d join accounting_upload u on u.document = d.id
    where d.invoice = ${invoice} and d.kind = 'invoice' order by d.id desc, u.id desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Whether the accounting system has, or may have, something of these payments. */
export async function isMoneyThere(tx: Tx, payments: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from accounting_document d where d.payment = any(${payments}::int[]) and not d.is_void and (d.upload_status in ('UPLOADED', 'UPDATE_FAILED')
      or exists (select from accounting_upload u where u.document = d.id and u.state in ('waiting', 'failed') and u.is_unknown)) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}
