import { disarm } from './csv.ts';
import { type CsvEncoding, decodeCsv } from './csv-encoding.ts';
import { type CsvDelimiter, type CsvRecord, guessDelimiter, readRecords } from './csv-records.ts';

export type CsvColumn = {
  /** What heads the column; made unique, and given a number where the header is empty. */
  title: string;
  /** Where its cell stands in a row. */
  at: number;
};

export type CsvRow = CsvRecord & {
  /** Holds something to the right of the last column of the header. */
  is_too_wide: boolean;
};

export type CsvTable = { delimiter: CsvDelimiter; encoding: CsvEncoding; header_line: number; columns: CsvColumn[]; rows: CsvRow[] };

type CsvChoices = { delimiter?: CsvDelimiter | undefined; encoding?: CsvEncoding | undefined; max_rows: number };

const MAX_COLUMNS = 200;
const MAX_TITLE = 120;

/** Takes back the apostrophe by which our own export keeps a spreadsheet from running a cell. */
function rearm(cell: string): string {
  return cell.startsWith("'") && disarm(cell.slice(1)) === cell ? cell.slice(1) : cell;
}

function titleColumns(header: readonly string[]): CsvColumn[] {
  const taken = new Set<string>();
  return header.map((cell, at) => {
    const plain =
      cell
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
        .slice(0, MAX_TITLE) || `Column ${at + 1}`;
    let title = plain;
    // A title is a key on the wire, where the names every object is born with are refused.
    for (let n = 2; taken.has(title) || title in {}; n++) title = `${plain} (${n})`;
    taken.add(title);
    return { title, at };
  });
}

/**
 * Reads what a spreadsheet program saves as CSV: a header and its rows. Delimiter and encoding are found out unless chosen. Answers
 * the table, or in words why there is none; no bytes whatever make it fail in another way.
 */
export function readCsv(bytes: Uint8Array, choices: CsvChoices): CsvTable | { problem: string } {
  const { encoding, text } = decodeCsv(bytes, choices.encoding);
  if (text.includes('\0')) return { problem: 'This is not a text file. Save the sheet as CSV and choose that file.' };
  // Excel's own way to say which delimiter follows.
  const said = /^sep=([,;\t])(\r\n|\n|\r)/i.exec(text);
  const body = said ? text.slice(said[0].length) : text;
  const delimiter = choices.delimiter ?? (said?.[1] as CsvDelimiter | undefined) ?? guessDelimiter(body);
  const { records, open_quote, is_whole } = readRecords(body, delimiter, said ? 2 : 1, choices.max_rows + 2);
  const [header, ...rows] = records;
  if (open_quote !== null) return { problem: `On line ${open_quote} a quotation mark (") opens a cell and is never closed.` };
  if (!header) return { problem: 'The file is empty.' };
  if (rows.length > choices.max_rows || !is_whole)
    return { problem: `The file has more than ${choices.max_rows.toLocaleString('en-CA')} rows. Split it into several.` };
  if (header.cells.length > MAX_COLUMNS) return { problem: `The file has more than ${MAX_COLUMNS} columns.` };

  const isUsed = header.cells.map((cell, at) => cell.trim() !== '' || rows.some((row) => (row.cells[at] ?? '').trim() !== ''));
  const columns = titleColumns(header.cells.map(rearm)).filter(({ at }) => isUsed[at]);
  const width = header.cells.length;
  return {
    delimiter,
    encoding,
    header_line: header.line,
    columns,
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: cells.map(rearm),
      is_too_wide: cells.slice(width).some((cell) => cell.trim() !== ''),
    })),
  };
}
