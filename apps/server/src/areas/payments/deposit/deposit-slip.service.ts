import { proseDate } from '@dmse/domain/dates/local-date';
import { plural } from '@dmse/domain/text/counts';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { officePdf } from '../../settings/letterhead/office-sheet.service.ts';
import { getDeposit } from './deposit.service.ts';

const sayMethod = (method: string) => (method === 'Check' ? 'Cheque' : method);

/** What is taken to the bank, payment by payment. */
export async function depositSlip(context: Context, id: number): Promise<FileAnswer> {
  const { date, state, account_name, account_code, note, payments, methods, total } = await getDeposit(context, id);
  const title = `Deposit ${id}`;
  const about = [proseDate(date), `${account_name} (${account_code})`, state === 'OPEN' ? 'Not deposited yet' : '', note];
  const rows = payments.map(({ client, received_on, method, reference, amount }) => ({
    date: proseDate(received_on),
    what: [client.name, sayMethod(method), reference].filter(Boolean).join(', '),
    amount,
  }));
  const sums = methods.map(({ method, count, amount }) => ({
    what: `${sayMethod(method)}, ${plural(count, 'payment')}`,
    amount,
    is: 'sum' as const,
  }));
  const table = { title, subtitle: about.filter(Boolean).join('  ·  '), heading: 'Payments', what: 'Payment' };
  return officePdf(context, {
    title,
    name: title,
    date,
    tables: [{ ...table, rows: [...rows, ...sums, { what: 'Deposited', amount: total, is: 'total' }] }],
  });
}
