import type { RequestBody } from '@dmse/contract/endpoint';
import type { InvoiceMail, mailInvoice as Wire } from '@dmse/contract/invoices/document';
import { fillMailText } from '@dmse/domain/invoices/mail-text';
import { whyNotMailInvoice } from '@dmse/domain/states/invoice';
import type { Context } from '../../../call/context.ts';
import { notFound, refuse } from '../../../call/refusal.ts';
import { openRecord, updateRecord } from '../../../records/record.ts';
import { listAddresses } from '../../jobs/quote/quote.service.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as invoices from '../invoice/invoice.queries.ts';
import { invoiceNoun } from '../invoice/invoice.service.ts';
import type { InvoiceDocument } from '../invoice/invoice-document.ts';
import { mailDocument, sayMailed } from './document-mail.service.ts';
import { documentWords } from './document-words.ts';
import * as mails from './invoice-mail.queries.ts';
import * as pdfs from './invoice-pdf.queries.ts';
import { ensureInvoicePdf } from './invoice-pdf.service.ts';

/** Subject and message as the firm begins them, in the language of the document. */
async function fillTexts({ tx }: Context, document: InvoiceDocument): Promise<{ subject: string; message: string }> {
  const texts = await getSection(tx, 'invoicing');
  const { num, client, firm, total, date, due_date, reference, jobs, language, currency } = document;
  const words = documentWords(language, currency ?? 'CAD');
  const values = {
    ...{ number: num, client: client.name, firm: firm.firm_name, total: words.money(total), reference },
    ...{ date: words.sayDay(date), due_date: words.sayDay(due_date), jobs: jobs.map((job) => job.num).join(', ') },
  };
  const [subject, message] =
    language === 'fr' ? [texts.invoice_subject_fr, texts.invoice_message_fr] : [texts.invoice_subject, texts.invoice_message];
  return { subject: fillMailText(subject, values), message: fillMailText(message, values) };
}

export async function getInvoiceMail(context: Context, id: number): Promise<InvoiceMail> {
  const { tx } = context;
  const row = await invoices.find(tx, id);
  if (!row) throw notFound();
  const last = await pdfs.findLast(tx, id);
  const jobs = row.jobs.map((job) => job.id);
  return {
    ...(last ? await fillTexts(context, last.document) : { subject: '', message: '' }),
    to: await mails.listBillingAddresses(tx, row.client.id, jobs),
    known: await listAddresses(tx, row.client.id),
    why_not: whyNotMailInvoice(row.state)?.sentence ?? null,
    mails: await mails.listMails(tx, id),
  };
}

/** Mails the version in force, with the PDF that is kept of it. */
export async function mailInvoice(context: Context, id: number, mailing: RequestBody<typeof Wire>): Promise<InvoiceMail> {
  const { tx } = context;
  const row = await openRecord(context, invoiceNoun, id);
  refuse(whyNotMailInvoice(row.state));
  const version = (await pdfs.findLast(tx, id))!;
  const queued = await mailDocument(context, row.client, mailing, await ensureInvoicePdf(context, version));
  for (const mail of queued) await mails.insertMail(tx, version.id, mail);
  await updateRecord(context, invoiceNoun, row, {}, [sayMailed(`version ${version.revision}`, mailing)]);
  return getInvoiceMail(context, id);
}
