import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changesSinceExport, nextPayrollPeriod, type PayrollLine, whyNotExport } from './payroll-export.ts';

const line = (entry: number, minutes = 480, date = '2026-03-04'): PayrollLine => ({ entry, user: 3, date, minutes, overhead_code: null });

it('payroll export: what came, went and changed since is shown; the rest is not', () => {
  expect(changesSinceExport([line(1), line(2), line(3)], [line(2, 450), line(3), line(4)])).toEqual([
    { entry: 1, before: line(1), after: null },
    { entry: 2, before: line(2), after: line(2, 450) },
    { entry: 4, before: null, after: line(4) },
  ]);
});

it('payroll export laws: nothing changed shows nothing; the changes lead from the one to the other', () => {
  const lines = fc.uniqueArray(
    fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 4 })).map(([entry, hours]) => line(entry, hours * 60)),
    { selector: ({ entry }) => entry },
  );
  fc.assert(
    fc.property(lines, lines, (exported, current) => {
      expect(changesSinceExport(exported, exported)).toEqual([]);
      const result = new Map(exported.map((each) => [each.entry, each]));
      for (const { entry, after } of changesSinceExport(exported, current)) {
        if (after === null) result.delete(entry);
        else result.set(entry, after);
      }
      expect(result).toEqual(new Map([...result.keys()].map((entry) => [entry, current.find((each) => each.entry === entry)])));
      expect(result.size).toBe(current.length);
    }),
    { seed: 20260304 },
  );
});

it('payroll export: days in their order and past ones only', () => {
  expect(whyNotExport({ from: '2026-03-02', to: '2026-03-04' }, '2026-03-04')).toBeNull();
  expect(whyNotExport({ from: '2026-03-02', to: '2026-03-01' }, '2026-03-04')?.code).toBe('INVALID');
  expect(whyNotExport({ from: '2026-03-02', to: '2026-03-05' }, '2026-03-04')?.code).toBe('INVALID');
});

it('payroll export: the next days follow the last export, as many as it had, and never go beyond today', () => {
  const today = '2026-03-18';
  expect(nextPayrollPeriod(null, today, 'Monday')).toEqual({ from: '2026-03-02', to: '2026-03-15' });
  expect(nextPayrollPeriod({ from: '2026-02-16', to: '2026-03-01' }, today, 'Monday')).toEqual({ from: '2026-03-02', to: '2026-03-15' });
  expect(nextPayrollPeriod({ from: '2026-03-02', to: '2026-03-15' }, today, 'Monday')).toEqual({ from: '2026-03-16', to: today });
  expect(nextPayrollPeriod({ from: '2026-03-16', to: today }, today, 'Monday')).toEqual({ from: '2026-03-16', to: today });
});
