import type { RequestBody } from '@dmse/contract/endpoint';
import type { Invoice, MovedInvoice, reverseInvoiceCredit } from '@dmse/contract/invoices/invoice';
import { postWriteOff } from '@dmse/domain/ledger/journal';
import { type Cents, sayCents, subtractCents, sumCents } from '@dmse/domain/money/cents';
import { whyNotCredit, whyNotReverseCredit } from '@dmse/domain/states/invoice';
import type { Context } from '../../../call/context.ts';
import { invalid, refuse } from '../../../call/refusal.ts';
import { type PostedNoun, postRecord, reverseRecord } from '../../../records/posted.ts';
import { openRecord, type RowOf, updateRecord } from '../../../records/record.ts';
import { getToday } from '../../settings/setting/setting.service.ts';
import { post, reverseOne } from '../journal/journal.service.ts';
import { getMovedInvoice, invoiceNoun, loadInvoice } from './invoice.service.ts';
import { findCredit } from './invoice-credit.queries.ts';

const creditNoun: PostedNoun = { noun: 'credit', table: 'invoice_credit', ledger: 'accounting', series: null, amounts: ['amount'] };

/** Like a write-off of that part. */
const linesOf = ({ client }: Pick<Invoice, 'client'>, amount: Cents) => postWriteOff({ client: client.id, amount });

/** The trigger keeps what is written off; the history says it, and whoever has it open is told by the version. */
async function note(context: Context, before: RowOf<'invoice'>, to: Cents, reason: string): Promise<void> {
  const said = { field: 'written_off', label: 'Credited and written off', from: sayCents(before.written_off), to: sayCents(to) };
  await updateRecord(context, invoiceNoun, before, {}, [said, { field: 'reason', label: 'Reason', from: null, to: reason }]);
}

/** Credits a part of what is owed: the invoice stays as it is, and the rest is owed. Answers the id of the credit. */
export async function creditInvoice(context: Context, id: number, { amount, reason }: { amount: Cents; reason: string }): Promise<number> {
  const before = await openRecord(context, invoiceNoun, id);
  const { shown, facts } = await loadInvoice(context, id);
  refuse(whyNotCredit(facts, amount));
  const { today: date } = facts;
  const credit = await postRecord(context, creditNoun, { date, invoice: id, amount, reason });
  await post(context, { date, says: `Credit on invoice ${shown.num}`, act: 'credit', of: { invoice: id } }, linesOf(shown, amount));
  await note(context, before, sumCents([before.written_off, amount]), reason);
  return credit.id;
}

/** A credit is taken back as a whole: it is owed again. */
export async function reverseCredit(
  context: Context,
  id: number,
  { credit, reason }: RequestBody<typeof reverseInvoiceCredit>,
): Promise<MovedInvoice> {
  const before = await openRecord(context, invoiceNoun, id);
  const { shown } = await loadInvoice(context, id);
  const named = await findCredit(context.tx, id, credit);
  if (!named) throw invalid({ credit: 'There is no such credit on this invoice.' });
  refuse(whyNotReverseCredit({ ...shown, ...named }));
  const [{ date, amount }, today] = [named, await getToday(context)];
  await reverseRecord(context, creditNoun, credit, today);
  const posted = { date: today, says: `Credit on invoice ${shown.num}, taken back`, act: 'credit', of: { invoice: id } } as const;
  await reverseOne(context, posted, { date, lines: linesOf(shown, amount) });
  await note(context, before, subtractCents(before.written_off, amount), reason);
  return getMovedInvoice(context, id);
}
