import { proseDate } from '@dmse/domain/dates/local-date';
import { plural } from '@dmse/domain/text/counts';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { findLogo, moneyWriter } from '../../jobs/quote/quote-document.service.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import { getDeposit } from './deposit.service.ts';

/** What is taken to the bank, payment by payment. */
export async function depositSlip(context: Context, id: number): Promise<FileAnswer> {
  const { tx, adapters } = context;
  const { date, state, account_name, account_code, note, payments, methods, total } = await getDeposit(context, id);
  const firm = await getSection(tx, 'firm');
  const { locale, currency } = await getSection(tx, 'region');
  const say = moneyWriter(locale, currency);
  const document = {
    firm: { ...firm, name: firm.legal_name || firm.firm_name, logo: await findLogo(context, firm.logo_horizontal) },
    number: id,
    date: proseDate(date),
    subtitle: [`${account_name} (${account_code})`, state === 'OPEN' ? 'Not deposited yet' : '', note].filter(Boolean).join('  ·  '),
    currency,
    rows: payments.map(({ client, received_on, method, reference, amount }) => ({
      date: proseDate(received_on),
      what: [client.name, method === 'Check' ? 'Cheque' : method, reference].filter(Boolean).join(', '),
      amount: say(amount),
    })),
    methods: methods.map(({ method, count, amount }) => ({
      what: `${method === 'Check' ? 'Cheque' : method}: ${plural(count, 'payment')}`,
      amount: say(amount),
    })),
    total: say(total),
  };
  const stream = () => adapters.documents.makeDepositSlip(document);
  return { stream, name: `Deposit ${id}.pdf`, mime_type: 'application/pdf', inline: true };
}
