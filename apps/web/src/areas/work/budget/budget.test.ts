import type { BudgetEntry } from '@dmse/contract/work/budget';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSelected, keepWithin, moveBy, rangeOf, selectAll, selectSpot, tabTo } from '../../../parts/grid/grid-selection.ts';
import { cellsToPutBack, cellsToWrite, indexColumns, indexEntries, listTyped, untouchedSince } from '../budget-grid/budget-cells.ts';
import { listColumns } from '../budget-grid/budget-columns.ts';
import { buildBudget, openTables } from '../budget-grid/budget-table.ts';
import { budgetQuery } from './use-budget.ts';

const STAMPS = { version: 1, created_on: '', created_by: null, updated_on: '', updated_by: null };
const names = { roles: [{ id: 2, name: 'Surveyor' }], types: [{ id: 7, name: 'Mileage', unit: 'km' }] };

function role(milestone: number, job_role: number, minutes: number, change: Partial<BudgetEntry> = {}): BudgetEntry {
  return {
    ...{ id: milestone * 10 + job_role, job: 1, quote: null, milestone, job_role, disbursement_type: null, minutes, rate: 6000 },
    ...{ rate_rule: '', quantity: null, unit_cost: null, markup_pct: null, amount: minutes * 100, is_scaled: false, is_locked: false },
    ...{ ...STAMPS, ...change },
  };
}
function bought(milestone: number, quantity: number, unit_cost: number): BudgetEntry {
  const none = { job_role: null, minutes: null, rate: null };
  return { ...role(milestone, 1, 0), ...none, disbursement_type: 7, quantity, unit_cost, markup_pct: 0, amount: quantity * unit_cost };
}

describe('what is asked of the server', () => {
  const columns = indexColumns(listColumns(names, new Set(['role-2', 'type-7']), true));
  const change = (column: string, after: number | null) => ({ row: 4, column, before: null, after });

  it('a quantity and its price are one row; a price alone waits for a quantity', () => {
    const both = [change('type-7', 3), change('type-7-cost', 250)];
    expect(cellsToWrite(both, columns, new Map())).toEqual([{ milestone: 4, disbursement_type: 7, quantity: 3, unit_cost: 250 }]);
    expect(cellsToWrite([change('type-7-cost', 250)], columns, new Map())).toEqual([
      { milestone: 4, disbursement_type: 7, unit_cost: 250 },
    ]);
  });

  it('emptying the quantity empties the row, emptying the price alone asks for the usual one, and nothing there stays nothing', () => {
    const there = indexEntries([bought(4, 3, 250)]);
    expect(cellsToWrite([change('type-7', null)], columns, there)).toEqual([{ milestone: 4, disbursement_type: 7, quantity: null }]);
    expect(cellsToWrite([change('type-7-cost', null)], columns, there)).toEqual([{ milestone: 4, disbursement_type: 7, unit_cost: null }]);
    expect(cellsToWrite([change('role-2', null)], columns, new Map())).toEqual([]);
  });

  it('puts a row back with its rate, lock and scaled amount, and leaves what somebody else has typed since', () => {
    const before = indexEntries([role(4, 2, 60, { amount: 999, is_scaled: true, is_locked: true })]);
    const places = [{ milestone: 4, line: 'role-2' as const }];
    const held = { rate: 6000, rate_rule: '', unit_cost: null, markup_pct: null, amount: 999, is_scaled: true, is_locked: true };
    expect(cellsToPutBack(places, before)).toEqual([{ milestone: 4, job_role: 2, minutes: 60, held }]);
    expect(cellsToPutBack(places, new Map())).toEqual([{ milestone: 4, job_role: 2, minutes: null }]);
    const left = indexEntries([role(4, 2, 90)]);
    expect(untouchedSince(places, left, indexEntries([role(4, 2, 90, { version: 5 })]))).toEqual(places);
    expect(untouchedSince(places, left, indexEntries([role(4, 2, 95)]))).toEqual([]);
  });
});

describe('the table', () => {
  const stamped = { job: 1, quote: null, ...STAMPS };
  const milestone = (id: number, order: string) => ({ id, name: `M${id}`, task: 1, order }) as never;
  const work = {
    groups: [{ id: 1, name: 'Work', order: 'a0', ...stamped }],
    tasks: [{ id: 1, task_group: 1, name: 'Survey', order: 'a0', milestones: [milestone(4, 'a0'), milestone(5, 'a1')] } as never],
  };
  const build = (entries: BudgetEntry[], pending = new Map(), seesAmounts = true) =>
    buildBudget({ work, entries, names, extra: new Set(), pending, seesAmounts });

  it('keeps a column of what is no longer on the list, behind the others', () => {
    const { columns } = build([role(4, 9, 60), role(4, 2, 60)]);
    expect(columns.map(({ title }) => title)).toEqual(['Surveyor', 'A role no longer used']);
  });

  it('counts what is on its way at once, at the rate the row has', () => {
    const entries = [role(4, 2, 60), role(5, 2, 30)];
    expect(build(entries).sums.all).toMatchObject({ minutes: 90, amount: 9000 });
    expect(build(entries, new Map([['4/role-2', 120]])).sums.all).toMatchObject({ minutes: 150, amount: 15_000 });
    expect(build(entries, new Map([['4/role-2', null]])).sums.all).toMatchObject({ minutes: 30, amount: 3000 });
  });

  it('is built once for what a key asks and what is drawn after it, also when an older one is asked for in between', () => {
    const tableOf = openTables({ names, extra: new Set(), seesAmounts: true });
    const entries = [role(4, 2, 60)];
    const [before, after] = [new Map(), new Map([['4/role-2', 120]])];
    const asked = tableOf({ work, entries, pending: after });
    expect(asked.sums.all.minutes).toBe(120);
    expect(tableOf({ work, entries, pending: before }).sums.all.minutes).toBe(60);
    expect(tableOf({ work, entries, pending: after })).toBe(asked);
    expect(tableOf({ work, entries: [...entries], pending: after })).not.toBe(asked);
  });

  it('keeps what was typed over figures that were drawn before it, also once it is saved', () => {
    const drawn = { pending: new Map() };
    const shown = (pending: [string, number | null][]) => listTyped(new Map(pending), drawn).get(4)?.get('4/role-2');
    expect(shown([['4/role-2', 90]])).toBe(90);
    expect(shown([])).toBe(90);
    expect(shown([['4/role-2', null]])).toBe(null);
    expect(shown([])).toBe(null);
    expect(listTyped(new Map(), { pending: new Map() }).size).toBe(0);
    expect(listTyped(new Map([['4/role-2', 90]]), { pending: new Map([['4/role-2', 90]]) }).size).toBe(0);
  });

  it('of an answer for one milestone only its own task is made anew', () => {
    const client = new QueryClient();
    const { queryFn: _, ...query } = budgetQuery({ job: 1 });
    const unwatch = new QueryObserver(client, { ...query, enabled: false }).subscribe(() => {});
    const keep = (rows: BudgetEntry[]) => client.setQueryData<BudgetEntry[]>(query.queryKey, rows)!;
    const first = keep([role(4, 2, 60), role(5, 2, 30), role(6, 2, 15)]);
    const next = keep([{ ...first[1]! }, { ...first[2]! }, role(4, 2, 90)]);
    expect(next.map(({ milestone, minutes }) => [milestone, minutes])).toEqual([
      [5, 30],
      [6, 15],
      [4, 90],
    ]);
    expect(next[0]).toBe(first[1]);
    expect(next[1]).toBe(first[2]);
    unwatch();
  });

  it('shows no price column to whoever sees no amounts', () => {
    const { amount, unit_cost, rate, rate_rule, markup_pct, ...seen } = bought(4, 3, 250);
    expect(build([seen], new Map(), false).columns.map(({ key }) => key)).toEqual(['type-7']);
    expect(build([bought(4, 3, 250)]).columns.map(({ key }) => key)).toEqual(['type-7', 'type-7-cost']);
  });

  it('a row is locked when all of it is', () => {
    const lockOf = (...locked: boolean[]) => build(locked.map((is_locked, at) => role(4, at + 1, 60, { is_locked }))).lines[0]!.lock;
    expect([lockOf(true, true), lockOf(true, false), lockOf(false)]).toEqual(['all', 'some', 'none']);
  });
});

describe('the selection', () => {
  const size = { rows: 3, columns: 4 };
  it('stays within the table, whatever is pressed, and shrinks with it', () => {
    const step = fc.record({ row: fc.integer({ min: -5, max: 5 }), column: fc.integer({ min: -5, max: 5 }) });
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.boolean())), (steps) => {
        const end = steps.reduce(
          (selection, [by, isExtending]) => moveBy(selection, by, isExtending, size),
          selectSpot({ row: 0, column: 0 }),
        );
        const { top, bottom, left, right } = rangeOf(end);
        expect(top >= 0 && bottom < size.rows && left >= 0 && right < size.columns).toBe(true);
        expect(countSelected(keepWithin(end, { rows: 1, columns: 1 }))).toBe(1);
      }),
    );
    expect(countSelected(selectAll(size))).toBe(12);
  });

  it('Tab reads on in the next row, and leaves at both ends', () => {
    expect(tabTo(selectSpot({ row: 0, column: 3 }), 1, size)).toEqual(selectSpot({ row: 1, column: 0 }));
    expect(tabTo(selectSpot({ row: 1, column: 0 }), -1, size)).toEqual(selectSpot({ row: 0, column: 3 }));
    expect(tabTo(selectSpot({ row: 2, column: 3 }), 1, size)).toBeNull();
    expect(tabTo(selectSpot({ row: 0, column: 0 }), -1, size)).toBeNull();
  });
});
