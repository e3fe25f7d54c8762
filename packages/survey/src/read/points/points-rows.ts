import { parseCommaNumber, parseNumber } from '../numbers.ts';
import { findColumns } from './points-columns.ts';

/** From lines to rows of cells: which sign separates the columns, and how quotes are meant. */

export type Delimiter = ',' | ';' | '\t' | ' ';

export interface TextRow {
  /** Several when a quoted description runs over line ends. */
  readonly lines: readonly number[];
  readonly text: string;
}

const MAX_QUOTED_LINES = 6;
const MAX_QUOTED_TEXT = 20_000;
/** No point has such a row: it is not taken apart, and so not read as one. */
const LONGEST_ROW = 50_000;

/** Rows of a table; a quote left open joins lines, but only if it is closed soon: an inch mark is a quote too. */
export function joinRows(lines: readonly string[], delimiter: Delimiter): TextRow[] {
  const rows: TextRow[] = [];
  for (let i = 0; i < lines.length; i++) {
    const text = lines[i] as string;
    if (text.trim() === '') continue;
    const more = delimiter === ' ' || text.length > MAX_QUOTED_TEXT || !text.includes('"') ? 0 : countQuotedLines(lines, i, delimiter);
    const end = i + more;
    const numbers: number[] = [];
    for (let j = i; j <= end; j++) if ((lines[j] as string).trim() !== '') numbers.push(j + 1);
    rows.push({ lines: numbers, text: more === 0 ? text : lines.slice(i, end + 1).join('\n') });
    i = end;
  }
  return rows;
}

function countQuotedLines(lines: readonly string[], from: number, delimiter: Delimiter): number {
  let text = lines[from] as string;
  if (!endsInQuote(text, delimiter)) return 0;
  for (let more = 1; more <= MAX_QUOTED_LINES && from + more < lines.length && text.length < MAX_QUOTED_TEXT; more++) {
    const next = lines[from + more] as string;
    if (looksLikePoint(splitRow(next, delimiter, 12), delimiter)) return 0; // a point is never swallowed by a quote above it
    text = `${text}\n${next}`;
    if (next.includes('"') && !endsInQuote(text, delimiter)) return more;
  }
  return 0;
}

/** Does the last cell open a quote that it does not close? */
function endsInQuote(text: string, delimiter: Delimiter): boolean {
  let at = 0;
  while (at < text.length) {
    const cell = readCell(text, at, delimiter);
    if (cell.is_open) return true;
    at = cell.next;
  }
  return false;
}

interface Cell {
  readonly value: string;
  readonly next: number;
  readonly is_open: boolean;
}

function readCell(text: string, from: number, delimiter: Delimiter): Cell {
  let at = skipBlanks(text, from);
  if (text.charAt(at) !== '"') return readPlainCell(text, from, delimiter);
  let value = '';
  for (at++; at < text.length; at++) {
    const quote = text.indexOf('"', at);
    if (quote < 0) break;
    value += text.slice(at, quote);
    at = quote;
    if (text.charAt(at + 1) === '"') {
      value += '"';
      at++;
    } else {
      const next = skipBlanks(text, at + 1);
      if (next >= text.length || text.charAt(next) === delimiter) return { value, next: next + 1, is_open: false };
      value += '"'; // a quote inside quotes that nobody doubled
    }
  }
  return { ...readPlainCell(text, from, delimiter), is_open: true };
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text.charAt(at) === ' ') at++;
  return at;
}

function readPlainCell(text: string, from: number, delimiter: Delimiter): Cell {
  const end = text.indexOf(delimiter, from);
  if (end < 0) return { value: text.slice(from).trim(), next: text.length + 1, is_open: false };
  return { value: text.slice(from, end).trim(), next: end + 1, is_open: false };
}

/** At most `most` cells: the last one keeps the separators it holds, because descriptions contain commas. */
export function splitRow(text: string, delimiter: Delimiter, most: number): string[] {
  if (text.length > LONGEST_ROW) return [];
  if (delimiter === ' ') return splitBlanks(text, most);
  const cells: string[] = [];
  let [at, is_plain] = [0, false];
  // One cell more than separators: a row that ends in one has an empty last cell.
  while (at <= text.length) {
    const cell = is_plain ? readPlainCell(text, at, delimiter) : readCell(text, at, delimiter);
    is_plain ||= cell.is_open; // after a quote that nobody closes, quotes are letters
    const isLast = cells.length === most - 1;
    cells.push(isLast && cell.next <= text.length ? text.slice(at).trim() : cell.value);
    if (isLast) break;
    at = cell.next;
  }
  return cells;
}

function splitBlanks(text: string, most: number): string[] {
  const match = text.trim().split(/\s+/);
  if (match.length <= most) return match;
  const rest = new RegExp(`^\\s*(?:\\S+\\s+){${most - 1}}(.*)$`, 's').exec(text);
  return [...match.slice(0, most - 1), (rest?.[1] ?? '').trim()];
}

const CANDIDATES: readonly Delimiter[] = ['\t', ';', ',', ' '];
const SAMPLE = 60;

/** The sign that turns most of the first rows into a name and two figures; null when none does. */
export function findDelimiter(lines: readonly string[]): Delimiter | null {
  const sample: string[] = [];
  for (const line of lines) {
    if (sample.length >= SAMPLE) break;
    if (line.trim() !== '' && !isRemark(line)) sample.push(line);
  }
  let best: { delimiter: Delimiter; score: number } | null = null;
  for (const delimiter of CANDIDATES) {
    const score = sample.filter((line) => looksLikePoint(splitRow(line, delimiter, 12), delimiter)).length;
    if (score > (best?.score ?? 0)) best = { delimiter, score };
  }
  if (best && best.score * 2 >= sample.length - 1) return best.delimiter;
  // A header alone is a points file without points.
  return CANDIDATES.find((delimiter) => sample.length === 1 && findColumns(splitRow(sample[0] as string, delimiter, 64)) !== null) ?? null;
}

export function isRemark(line: string): boolean {
  return line.trimStart().startsWith('#');
}

/** A name, then at least two figures side by side among the next columns. */
export function looksLikePoint(cells: readonly string[], delimiter: Delimiter): boolean {
  if (cells.length < 3) return false;
  const isFigure = cells.slice(1).map((cell) => readFigure(cell, delimiter) !== null);
  return isFigure.some((is, i) => is && isFigure[i + 1] === true);
}

export function readFigure(text: string | undefined, delimiter: Delimiter): number | null {
  return delimiter === ',' ? parseNumber(text) : parseCommaNumber(text);
}
