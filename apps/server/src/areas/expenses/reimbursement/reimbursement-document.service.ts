import { proseDate } from '@dmse/domain/dates/local-date';
import { moneyWriter } from '../../../adapters/documents/money-writer.ts';
import type { Row, SheetDocument } from '../../../adapters/documents/sheets.ts';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { notFound } from '../../../call/refusal.ts';
import { findLogo } from '../../jobs/quote/quote-document.service.ts';
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
  const title = `Reimbursement ${run.number}`;
  const document: SheetDocument = {
    firm: { ...firm, name: firm.legal_name || firm.firm_name, logo: await findLogo(context, firm.logo_horizontal) },
    title,
    language: locale,
    date: run.date,
    mark: '',
    foot: `${firm.legal_name || firm.firm_name}  ·  ${title}`,
    page: 'Page {n} of {m}',
    sheets: people.map(({ user: { full_name: name }, total, expenses }) => ({
      has_letterhead: true,
      title: `${title}: ${name}`,
      subtitle: [proseDate(run.date), run.reverses === null ? run.note : 'Reversal'].filter(Boolean).join('  ·  '),
      facts: [],
      tables: [
        {
          heading: 'Expenses',
          columns: [{ label: 'Date', width: 84 }, { label: 'Expense' }, { label: `Total (${currency})`, width: 96, align: 'right' }],
          rows: [
            ...expenses.map(({ date, vendor, gross }, at): Row => {
              const cells = [proseDate(date), vendor, say(sign * gross)];
              return { kind: 'line', cells, rule: true, keep: at === expenses.length - 1 };
            }),
            { kind: 'total', cells: ['Paid back', '', say(sign * total)] },
          ],
        },
      ],
      texts: [],
      stub: null,
    })),
  };
  const only = people.length === 1 ? ` ${people[0]!.user.full_name}` : '';
  const stream = () => adapters.documents.makeSheets(document);
  return { stream, name: `Reimbursement ${run.number}${only}.pdf`, mime_type: 'application/pdf', inline: true };
}
