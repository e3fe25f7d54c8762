import { proseDate } from '@dmse/domain/dates/local-date';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { notFound } from '../../../call/refusal.ts';
import { officePdf } from '../../settings/letterhead/office-sheet.service.ts';
import { getReimbursement } from './reimbursement.service.ts';

/** What a run pays back, a page for each person, or for the one who is asked for. */
export async function reimbursementPdf(context: Context, id: number, user: number | undefined): Promise<FileAnswer> {
  const run = await getReimbursement(context, id);
  const people = run.people.filter((person) => user === undefined || person.user.id === user);
  if (people.length === 0) throw notFound();
  const sign = run.reverses === null ? 1 : -1;
  const title = `Reimbursement ${run.number}`;
  return officePdf(context, {
    title,
    name: people.length === 1 ? `${title} ${people[0]!.user.full_name}` : title,
    date: run.date,
    tables: people.map(({ user: { full_name }, total, expenses }) => ({
      title: `${title}: ${full_name}`,
      subtitle: [proseDate(run.date), run.reverses === null ? run.note : 'Reversal'].filter(Boolean).join('  ·  '),
      heading: 'Expenses',
      what: 'Expense',
      rows: [
        ...expenses.map(({ date, vendor, gross }) => ({ date: proseDate(date), what: vendor, amount: sign * gross })),
        { what: 'Paid back', amount: sign * total, is: 'total' as const },
      ],
    })),
  });
}
