import type { RequestBody } from '@dmse/contract/endpoint';
import type { reversePayment as Wire } from '@dmse/contract/payments/payment';
import { returnedFeeLine } from '@dmse/domain/payments/reverse';
import { createInvoice, setInvoiceLines } from '../areas/invoices/invoice/invoice.service.ts';
import { holdDeposit } from '../areas/payments/deposit/deposit.service.ts';
import { reversePayment } from '../areas/payments/payment/payment.service.ts';
import { getSection } from '../areas/settings/setting/setting.service.ts';
import type { Context } from '../call/context.ts';
import { invalid } from '../call/refusal.ts';

/** Takes a payment back. What the client is asked for a returned one stands on a draft of its own, which is submitted like any other. */
export async function returnPayment(context: Context, id: number, { charge = 0, ...body }: RequestBody<typeof Wire>) {
  if (body.how === 'delete' && (charge > 0 || (body.fee ?? 0) > 0))
    throw invalid({ fee: 'Only a payment that the bank sent back has a fee.' });
  const payment = await reversePayment(context, id, body, holdDeposit);
  if (charge === 0) return { payment, invoice: null };
  const { time_account: account_code, untaxed_type: tax_type } = await getSection(context.tx, 'invoicing');
  const draft = { ...context, if_match: null };
  const invoice = await createInvoice(draft, { client: payment.client.id });
  const fee = returnedFeeLine(payment.reference, charge);
  const none = { job: null, task: null, unit: '', division: '', activity: '', percent: null, fee: null, entries: [] };
  await setInvoiceLines(draft, invoice.id, { lines: [{ ...none, ...fee, account_code, tax_type }] });
  return { payment, invoice: invoice.id };
}
