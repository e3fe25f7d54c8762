export const CSV_DELIMITERS = [',', ';', '\t'] as const;
export type CsvDelimiter = (typeof CSV_DELIMITERS)[number];

/** One record, and the line of a text editor on which it begins. */
export type CsvRecord = { line: number; cells: string[] };

export type Records = {
  records: CsvRecord[];
  /** The line of a quotation mark that is never closed. */
  open_quote: number | null;
  /** Whether the text was read to its end. */
  is_whole: boolean;
};

/** More cells in a line than any sheet of ours has. Of what comes after them only the last is kept, so that it is not overlooked. */
const MAX_CELLS = 500;

const QUOTE = 34;
const LF = 10;
const CR = 13;

function countLineEnds(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) count += 1;
  }
  return count;
}

/**
 * Cells and records as Excel reads them: a quotation mark opens a cell only as its first letter, two of them mean one, line ends inside
 * belong to the cell, and what follows the closing one up to the delimiter belongs to it too. Lines without anything in them are passed
 * over, but counted, unless asked for: among pasted cells they hold their place. One walk over the text, whatever is in it.
 */
export function readRecords(
  text: string,
  delimiter: CsvDelimiter,
  firstLine = 1,
  most = Number.POSITIVE_INFINITY,
  keepsBlank = false,
): Records {
  const separator = delimiter.charCodeAt(0);
  const records: CsvRecord[] = [];
  let at = 0;
  let line = firstLine;
  let open_quote: number | null = null;

  function readQuoted(): string {
    const start = at + 1;
    let close = text.indexOf('"', start);
    let isDoubled = false;
    while (close !== -1 && text.charCodeAt(close + 1) === QUOTE) {
      isDoubled = true;
      close = text.indexOf('"', close + 2);
    }
    if (close === -1) open_quote ??= line;
    at = close === -1 ? text.length : close + 1;
    const inside = text.slice(start, close === -1 ? undefined : close);
    line += countLineEnds(inside);
    return isDoubled ? inside.replaceAll('""', '"') : inside;
  }

  function readCell(): string {
    const quoted = text.charCodeAt(at) === QUOTE ? readQuoted() : '';
    const start = at;
    for (let code = text.charCodeAt(at); at < text.length && code !== separator && code !== LF && code !== CR; ) {
      at += 1;
      code = text.charCodeAt(at);
    }
    return quoted + text.slice(start, at);
  }

  while (at < text.length && records.length < most) {
    const record: CsvRecord = { line, cells: [] };
    let isBlank = true;
    for (;;) {
      const cell = readCell();
      if (isBlank && cell.trim() !== '') isBlank = false;
      if (record.cells.length < MAX_CELLS) record.cells.push(cell);
      else if (cell.trim() !== '') record.cells[MAX_CELLS - 1] = cell;
      if (text.charCodeAt(at) !== separator || at >= text.length) break;
      at += 1;
    }
    if (at < text.length) {
      at += text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? 2 : 1;
      line += 1;
    }
    if (keepsBlank || !isBlank) records.push(record);
  }
  return { records, open_quote, is_whole: at >= text.length };
}

const LOOKED_AT = { records: 50, characters: 100_000 };

/** The delimiter by which the lines have as many cells as the header, and the header the most. A lone column says nothing: a comma then. */
export function guessDelimiter(text: string): CsvDelimiter {
  const start = text.slice(0, LOOKED_AT.characters);
  const scores = CSV_DELIMITERS.map((delimiter) => {
    const [header, ...rows] = readRecords(start, delimiter, 1, LOOKED_AT.records).records.map((record) => record.cells.length);
    const alike = rows.filter((width) => width === header).length;
    return { delimiter, score: ((header ?? 1) - 1) * (rows.length > 0 ? (alike + 0.1) / rows.length : 1) };
  });
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}
