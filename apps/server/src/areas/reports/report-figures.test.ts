import { createExpense, listExpenses } from '@dmse/contract/expenses/expense';
import { createInvoice, getInvoiceTotals, getTrialBalance, listInvoices, moveInvoice } from '@dmse/contract/invoices/invoice';
import { getStatement } from '@dmse/contract/invoices/statement';
import { getJob, listJobs } from '@dmse/contract/jobs/job';
import { getQuote, listQuotes, updateQuote } from '@dmse/contract/jobs/quote';
import { createPayment, getPaymentTotals } from '@dmse/contract/payments/payment';
import { getReport, type ReportFilter } from '@dmse/contract/reports/report';
import { listControlChecks } from '@dmse/contract/sites/control-point';
import { listFieldRuns } from '@dmse/contract/sites/field-run';
import { listShots } from '@dmse/contract/sites/shot';
import { createTimeEntry, listTimeEntries } from '@dmse/contract/time/entry';
import { listSheets } from '@dmse/contract/time/week';
import { getBillableWork, listBillableClients } from '@dmse/contract/wip/billable';
import { getJobWip, type JobWip } from '@dmse/contract/wip/wip';
import { listMilestones, updateMilestone } from '@dmse/contract/work/milestone';
import { addDays, localDate } from '@dmse/domain/dates/local-date';
import { STALE_DAYS, staleness } from '@dmse/domain/dates/staleness';
import type { TestClient } from '@dmse/testkit/client';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDemoFirm } from '../../testing/demo-firm.ts';
import { ask } from '../../testing/empty-database.ts';
import { REPORTS } from './all-reports.ts';

/** Every report beside the screen that shows the same: the list a person would add up by hand. */
const demo = useDemoFirm('figures');
const EVER = { from: '2000-01-01', to: '2040-12-31' };
const ZONE = 'America/Moncton';
let alice: TestClient;
let today: string;
/** The last month in which the demo firm worked, whatever the day is. */
let month: { from: string; to: string };
beforeAll(async () => {
  alice = await demo.as('alice');
  today = localDate(new Date().toISOString(), ZONE);
  const [last] = await ask<{ to: string }>(demo.ownerUrl, 'select max(date)::text as to from time_entry');
  month = { from: addDays(last!.to, -30), to: last!.to };
});

type Page<Row> = { count: number; results: Row[] };
/** All pages of a list. */
async function all<Row>(list: (page: { page: number; page_size: number }) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { count, results } = await list({ page, page_size: 100 });
    rows.push(...results);
    if (rows.length >= count || results.length === 0) return rows;
  }
}
const sum = <Row>(rows: readonly Row[], of: (row: Row) => number | null | undefined) =>
  rows.reduce((total, row) => total + (of(row) ?? 0), 0);

/** What a report comes to: a column's total, or how many rows it has. */
async function reported(report: string, column: string | null, given: ReportFilter = {}): Promise<number> {
  const { columns, totals, count } = await alice.call(getReport, { report, ...given });
  return column === null ? count : (totals[columns.findIndex(({ name }) => name === column)] ?? Number.NaN);
}

const jobs = (given: object = {}) => all((page) => alice.call(listJobs, { ...page, ...given }));
const invoices = (given: object = {}) => all((page) => alice.call(listInvoices, { ...page, ...given }));
const entries = (given: object = {}) => all((page) => alice.call(listTimeEntries, { ...page, ...given }));
const runs = () => all((page) => alice.call(listFieldRuns, page));
const milestones = () => all((page) => alice.call(listMilestones, { ...page, state: ['open'] }));
const balanceOf = async (account: string) =>
  sum((await alice.call(getTrialBalance, {})).rows, (row) => (row.account === account ? row.balance : 0));
const isCounted = ({ state }: { state: string }) => !['DRAFT', 'DELETED'].includes(state);
/** Mona's jobs: few enough to open each. */
async function mine() {
  const [{ id }] = (await ask<{ id: number }>(demo.ownerUrl, `select id from app_user where username = 'mona'`)) as [{ id: number }];
  return { manager: id as never, jobs: await jobs({ project_manager: id }) };
}

/** A figure of the WIP screens of these jobs, added up. */
const wipOf = async (rows: readonly { id: number }[], of: (total: JobWip['total']) => number) =>
  sum(await Promise.all(rows.map(({ id }) => alice.call(getJobWip, { id: id as never }))), ({ total }) => of(total));

type Figures = [reported: Promise<number>, shown: Promise<number>][];
const FIGURES: Record<string, () => Promise<Figures>> = {
  wip: async () => [[reported('wip', 'total'), jobs().then((rows) => sum(rows, ({ wip_cost }) => wip_cost))]],
  'wip-as-of': async () => {
    const own = await mine();
    const as_of = month.from;
    const shown = own.jobs.map(async ({ id }) => (await alice.call(getJobWip, { id, as_of })).total.wip);
    return [[reported('wip-as-of', 'total', { as_of, manager: own.manager }), Promise.all(shown).then((rows) => sum(rows, (wip) => wip))]];
  },
  'ready-to-bill': async () => [
    [
      reported('ready-to-bill', 'ready'),
      all((page) => alice.call(listBillableClients, page)).then((rows) => sum(rows, ({ ready }) => ready)),
    ],
  ],
  'write-offs': async () => {
    const work = jobs().then((rows) => wipOf(rows, ({ written_off }) => written_off));
    return [
      [
        reported('write-offs', 'amount', EVER),
        Promise.all([work, balanceOf('write-off')]).then(([of_work, of_bills]) => of_work + of_bills),
      ],
    ];
  },
  'job-profitability': async () => [
    [reported('job-profitability', 'minutes', month), entries(month).then((rows) => sum(rows, ({ job, minutes }) => (job ? minutes : 0)))],
    [reported('job-profitability', 'billed', EVER), balanceOf('revenue').then((balance) => -balance)],
  ],
  'budget-vs-actual': async () => {
    const own = await mine();
    const shown = own.jobs.map(async ({ id }) => (await alice.call(getJob, { id })).total);
    const done = wipOf(own.jobs, ({ wip, billed, written_off }) => wip + billed + written_off);
    return [
      [reported('budget-vs-actual', 'budget', { manager: own.manager }), Promise.all(shown).then((rows) => sum(rows, (total) => total))],
      [reported('budget-vs-actual', 'actual', { manager: own.manager }), done],
    ];
  },
  'aged-receivables': async () => [
    [reported('aged-receivables', 'total'), alice.call(getInvoiceTotals, {}).then(({ balance }) => balance)],
  ],
  'client-statement': async () => {
    const [owing] = (await invoices({ settlement: ['unpaid'] })).filter(({ balance }) => balance > 0);
    const client = owing!.client.id;
    const { open } = await alice.call(getStatement, { client });
    return [
      [reported('client-statement', 'balance', { client }), Promise.resolve(sum(open, ({ balance }) => balance))],
      [reported('client-statement', 'balance', { only: 'overdue' }), alice.call(getInvoiceTotals, {}).then(({ overdue }) => overdue)],
    ];
  },
  'invoice-register': async () => [
    [reported('invoice-register', 'total', EVER), invoices().then((rows) => sum(rows.filter(isCounted), ({ total }) => total))],
    [reported('invoice-register', 'balance', EVER), alice.call(getInvoiceTotals, {}).then(({ balance }) => balance)],
  ],
  payments: async () => {
    const shown = alice.call(getPaymentTotals, {});
    return [
      [reported('payments', 'amount', EVER), shown.then(({ amount }) => amount)],
      [reported('payments', 'unapplied', EVER), shown.then(({ unapplied }) => unapplied)],
      [reported('payments', 'amount', { ...EVER, state: ['Undeposited'] }), shown.then(({ undeposited }) => undeposited)],
    ];
  },
  'tax-collected': async () => [[reported('tax-collected', 'amount', EVER), balanceOf('tax').then((balance) => -balance)]],
  utilisation: async () => [
    [reported('utilisation', 'total', month), entries(month).then((rows) => sum(rows, ({ minutes }) => minutes))],
    [
      reported('utilisation', 'billable', month),
      entries({ ...month, is_billable: true }).then((rows) => sum(rows, ({ minutes }) => minutes)),
    ],
  ],
  'missing-timesheets': async () => {
    // Everybody of the demo firm has sent the weeks that are long over, until one is given back.
    const [week] = await ask<{ first_day: string }>(
      demo.ownerUrl,
      `update time_batch set state = 'OPEN', submitted_on = null, decided_on = null, decided_by = null where id = (
        select id from time_batch where first_day < '${today}'::date - 7 and state = 'APPROVED' order by first_day desc, id limit 1
      ) returning first_day::text`,
    );
    const { first_day } = week!;
    return [
      [
        reported('missing-timesheets', null, { from: first_day, to: first_day }),
        alice.call(listSheets, { date: first_day, missing: true }).then(({ count }) => count),
      ],
    ];
  },
  'timesheet-detail': async () => {
    const rows = entries(month);
    return [
      [reported('timesheet-detail', 'minutes', month), rows.then((list) => sum(list, ({ minutes }) => minutes))],
      [reported('timesheet-detail', 'amount', month), rows.then((list) => sum(list, ({ amount }) => amount))],
    ];
  },
  expenses: async () => {
    const rows = all((page) => alice.call(listExpenses, page));
    const owed = all((page) => alice.call(listExpenses, { ...page, reimbursement: ['owed'] }));
    const given = all((page) => alice.call(listExpenses, { ...page, billing: ['billed'] }));
    return [
      [reported('expenses', 'gross', EVER), rows.then((list) => sum(list, ({ gross }) => gross))],
      [reported('expenses', 'owed', EVER), owed.then((list) => sum(list, ({ gross }) => gross))],
      [reported('expenses', 'gross', { ...EVER, of: ['billing:billed'] }), given.then((list) => sum(list, ({ gross }) => gross))],
    ];
  },
  'quote-pipeline': async () => {
    const quotes = await all((page) => alice.call(listQuotes, page));
    const [some] = await ask<{ client: number }>(demo.ownerUrl, 'select client from quote group by 1 order by count(*) desc, 1 limit 1');
    const theirs = await all((page) => alice.call(listQuotes, { ...page, client: some!.client as never }));
    const worth = Promise.all(theirs.map(async ({ id }) => (await alice.call(getQuote, { id })).total)).then((list) =>
      sum(list, (total) => total),
    );
    return [
      [reported('quote-pipeline', null, EVER), Promise.resolve(quotes.length)],
      [reported('quote-pipeline', 'won', EVER), Promise.resolve(quotes.filter(({ state }) => state === 'ACCEPTED').length)],
      [reported('quote-pipeline', 'total', { ...EVER, client: some!.client as never }), worth],
    ];
  },
  'milestones-due': async () => [
    [reported('milestones-due', null), milestones().then((rows) => rows.filter(({ due_date, job }) => due_date && job.is_editable).length)],
  ],
  workload: async () => [
    [
      reported('workload', 'total'),
      milestones().then((rows) => rows.filter(({ assigned_user, job }) => assigned_user && job.is_editable).length),
    ],
  ],
  'stale-jobs': async () => {
    const rows = await jobs({ state: ['IN PROGRESS'] });
    const since = await Promise.all(
      rows.map(async ({ id, last_time_entry_date: last }) => last ?? localDate((await alice.call(getJob, { id })).created_on!, ZONE)),
    );
    const flagged = rows.filter(({ last_time_entry_date: last }) =>
      staleness({ state: 'IN PROGRESS', last_time_entry_date: last ?? null }, today),
    );
    const never = rows.filter(({ last_time_entry_date: last }, at) => !last && since[at]! <= addDays(today, -STALE_DAYS));
    return [[reported('stale-jobs', null), Promise.resolve(flagged.length + never.length)]];
  },
  'field-productivity': async () => {
    const started = (await runs()).filter(({ started_on }) => started_on);
    const shots = started.map(async ({ id }) => (await alice.call(listShots, { field_run: id, is_deleted: false, page_size: 1 })).count);
    return [
      [reported('field-productivity', null, EVER), Promise.resolve(started.length)],
      [reported('field-productivity', 'shots', EVER), Promise.all(shots).then((counts) => sum(counts, (count) => count))],
    ];
  },
  'control-checks': async () => {
    const { rows } = await alice.call(getReport, { report: 'control-checks', ...EVER, page_size: 500 });
    const points = [...new Set(rows.map(({ path }) => Number(path!.replace('/control/', ''))))];
    const counts = points.map(async (id) => (await alice.call(listControlChecks, { id: id as never, page_size: 1 })).count);
    return [[reported('control-checks', null, EVER), Promise.all(counts).then((list) => sum(list, (count) => count))]];
  },
  'risk-assessments': async () => [
    [
      reported('risk-assessments', null, { ...EVER, state: ['Done'] }),
      runs().then((rows) => rows.filter(({ started_on, has_risk_assessment }) => started_on && has_risk_assessment).length),
    ],
  ],
};

describe('figures of reports', () => {
  it('are compared for every report', () => expect(Object.keys(FIGURES)).toEqual(REPORTS.map(({ name }) => name)));

  it.each(REPORTS.map(({ name }) => name))('%s comes to what the screen shows', async (name) => {
    for (const [found, shown] of await FIGURES[name]!()) {
      expect(await shown).toBeGreaterThan(0);
      expect(await found).toBe(await shown);
    }
  });

  it('stay the same as those of the screens after random work', async () => {
    for (const [kind, act] of Object.entries(await randomActs())) expect(await doThrice(act), kind).toBe(3);
    month = { from: addDays(today, -30), to: today };
    for (const [name, figures] of Object.entries(FIGURES))
      for (const [found, shown] of await figures()) expect(await found, name).toBe(await shown);
  });
});

const CHANCE = fc.record({ which: fc.nat(1000), much: fc.integer({ min: 1, max: 32 }), back: fc.nat(6), is: fc.boolean() });
type Chance = { which: number; much: number; back: number; is: boolean };
type Act = (chance: Chance) => Promise<{ status: number }>;

/** One after the other, since what was done before decides what is still possible, until three were taken. Not everything that chance proposes is. */
async function doThrice(act: Act): Promise<number> {
  let taken = 0;
  for (const chance of fc.sample(CHANCE, { numRuns: 60, seed: 16 })) {
    if ((await act(chance)).status < 300) taken += 1;
    if (taken === 3) break;
  }
  return taken;
}

/** What people do all day to the facts that reports are made of. */
async function randomActs(): Promise<Record<string, Act>> {
  const some = <Row>(rows: readonly Row[], which: number) => rows[which % rows.length]!;
  const tasks = await ask<{ job: never; task: never }>(
    demo.ownerUrl,
    `select job, min(id) as task from task where job in (select id from job where state = 'IN PROGRESS') group by 1 order by 1`,
  );
  const quotes = await all((page) => alice.call(listQuotes, page));
  const open = await milestones();
  const unpaid = async () => (await invoices({ settlement: ['unpaid'] })).filter(({ balance }) => balance > 0);
  return {
    'enter time': ({ which, much, back, is }) => {
      const entry = { ...some(tasks, which), minutes: much * 15, date: addDays(today, -back), is_billable: is, note: 'Random work' };
      return alice.send(createTimeEntry, {}, entry as never);
    },
    'enter an expense': ({ which, much, back }) =>
      alice.send(createExpense, {}, {
        date: addDays(today, -back),
        gross: much * 137,
        job: some(tasks, which).job,
        vendor: 'Random',
      } as never),
    'take a payment': async ({ which, much, back }) => {
      const { id, client, balance } = some(await unpaid(), which);
      const amount = Math.max(1, Math.floor((balance * much) / 32));
      const payment = {
        client: client.id,
        method: 'Check',
        received_on: addDays(today, -back),
        amount,
        allocations: [{ invoice: id, amount }],
      };
      return alice.send(createPayment, {}, payment as never);
    },
    'write an invoice off': async ({ which }) =>
      alice.send(moveInvoice, { id: some(await unpaid(), which).id }, { to: 'WRITTEN_OFF', reason: 'Random' }),
    'draft and submit an invoice': async ({ which }) => {
      const ready = (await all((page) => alice.call(listBillableClients, page))).filter((row) => row.ready > 0);
      const client = some(ready, which).id;
      const items = (await alice.call(getBillableWork, { id: client })).jobs.flatMap((job) => job.items);
      const { id } = await alice.call(createInvoice, {}, { client, items: items.map(({ item, turn }) => ({ item, turn })) });
      return alice.send(moveInvoice, { id }, { to: 'SUBMITTED' });
    },
    'move a milestone': ({ which, much, is }) => {
      const { id } = some(open, which);
      return alice.send(updateMilestone, { id }, is ? { due_date: addDays(today, much - 16) } : { assigned_user: null });
    },
    'decide a quote': ({ which, is }) => {
      const { id } = some(quotes, which);
      return alice.send(updateQuote, { id }, { state: is ? 'ACCEPTED' : 'REJECTED' } as never);
    },
    'delete a shot': async ({ which }) => {
      await ask(
        demo.ownerUrl,
        `update shot set is_deleted = true where id = (select id from shot where not is_deleted order by id offset ${which} limit 1)`,
      );
      return { status: 200 };
    },
  };
}
