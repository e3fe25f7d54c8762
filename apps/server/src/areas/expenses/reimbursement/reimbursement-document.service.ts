import { proseDate } from '@dmse/domain/dates/local-date';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { notFound } from '../../../call/refusal.ts';
import { findLogo, moneyWriter } from '../../jobs/quote/quote-document.service.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import { getReimbursement } from './reimbursement.service.ts';

/** What a run pays back, a page for each person, or for the one who is asked for. */
export async function reimbursementPdf(context: Context, id: number, user: number | undefined): Promise<FileAnswer> {
  const { tx, adapters } = context;
  const run = await getReimbursement(context, id);
  const people = run.people.filter((person) => user === undefined || person.user.id === user);
  if (people.length === 0) throw notFound();
  const firm = await getSection(tx, 'firm');
  const { locale, currency } = await getSection(tx, 'region');
  const say = moneyWriter(locale, currency);
  const sign = run.reverses === null ? 1 : -1;
  const document = {
    firm: { ...firm, name: firm.legal_name || firm.firm_name, logo: await findLogo(context, firm.logo_horizontal) },
    number: run.number,
    date: proseDate(run.date),
    subtitle: run.reverses === null ? run.note : 'Reversal',
    currency,
    people: people.map(({ user: { full_name: name }, total, expenses }) => ({
      name,
      total: say(sign * total),
      rows: expenses.map(({ date, vendor, gross }) => ({ date: proseDate(date), what: vendor, amount: say(sign * gross) })),
    })),
  };
  const only = people.length === 1 ? ` ${people[0]!.user.full_name}` : '';
  const stream = () => adapters.documents.makeReimbursement(document);
  return { stream, name: `Reimbursement ${run.number}${only}.pdf`, mime_type: 'application/pdf', inline: true };
}
