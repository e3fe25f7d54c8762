import { Readable } from 'node:stream';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { invoicePdf } from '@dmse/contract/invoices/document';
import { isOpenInvoice } from '@dmse/domain/states/invoice';
import type { Adapters } from '../../../adapters/adapters.ts';
import type { SheetDocument } from '../../../adapters/documents/sheets.ts';
import type { Queue } from '../../../adapters/queue.ts';
import type { Context, Writing } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { notFound } from '../../../call/refusal.ts';
import type { Database, Tx } from '../../../db/database.ts';
import { openKept, storeMade } from '../../files/file/file.service.ts';
import { findLogo } from '../../jobs/quote/quote-document.service.ts';
import { collectDocument } from '../invoice/collect-document.service.ts';
import * as invoices from '../invoice/invoice.queries.ts';
import { getInvoice } from '../invoice/invoice.service.ts';
import type { InvoiceDocument } from '../invoice/invoice-document.ts';
import * as pdfs from './invoice-pdf.queries.ts';
import { type InvoiceMark, invoiceFileName, printInvoice } from './print-invoice.ts';

const PDF = 'application/pdf';
const MOST_PDF_BYTES = 50 * 1024 * 1024;

type Printing = { tx: Tx; adapters: Pick<Adapters, 'files'> };

async function print(context: Printing, document: InvoiceDocument, mark: InvoiceMark): Promise<SheetDocument> {
  return printInvoice(document, mark, await findLogo(context, document.firm.logo_horizontal));
}

type Making = Pick<Adapters, 'files' | 'documents'>;

/** The bytes lie in the store before a row refers to them. */
async function make({ files, documents }: Making, printed: SheetDocument) {
  return files.put(Readable.from([await documents.makeSheets(printed)]), MOST_PDF_BYTES);
}

type Made = Awaited<ReturnType<typeof make>>;

/** Keeps what was made of a version, unless somebody else has meanwhile. Answers the file that is kept. */
async function keepVersion(context: Pick<Writing, 'tx' | 'actor' | 'now'>, version: pdfs.Version, made: Made): Promise<number> {
  const { tx, now } = context;
  await pdfs.holdInvoice(tx, version.invoice);
  const kept = (await pdfs.findById(tx, version.id))?.file;
  if (kept) return kept;
  const { id } = await storeMade(context, { ...made, name: invoiceFileName(version.document, null), mime_type: PDF });
  await pdfs.keep(tx, { revision: version.id, file: id, sha256: made.sha256, made_on: now });
  return id;
}

/** The work of the queue: the PDF of one posted version. No transaction is open while it is drawn. */
export async function makeInvoicePdf({ db, now, ...adapters }: { db: Database; now: () => string } & Making, id: number): Promise<void> {
  const found = await db.read(async (tx) => {
    const version = await pdfs.findById(tx, id);
    return version && version.file === null ? { version, printed: await print({ tx, adapters }, version.document, null) } : null;
  });
  if (!found) return;
  const made = await make(adapters, found.printed);
  await db.write((tx) => keepVersion({ tx, actor: { id: null, full_name: '' }, now: now() }, found.version, made));
}

/** The file of a version, made now where the queue has not come to it. */
export async function ensureInvoicePdf(context: Context, version: pdfs.Version): Promise<number> {
  if (version.file !== null) return version.file;
  return keepVersion(context, version, await make(context.adapters, await print(context, version.document, null)));
}

export async function requeueInvoicePdfs(tx: Tx, queue: Queue, createdBefore: string): Promise<number> {
  const waiting = await pdfs.listWithoutPdf(tx, createdBefore);
  for (const revision of waiting) await queue.send(tx, 'invoice-pdf', { revision }, String(revision));
  return waiting.length;
}

/** Made for whoever asks, and not kept. The same document gives the same bytes. */
async function answerMade(context: Context, document: InvoiceDocument, mark: InvoiceMark): Promise<FileAnswer> {
  const printed = await print(context, document, mark);
  const stream = () => context.adapters.documents.makeSheets(printed);
  return { stream, name: invoiceFileName(document, mark), mime_type: PDF, inline: true };
}

async function answerVersion(context: Context, version: pdfs.Version): Promise<FileAnswer> {
  if (version.file === null) return answerMade(context, version.document, null);
  return { ...(await openKept(context.tx, context.adapters.files, version.file)), inline: true };
}

/** A version as it was sent; what is being written, as it would go out; a void one with that said on it. */
export async function openInvoicePdf(
  context: Context,
  id: number,
  { revision, preview }: RequestQuery<typeof invoicePdf>,
): Promise<FileAnswer> {
  const { tx } = context;
  const row = await invoices.find(tx, id);
  if (!row) throw notFound();
  if (revision !== undefined) {
    const version = await pdfs.findByNumber(tx, id, revision);
    if (!version) throw notFound();
    return answerVersion(context, version);
  }
  const last = await pdfs.findLast(tx, id);
  if (isOpenInvoice(row.state) && (preview || !last)) {
    const written = await collectDocument(context, await getInvoice(context, id), row.num ?? '', row.revision + 1);
    return answerMade(context, written, 'draft');
  }
  // A draft that was deleted was never sent.
  if (!last) throw notFound();
  return row.state === 'DELETED' ? answerMade(context, last.document, 'void') : answerVersion(context, last);
}
