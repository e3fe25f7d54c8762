import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typedDuration } from '../dates/duration.ts';
import { typedCents } from '../money/cents.ts';
import { type CellChange, type Pasted, type PasteRow, pasteBlock, sayPasted, undoPaste } from './budget-paste.ts';
import { type CellValue, readCell } from './cell-value.ts';

const columns = [
  { key: 'name', kind: 'line', is_required: true },
  { key: 'minutes', kind: 'minutes' },
  { key: 'unit_cost', kind: 'money' },
  { key: 'quantity', kind: 'quantity' },
  { key: 'markup_pct', kind: 'percent' },
] as const;

const row = (id: number, values: Record<string, CellValue> = {}, why_not: string | null = null): PasteRow => ({ id, values, why_not });
const table = (count: number) => ({ columns, rows: Array.from({ length: count }, (_, at) => row(at + 1, { name: `Row ${at + 1}` })) });

function paste(
  text: string,
  target: { row: number; column: number; rows?: number; columns?: number },
  into: { columns: typeof columns; rows: PasteRow[] },
): Pasted {
  const pasted = pasteBlock(text, target, into);
  if ('problem' in pasted) throw new Error(pasted.problem);
  return pasted;
}

/** The table after the changes, as a screen would hold it. */
function apply(rows: readonly PasteRow[], changes: readonly CellChange[]): PasteRow[] {
  const next = rows.map((one) => ({ ...one, values: { ...one.values } as Record<string, CellValue> }));
  for (const { row: id, column, before, after } of changes) {
    const values = next.find((one) => one.id === id)!.values;
    expect(values[column] ?? null).toBe(before);
    values[column] = after;
  }
  return next;
}

const values = (pasted: Pasted) => pasted.changes.map(({ row: id, column, after }) => [id, column, after]);

describe('pasting into the budget', () => {
  it('twenty rows of four from a spreadsheet, with blanks and one bad cell: the rest lands, and Ctrl+Z takes it back', () => {
    const lines = Array.from({ length: 20 }, (_, at) => {
      if (at === 4) return '\t$1,234.50\t\t';
      if (at === 7) return '2:30\tlots\t3\t15%';
      return '2h30m\t$1,234.50\t2.5\t10 %';
    });
    const into = { columns, rows: table(20).rows.map((one) => ({ ...one, values: { ...one.values, minutes: 60, markup_pct: 7 } })) };
    const pasted = paste(`${lines.join('\r\n')}\r\n`, { row: 0, column: 1 }, into);
    expect(pasted.bad).toEqual([{ row: 8, column: 'unit_cost', text: 'lots', problem: '“lots” is not an amount of money.' }]);
    expect(pasted.changes.filter(({ row: id }) => id === 1).map(({ after }) => after)).toEqual([150, 123450, 2.5, 10]);
    expect(pasted.changes.filter(({ row: id }) => id === 5)).toEqual([
      { row: 5, column: 'minutes', before: 60, after: null },
      { row: 5, column: 'unit_cost', before: null, after: 123450 },
      { row: 5, column: 'markup_pct', before: 7, after: null },
    ]);
    expect(sayPasted(pasted)).toBe('78 cells pasted, 1 could not be read or changed.');
    const after = apply(into.rows, pasted.changes);
    const back = apply(after, undoPaste(pasted.changes));
    expect(back.map((one) => [one.values.minutes, one.values.unit_cost ?? null, one.values.markup_pct])).toEqual(
      into.rows.map(() => [60, null, 7]),
    );
  });

  it('a quoted cell may hold line ends, tabs and quotation marks', () => {
    const pasted = paste('"Field\nwork ""A"""\t2:30\n"Plan\tset"\t1.5\n', { row: 0, column: 0 }, table(2));
    expect(values(pasted)).toEqual([
      [1, 'name', 'Field work "A"'],
      [1, 'minutes', 150],
      [2, 'name', 'Plan set'],
      [2, 'minutes', 90],
    ]);
  });

  it('an empty line in the middle holds its place', () => {
    expect(values(paste('1:00\n\n3:00', { row: 0, column: 1 }, table(3)))).toEqual([
      [1, 'minutes', 60],
      [3, 'minutes', 180],
    ]);
  });

  it('one column of amounts with commas is one column; the text of a CSV file is a table', () => {
    expect(values(paste('$1,234.50\n2,500\n', { row: 0, column: 2 }, table(2)))).toEqual([
      [1, 'unit_cost', 123450],
      [2, 'unit_cost', 250000],
    ]);
    expect(values(paste('2:30,"1,234.50",3\n1:00,5.00,4\n', { row: 0, column: 1 }, table(2)))).toEqual([
      [1, 'minutes', 150],
      [1, 'unit_cost', 123450],
      [1, 'quantity', 3],
      [2, 'minutes', 60],
      [2, 'unit_cost', 500],
      [2, 'quantity', 4],
    ]);
    expect(values(paste('2:30;1 234,50\n1:00;5,00', { row: 0, column: 1 }, table(2))).map(([, , value]) => value)).toEqual([
      150, 123450, 60, 500,
    ]);
    expect(values(paste('Survey, legal', { row: 0, column: 0 }, table(1)))).toEqual([[1, 'name', 'Survey, legal']]);
  });

  it('a locked row, an empty name and a figure below zero are refused with their reason', () => {
    const rows = [row(1, { name: 'A', minutes: 60 }, 'This row is locked.'), row(2, { name: 'B' })];
    const pasted = paste('A\t2:00\n\t-1', { row: 0, column: 0 }, { columns, rows });
    expect(pasted.changes).toEqual([]);
    expect(pasted.bad.map(({ row: id, problem }) => [id, problem])).toEqual([
      [1, 'This row is locked.'],
      [2, 'This cell cannot be empty.'],
      [2, '“-1” is less than no time.'],
    ]);
  });

  it('what falls beyond the table is counted, empty cells not', () => {
    const pasted = paste('1\t2\t3\n4\t5\t\n6\t7\t8', { row: 1, column: 3 }, table(3));
    expect([pasted.changes.length, pasted.beyond]).toEqual([4, 4]);
    expect(sayPasted(pasted)).toBe('4 cells pasted, 4 fell outside the table.');
  });

  it('one cell fills the selection; a block fills it when it fits a whole number of times', () => {
    expect(paste('2:00', { row: 0, column: 1, rows: 3, columns: 1 }, table(4)).changes).toHaveLength(3);
    expect(paste('1:00\n2:00', { row: 0, column: 1, rows: 4, columns: 1 }, table(4)).changes.map(({ after }) => after)).toEqual([
      60, 120, 60, 120,
    ]);
    expect(paste('1:00\n2:00', { row: 0, column: 1, rows: 3, columns: 1 }, table(4)).changes).toHaveLength(2);
  });

  it('refuses a picture and a whole sheet', () => {
    expect(pasteBlock('a\0b', { row: 0, column: 0 }, table(1))).toEqual({ problem: 'What was copied is not text.' });
    expect(pasteBlock('1\t2\n'.repeat(10_001), { row: 0, column: 1 }, table(1))).toEqual({
      problem: expect.stringMatching(/20,002 cells/),
    });
  });

  it('cells: 12.345 percent keeps its decimals, a thousand percent is a slip', () => {
    expect(readCell('percent', '12.345 %')).toEqual({ value: 12.345 });
    expect(readCell('percent', '1000')).toHaveProperty('problem');
    expect(readCell('quantity', '1.2345')).toEqual({ value: 1.2345 });
    expect(readCell('quantity', '-1')).toEqual({ problem: '“-1” is below zero.' });
    expect(readCell('money', '(5.00)')).toHaveProperty('problem');
    expect(readCell('line', 'x'.repeat(201))).toHaveProperty('problem');
    expect(readCell('minutes', '  ')).toEqual({ value: null });
  });

  const cell = fc.oneof(
    fc.constant(''),
    fc.nat(10_000_00).map((cents) => `$${typedCents(cents)}`),
    fc.nat(6000).map(typedDuration),
    fc.constantFrom('x', '2h30m', '150m', '2.5', '1 234,50', '“', '-4', '5%'),
  );
  const block = fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 });

  it('law: each cell lands, is bad, falls outside or changes nothing; applying and undoing is where one began', () => {
    fc.assert(
      fc.property(block, fc.nat(9), fc.nat(4), (cells, at, column) => {
        const into = table(10);
        const text = cells.map((line) => line.join('\t')).join('\n');
        const pasted = paste(`${text}\t`, { row: at, column }, { columns, rows: into.rows });
        const marks = [...pasted.changes, ...pasted.bad].map((one) => `${one.row} ${one.column}`);
        expect(new Set(marks).size).toBe(marks.length);
        const after = apply(into.rows, pasted.changes);
        expect(apply(after, undoPaste(pasted.changes)).map(({ values: v }) => v.name)).toEqual(into.rows.map(({ values: v }) => v.name));
        expect(undoPaste(undoPaste(pasted.changes))).toEqual(pasted.changes);
        for (const { row: id, column: key } of pasted.bad)
          expect(after.find((one) => one.id === id)!.values[key] ?? null).toBe(into.rows[id - 1]!.values[key] ?? null);
      }),
      { seed: 20260304 },
    );
  });
});
