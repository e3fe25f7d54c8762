import { readQuery } from '@dmse/contract/common/read-query';
import * as wire from '@dmse/contract/reports/report';
import { describe, expect, it } from 'vitest';
import { useDemoFirm } from '../../testing/demo-firm.ts';
import { ask } from '../../testing/empty-database.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { REPORTS } from './all-reports.ts';

/** The demo firm: the figures of a report are compared with those that the screens read. */
const demo = useDemoFirm('reports');

const PERIOD = { from: '2020-01-01', to: '2030-12-31' };
const readWords = (path: string) => Object.fromEntries(new URLSearchParams(path));
const periodOf = (filters: readonly string[]) => (filters.includes('from') ? PERIOD : {});

describe('reports', () => {
  it('are the twenty-two of the list, each with a name of its own', () => {
    expect(REPORTS).toHaveLength(22);
    expect(new Set(REPORTS.map(({ name }) => name)).size).toBe(22);
  });

  it.each(REPORTS.map(({ name }) => name))('%s: answers, is put together by each of its columns, and is printed', async (name) => {
    const alice = await demo.as('alice');
    const declared = REPORTS.find((one) => one.name === name)!;
    const asked = { report: name, ...periodOf(declared.filters) };
    const whole = await alice.call(wire.getReport, asked);
    expect(whole.columns.map((column) => column.name)).toEqual(Object.keys(declared.columns));
    for (const { cells } of whole.rows) expect(cells).toHaveLength(whole.columns.length);
    for (const { name: group_by } of whole.group_by) {
      const grouped = await alice.call(wire.getReport, { ...asked, group_by });
      // What is put together comes to the same, and no row is lost.
      expect(grouped.totals[1]).toBe(whole.count);
      // Every group opens; the first, the last and those without a value to as many rows as they say, with the same sums.
      expect(grouped.rows.map(({ path }) => path)).not.toContain(null);
      for (const { cells, path } of grouped.rows.filter(({ cells }, at) => !cells[0] || at === 0 || at === grouped.rows.length - 1)) {
        const words = readQuery(wire.getReport.declaration.query, readWords(path!));
        const narrowed = await alice.call(wire.getReport, { ...asked, ...words });
        const added = grouped.columns
          .slice(2)
          .map((column) => narrowed.totals[narrowed.columns.findIndex(({ name: one }) => one === column.name)]);
        expect([narrowed.count, ...added], path!).toEqual(cells.slice(1));
      }
      const sums = grouped.columns.slice(2).map((column) => whole.totals[whole.columns.findIndex(({ name: one }) => one === column.name)]);
      expect(grouped.totals.slice(2)).toEqual(sums);
    }
    await alice.call(wire.getReport, { ...asked, ordering: `-${whole.columns.at(-1)!.name}` });
    const csv = await (await alice.call(wire.exportReport, { ...asked, format: 'csv' })).text();
    expect(csv.trim().split('\r\n')[0]).toContain(whole.columns[0]!.label);
  });

  it('are narrowed to a group within a group, and say so', async () => {
    const alice = await demo.as('alice');
    const asked = { report: 'expenses', ...PERIOD };
    const [fuel] = (await alice.call(wire.getReport, { ...asked, group_by: 'category', ordering: '-lines' })).rows;
    const of = [readWords(fuel!.path!).of!];
    const vendors = await alice.call(wire.getReport, { ...asked, of, group_by: 'vendor' });
    expect(vendors.totals[1]).toBe(fuel!.cells[1]);
    const both = await alice.call(wire.getReport, { ...asked, of: [...of, readWords(vendors.rows[0]!.path!).of!] });
    expect(both.count).toBe(vendors.rows[0]!.cells[1]);
    expect(both.subtitle).toContain(`Category: ${fuel!.cells[0]} · Vendor: ${vendors.rows[0]!.cells[0]}`);
    const csv = await (await alice.call(wire.exportReport, { ...asked, of, group_by: 'vendor', format: 'csv' })).text();
    expect(csv.trim().split('\r\n')).toHaveLength(vendors.count + 1);
    // A column that rows are not put together by, and one that hides an amount, narrow nothing.
    for (const wrong of ['gross:100', 'nonsense:1']) expect((await alice.send(wire.getReport, { ...asked, of: [wrong] })).status).toBe(400);
  });

  it('have those in their charts whose bars are the longest, whatever these are made of', async () => {
    const alice = await demo.as('alice');
    const { chart } = await alice.call(wire.getReport, { report: 'aged-receivables' });
    const { rows, columns } = await alice.call(wire.getReport, { report: 'aged-receivables', ordering: '-total', page_size: 10 });
    expect(columns.at(-1)!.name).toBe('total');
    const lengths = chart!.points.map(({ values }) => values.reduce((sum, value) => sum + Math.max(value, 0), 0));
    expect(lengths.slice(0, 10)).toEqual(rows.map(({ cells }) => cells.at(-1)));
  });

  it('are printed with their totals', async () => {
    const mona = await demo.as('mona');
    const asked = { report: 'wip' };
    expect((await mona.call(wire.exportReport, { ...asked, format: 'xlsx' })).size).toBeGreaterThan(1000);
    const pdf = new Uint8Array(await (await mona.call(wire.exportReport, { ...asked, format: 'pdf' })).arrayBuffer());
    // On every page stands when it was made.
    expect(readPdf(pdf)).toMatch(/Total [–$\d,. ]+ Ternwick .* Work in progress · \d{1,2} [A-Z][a-z]{2} \d{4}/);
  });

  it('say what share one sum is of another, under all rows and for each group, in files too', async () => {
    const alice = await demo.as('alice');
    const asked = { report: 'quote-pipeline', ...PERIOD };
    const whole = await alice.call(wire.getReport, asked);
    const at = (name: string) => whole.columns.findIndex((column) => column.name === name);
    const [won, decided] = [whole.totals[at('won')]!, whole.totals[at('decided')]!];
    expect(decided).toBeGreaterThan(won);
    expect(whole.totals[at('win_rate')]).toBeCloseTo((100 * won) / decided, 1);
    const { rows, columns } = await alice.call(wire.getReport, { ...asked, group_by: 'manager', ordering: '-win_rate' });
    expect(columns.at(-1)!.name).toBe('win_rate');
    expect(Number(rows[0]!.cells.at(-1))).toBeGreaterThan(whole.totals[at('win_rate')]!);
    const pdf = await (await alice.call(wire.exportReport, { ...asked, format: 'pdf' })).arrayBuffer();
    expect(readPdf(new Uint8Array(pdf))).toContain(` ${whole.totals[at('win_rate')]!.toFixed(1)} `);
    const none = await alice.call(wire.getReport, { ...asked, from: '2020-01-01', to: '2020-01-02' });
    expect([none.totals[at('won')], none.totals[at('win_rate')]]).toEqual([0, null]);
  });

  it('have the days of the firm, not those of the server', async () => {
    const [quote] = await ask<{ num: string }>(
      demo.ownerUrl,
      `update quote set created_on = '2024-01-01T02:00:00Z' where id = (select min(id) from quote) returning num`,
    );
    const on = async (day: string) => {
      const { rows } = await (await demo.as('alice')).call(wire.getReport, { report: 'quote-pipeline', from: day, to: day });
      return rows.map(({ cells }) => cells[0]);
    };
    expect(await on('2023-12-31')).toContain(quote!.num);
    expect(await on('2024-01-01')).not.toContain(quote!.num);
  });

  it('are refused to whoever may not see them, and amounts are absent, in files too', async () => {
    const [alice, chelsea] = [await demo.as('alice'), await demo.as('chelsea')];
    expect((await chelsea.send(wire.getReport, { report: 'wip' })).status).toBe(403);
    expect((await chelsea.send(wire.getReport, { report: 'no-such' })).status).toBe(404);
    const joe = await demo.as('joe');
    const quotes = await joe.call(wire.getReport, { report: 'quote-pipeline' });
    expect(quotes.columns.map(({ name }) => name)).not.toContain('total');
    expect(await (await joe.call(wire.exportReport, { report: 'quote-pipeline', format: 'csv' })).text()).not.toContain('Worth');
    expect((await joe.send(wire.getReport, { report: 'quote-pipeline', ordering: '-total' })).status).toBe(400);
    expect((await joe.send(wire.getReport, { report: 'quote-pipeline', as_of: '2026-01-01' })).status).toBe(400);
    expect((await joe.send(wire.getReport, { report: 'stale-jobs', only: 'constructor' })).status).toBe(400);
    const mine = await chelsea.call(wire.getReport, { report: 'timesheet-detail', ...PERIOD, group_by: 'person' });
    expect(mine.rows.map(({ cells }) => cells[0])).toEqual(mine.rows.length === 0 ? [] : ['Chelsea Comeau']);
    const all = await alice.call(wire.getReport, { report: 'timesheet-detail', ...PERIOD, group_by: 'person' });
    expect(all.count).toBeGreaterThan(mine.count);
    expect((await joe.call(wire.listReports, {})).results.map(({ name }) => name)).not.toContain('wip');
  });

  it('are kept as views, shared or not; only their owner removes them', async () => {
    const [alice, joe] = [await demo.as('alice'), await demo.as('joe')];
    const view = { report: 'stale-jobs', name: 'Mine', search: 'manager=3', is_shared: false };
    const own = await joe.call(wire.createReportView, {}, view);
    const shared = await joe.call(wire.createReportView, {}, { ...view, name: 'Ours', is_shared: true });
    expect((await alice.call(wire.listReportViews, {})).results).toMatchObject([{ id: shared.id, is_mine: false }]);
    expect((await alice.send(wire.removeReportView, { id: shared.id })).status).toBe(404);
    await joe.call(wire.removeReportView, { id: own.id });
    expect((await joe.send(wire.createReportView, {}, { ...view, report: 'wip' })).status).toBe(403);
  });
});
