import { type CsvDelimiter, readRecords } from '../text/csv-records.ts';

/** More cells than a budget has: a whole column selected by mistake, or not a table at all. */
const MAX_CELLS = 20_000;

function cellsOf(text: string, delimiter: CsvDelimiter): string[][] {
  return readRecords(text, delimiter, 1, Number.POSITIVE_INFINITY, true).records.map((record) => record.cells);
}

function isTable(rows: readonly string[][]): boolean {
  const filled = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const width = filled[0]?.length ?? 0;
  return width > 1 && filled.every((cells) => cells.length === width);
}

/**
 * The cells of what lies on the clipboard. Spreadsheets copy them between tabs; a text of a CSV file is taken for one only when it has no
 * tab and `isOneValue` does not hold for each of its lines: `1,234.50` is one amount, not two cells.
 */
export function readPastedBlock(text: string, isOneValue: (line: string) => boolean): { rows: string[][] } | { problem: string } {
  const body = text.replace(/^\uFEFF/, '');
  if (body.includes('\0')) return { problem: 'What was copied is not text.' };
  const lines = cellsOf(body, '\t');
  const isColumn = lines.every((cells) => cells.length < 2 && (cells.join('').trim() === '' || isOneValue(cells.join(''))));
  const other = body.includes('\t') || isColumn ? undefined : ([';', ','] as const).map((mark) => cellsOf(body, mark)).find(isTable);
  const rows = other ?? lines;
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  if (cells > MAX_CELLS)
    return { problem: `That is ${cells.toLocaleString('en-CA')} cells: copy at most ${MAX_CELLS.toLocaleString('en-CA')}.` };
  return { rows };
}
