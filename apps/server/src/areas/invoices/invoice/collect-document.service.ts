import type { Invoice } from '@dmse/contract/invoices/invoice';
import type { Context } from '../../../call/context.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as invoices from './invoice.queries.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { loadRegistrationNumbers } from './invoice-facts.service.ts';

/** Everything the client reads, as it is sent. What the firm has not put into French is told in English. */
export async function collectDocument(context: Context, shown: Invoice, num: string, revision: number): Promise<InvoiceDocument> {
  const { tx } = context;
  const { hst_number: _, ...firm } = await getSection(tx, 'firm');
  const { currency } = await getSection(tx, 'region');
  const texts = await getSection(tx, 'invoicing');
  const isFrench = shown.language === 'fr';
  const jobs = await invoices.listJobs(
    tx,
    shown.jobs.map(({ id }) => id),
  );
  const { date, due_date, terms_days, language, reference, billing_name, billing_address, note, is_tax_exempt, tax_exempt_reason } = shown;
  const { roll_up, has_annex, lines, taxes, subtotal, tax, total, client } = shown;
  return {
    ...{ num, revision, client, date, due_date, terms_days, language, reference, billing_name, billing_address, note },
    ...{ is_tax_exempt, tax_exempt_reason, roll_up, has_annex, lines, taxes, subtotal, tax, total, firm, currency },
    payment_text: isFrench ? texts.payment_text_fr : texts.payment_text,
    interest_text: isFrench ? texts.interest_text_fr : texts.interest_text,
    jobs: jobs.map(({ id, num: number, desc }) => ({ id, num: number, desc })),
    registration_numbers: await loadRegistrationNumbers(context),
  };
}
