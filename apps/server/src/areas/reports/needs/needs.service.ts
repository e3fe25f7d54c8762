import type { AnswerOf } from '@dmse/contract/endpoint';
import type { getNeeds as GetNeeds, Need } from '@dmse/contract/reports/needs';
import { type Action, can } from '@dmse/domain/access/grants';
import { expandRoles } from '@dmse/domain/access/roles';
import { sayCount } from '@dmse/domain/text/counts';
import type { Context } from '../../../call/context.ts';
import { quotePipeline } from '../jobs/quote-pipeline.queries.ts';
import { staleJobs } from '../jobs/stale-jobs.queries.ts';
import { budgetVsActual } from '../money/budget-vs-actual.queries.ts';
import { readyToBill } from '../money/ready-to-bill.queries.ts';
import { clientStatement } from '../money/receivables.queries.ts';
import * as reports from '../report/report.queries.ts';
import { fill } from '../report/report.service.ts';
import type { Asked, ReportDeclaration } from '../report/report.ts';
import * as needs from './needs.queries.ts';

const SHOWN = 3;
/** Quotes are waited for however long ago they were begun. */
const EVER = '2000-01-01';

type Row = Record<string, reports.Cell>;
type Look = {
  name: Need['name'];
  title: string;
  rows: reports.Rows;
  /** The column that is added up. */
  sum: string;
  columns: readonly string[];
  order: string;
  /** All of them; null for the screen of the first, where the others stand too. */
  path: string | null;
  action: string;
  say: (row: Row) => [title: reports.Cell, text: string];
};

/** Where a report shows the same rows. */
const pathOf = ({ name }: ReportDeclaration, words: Record<string, string | number | undefined>) => {
  const given = Object.entries(words).flatMap(([word, value]) => (value === undefined ? [] : [`${word}=${encodeURIComponent(value)}`]));
  return given.length > 0 ? `/report/${name}?${given.join('&')}` : `/report/${name}`;
};

/** Each line is a report, narrowed to what has to be acted on; "See all" opens the same rows. */
function looks(asked: Asked, { actor }: Context): Look[] {
  const { manager } = asked;
  const ofJob = ({ job, description, client }: Row) => [`${job} ${description}`, client] as const;
  const approves = (everything: Action) => ({ id: actor.id, everybody: can(actor.groups, everything) });
  const submission = {
    ...{ sum: 'amount', columns: ['who', 'what', 'date'], order: 'date' },
    say: ({ who, what }: Row): [reports.Cell, string] => [who!, String(what)],
  };
  const job = ['job', 'description', 'client'];
  return [
    {
      ...{
        name: 'ready',
        title: 'Ready to bill',
        action: asked.may_bill ? 'Draft invoice' : 'Open WIP',
        sum: 'ready',
        columns: job,
        order: '-ready',
      },
      rows: readyToBill.rows(asked),
      path: pathOf(readyToBill, { manager }),
      say: (row) => [ofJob(row)[0], String(row.client)],
    },
    {
      ...{ name: 'over_budget', title: 'Over budget', action: 'Open budget', sum: 'left', columns: [...job, 'used'], order: '-used' },
      rows: budgetVsActual.rows({ ...asked, state: ['IN PROGRESS'], only: 'over' }),
      path: pathOf(budgetVsActual, { manager, state: 'IN PROGRESS', only: 'over' }),
      say: (row) => [ofJob(row)[0], `${Math.round(Number(row.used))} % of the budget is used`],
    },
    {
      ...{ name: 'overdue', title: 'Overdue invoices', action: 'Open invoice', sum: 'balance', order: '-days' },
      columns: ['invoice', 'client', 'days'],
      rows: clientStatement.rows({ ...asked, only: 'overdue' }),
      path: pathOf(clientStatement, { manager, only: 'overdue' }),
      say: (row) => [`Invoice ${row.invoice}`, `${row.client} · ${sayCount(Number(row.days), 'day')} past due`],
    },
    {
      ...{ ...submission, name: 'unapproved_time', title: 'Timesheets to approve', action: 'Look and approve' },
      rows: needs.submittedWeeks(approves('time.admin')),
      path: null,
    },
    {
      ...{ ...submission, name: 'unapproved_expenses', title: 'Expenses to approve', action: 'Look and approve' },
      rows: needs.submittedExpenses(approves('expenses.admin')),
      path: '/expenses?tab=approve',
    },
    {
      ...{ name: 'waiting', title: 'Waiting for the client', action: 'Open quote', sum: 'total', order: 'submitted' },
      columns: ['num', 'description', 'client', 'submitted'],
      rows: quotePipeline.rows({ ...asked, from: EVER, state: ['QUOTE SUBMITTED'] }),
      path: pathOf(quotePipeline, { manager, state: 'QUOTE SUBMITTED', from: EVER }),
      say: (row) => [`${row.num} ${row.description}`, `${row.client} · submitted ${row.submitted ?? 'on no known day'}`],
    },
    {
      ...{ name: 'stale', title: 'Stale jobs', action: 'Open job', sum: 'wip', columns: [...job, 'days'], order: '-days' },
      rows: staleJobs.rows({ ...asked, only: 'awake' }),
      path: pathOf(staleJobs, { manager, only: 'awake' }),
      say: (row) => [ofJob(row)[0], `Nobody has worked on it for ${sayCount(Number(row.days), 'day')}`],
    },
  ];
}

/** What a manager's own jobs need; for whoever is Jobs Admin and Invoices Admin those of the firm. What needs nothing is left out. */
export async function getNeeds(context: Context): Promise<AnswerOf<typeof GetNeeds>> {
  const { tx, actor } = context;
  const held = expandRoles(actor.groups);
  const is_of_firm = held.includes('Jobs Admin') && held.includes('Invoices Admin');
  const asked = await fill(context, is_of_firm ? {} : { manager: actor.id as NonNullable<Asked['manager']> });
  const found: Need[] = [];
  for (const { name, title, rows, sum, columns, order, path, action, say } of looks(asked, context)) {
    const page = { columns: [...columns, sum], order: [order, 'path'], limit: SHOWN, offset: 0 };
    const { totals, page: listed } = await reports.whole(tx, rows, { rows: reports.PLAIN, sums: [{ name: sum }], page, chart: null });
    const { count, ...added } = totals;
    if (count === 0) continue;
    const items = listed.map((row) => {
      const [said, text] = say(row);
      return { title: String(said), text, amount: row[sum] === null ? null : Number(row[sum]), path: row.path! };
    });
    const amount = (added as Record<string, number | null>)[sum] ?? null;
    found.push({ name, title, count, amount, path: path ?? items[0]!.path, action, items });
  }
  return { is_of_firm, needs: found };
}
