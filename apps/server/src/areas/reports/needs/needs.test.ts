import { listExpenses } from '@dmse/contract/expenses/expense';
import { getNeeds, type Need } from '@dmse/contract/reports/needs';
import { getReport } from '@dmse/contract/reports/report';
import { listSheets } from '@dmse/contract/time/week';
import { describe, expect, it } from 'vitest';
import { useDemoFirm } from '../../../testing/demo-firm.ts';
import { ask } from '../../../testing/empty-database.ts';

const demo = useDemoFirm('needs');

const of = (needs: readonly Need[], name: Need['name']) => needs.find((need) => need.name === name);

describe('what needs somebody today', () => {
  it('is of the firm for a Jobs and Invoices Admin, and comes to what the reports say', async () => {
    const alice = await demo.as('alice');
    await ask(
      demo.ownerUrl,
      `update budget_entry set amount = 1, is_scaled = true where job = (select w.job from job_wip w join job j on j.id = w.job
        where j.state = 'IN PROGRESS' and w.wip_cost > 100000 order by w.job limit 1)`,
    );
    const { is_of_firm, needs } = await alice.call(getNeeds, {});
    expect([is_of_firm, needs.map(({ name }) => name)]).toEqual([
      true,
      ['ready', 'over_budget', 'overdue', 'unapproved_time', 'unapproved_expenses', 'waiting', 'stale'],
    ]);
    const ready = await alice.call(getReport, { report: 'ready-to-bill' });
    expect(of(needs, 'ready')).toMatchObject({ count: ready.count, amount: ready.totals.at(-1) });
    expect(of(needs, 'ready')!.items[0]!.path).toBe(ready.rows[0]!.path);
    // "See all" opens the very rows that were counted.
    for (const name of ['ready', 'over_budget', 'overdue', 'waiting', 'stale'] as const) {
      const { path, count, amount } = of(needs, name)!;
      const [report, words] = path.replace('/report/', '').split('?');
      const { state, ...given } = Object.fromEntries(new URLSearchParams(words));
      const seen = await alice.call(getReport, { report: report!, ...given, ...(state ? { state: [state] } : {}) });
      expect([seen.count, seen.totals.includes(amount)], name).toEqual([count, true]);
    }
    const used = await alice.call(getReport, { report: 'budget-vs-actual', state: ['IN PROGRESS'], page_size: 500 });
    expect(of(needs, 'over_budget')!.count).toBe(used.rows.filter(({ cells }) => Number(cells.at(-1)) > 100).length);
    const weeks = of(needs, 'unapproved_time')!;
    const [, date] = /^\/timesheet\/admin\?date=([\d-]{10})&state=SUBMITTED$/.exec(weeks.path)!;
    const sheets = await alice.call(listSheets, { date, state: 'SUBMITTED', page_size: 200 });
    const others = sheets.results.filter(({ user }) => user.full_name !== 'Alice Arsenault');
    expect([weeks.amount, weeks.items[0]!.path, others.length > 0]).toEqual([null, weeks.path, true]);
    expect(weeks.count).toBeGreaterThanOrEqual(others.length);
    const spent = await alice.call(listExpenses, { to_approve: true, page_size: 200 });
    const gross = spent.results.reduce((sum, expense) => sum + expense.gross!, 0);
    expect(of(needs, 'unapproved_expenses')).toMatchObject({ count: spent.count, amount: gross, path: '/expenses?tab=approve' });
    for (const { count, items } of needs) expect(items).toHaveLength(Math.min(3, count));
  });

  it('is of their own jobs for a manager, and nothing for others', async () => {
    const mona = await demo.as('mona');
    const [{ id }] = (await ask<{ id: number }>(demo.ownerUrl, `select id from app_user where username = 'mona'`)) as [{ id: number }];
    const { is_of_firm, needs } = await mona.call(getNeeds, {});
    expect(is_of_firm).toBe(false);
    const own = await mona.call(getReport, { report: 'ready-to-bill', manager: id as never });
    expect(of(needs, 'ready')?.count ?? 0).toBe(own.count);
    // She may not write invoices, so the line leads to where she can do something.
    for (const { path } of own.rows) expect(path).toMatch(/^\/job\/\d+\/tasks\?mode=wip$/);
    expect(of(needs, 'ready')?.action ?? 'Open WIP').toBe('Open WIP');
    const paths = await ask<{ path: string }>(
      demo.ownerUrl,
      `select distinct '/invoice/' || l.invoice as path from invoice_line l join job j on j.id = l.job where j.project_manager = ${id}`,
    );
    const mine = new Set(paths.map(({ path }) => path));
    const { rows } = await mona.call(getReport, { report: 'client-statement', page_size: 500 });
    const late = rows.filter(({ cells, path }) => Number(cells[4]) > 0 && mine.has(path!));
    expect(late.length).toBeGreaterThan(0);
    expect(of(needs, 'overdue')!.count).toBe(late.length);
    for (const who of ['joe', 'chelsea', 'ivan'] as const) expect((await (await demo.as(who)).send(getNeeds, {})).status).toBe(403);
  });
});
