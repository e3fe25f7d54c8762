import type { ProblemList } from './problem-list.ts';

/**
 * From bytes to numbered lines. Collectors write ISO-8859-1 (degree signs in geoid extents), office programs write UTF-8
 * with or without a mark, or Windows-1252, or UTF-16 from a spreadsheet; a byte that fits none of them still becomes a character.
 */

export interface TextLimits {
  /** A larger file is not read. */
  readonly max_bytes: number;
  /** A longer line is not read. */
  readonly max_line: number;
}

/** Told now and then how much of the file is read, from 0 to 1. */
export type OnRead = (share: number) => void;

/** So many lines are read between two tellings. */
const LINES_PER_TELLING = 5000;

export const DEFAULT_LIMITS: TextLimits = { max_bytes: 256 * 1024 * 1024, max_line: 1024 * 1024 };

export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16Be(bytes.subarray(2));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Latin-1 as the web defines it: identical to ISO-8859-1 for everything printable, and no byte is refused.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Not every browser's TextDecoder has big-endian built in the same way; swapping is a few lines. */
export function decodeUtf16Be(bytes: Uint8Array): string {
  const swapped = new Uint8Array(bytes.length - (bytes.length % 2));
  for (let i = 0; i + 1 < bytes.length; i += 2) {
    swapped[i] = bytes[i + 1] as number;
    swapped[i + 1] = bytes[i] as number;
  }
  return new TextDecoder('utf-16le').decode(swapped);
}

export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  // A final line end closes the last line; it does not open another one.
  if (lines.length > 1 && lines[lines.length - 1] === '') lines.pop();
  return lines;
}

export function isBlank(line: string): boolean {
  const first = line.charCodeAt(0);
  return !(first > 32 && first < 128) && line.trim() === '';
}

type LineTaker = (line: number, text: string) => void;

/** Hands out every non-blank line with its number, and the problems of the text itself; answers the number of lines. */
export function walkLines(bytes: Uint8Array, limits: TextLimits, problems: ProblemList, take: LineTaker, onRead?: OnRead): number {
  if (bytes.length > limits.max_bytes) {
    problems.add('TOO_LARGE', 'stop', `The file has ${bytes.length} bytes; at most ${limits.max_bytes} are read.`);
    return 0;
  }
  const text = decodeText(bytes);
  let [line, start, written] = [0, 0, 0];
  // Lines are cut out one by one, not all at once: most of them are done with before the next one is needed.
  while (start < text.length) {
    const end = findLineEnd(text, start);
    const own = text.slice(start, end);
    line++;
    if (line % LINES_PER_TELLING === 0) onRead?.(start / text.length);
    if (!isBlank(own)) {
      written++;
      if (own.length > limits.max_line) problems.keep('LONG_LINE', 'warning', sayLong(line, own.length), line, own);
      else take(line, own);
    }
    start = end + (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? 2 : 1);
  }
  if (written === 0) problems.add('EMPTY', 'stop', 'The file is empty.');
  return line;
}

const CR = 13;
const LF = 10;

function findLineEnd(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const sign = text.charCodeAt(i);
    if (sign === LF || sign === CR) return i;
  }
  return text.length;
}

function sayLong(line: number, length: number): string {
  return `Line ${line} has ${length} characters; no survey file has such lines, so it was not read.`;
}

/** All lines of a file small enough to hold at once: lines[0] is line 1, lines too long to read are blank. */
export function readLines(bytes: Uint8Array, limits: TextLimits, problems: ProblemList, onRead?: OnRead): string[] {
  const lines: string[] = [];
  const take: LineTaker = (line, text) => {
    while (lines.length < line - 1) lines.push('');
    lines.push(text);
  };
  const count = walkLines(bytes, limits, problems, take, onRead);
  while (lines.length < count) lines.push('');
  return lines;
}
