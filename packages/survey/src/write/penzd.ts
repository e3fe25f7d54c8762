import type { ExportPoint } from './export-point.ts';

type Listed = Omit<ExportPoint, 'code'>;

/**
 * The office's point list for CAD: columns P,E,N,Z,D, comma separated, quoted as RFC 4180 says, lines ended by CRLF. Line breaks in
 * a description become a vertical bar. Names stand as they are; the guard against formulas is for spreadsheets, see `writeCell`.
 */
export function writePenzd(points: readonly Listed[], decimals = 4): string {
  return writePoints(points, decimals, ['P', 'E', 'N', 'Z', 'D']);
}

/** The same with the northing first. */
export function writePnezd(points: readonly Listed[], decimals = 4): string {
  return writePoints(points, decimals, ['P', 'N', 'E', 'Z', 'D']);
}

function writePoints(points: readonly Listed[], decimals: number, columns: readonly ('P' | 'E' | 'N' | 'Z' | 'D')[]): string {
  const rows = points.map(({ name, easting, northing, elevation, description }) => {
    const cells = {
      P: name,
      E: fixed(easting, decimals),
      N: fixed(northing, decimals),
      Z: elevation === null ? '' : fixed(elevation, decimals),
      D: description,
    };
    return columns.map((column) => cells[column]);
  });
  return [columns, ...rows].map((row) => `${row.map(quoteCell).join(',')}\r\n`).join('');
}

/** With a minus, as coordinates have it; "+1" is no way a number is written here. */
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
const FORMULA = /^[=+\-@\t\r]/;
const LINE_BREAK = /\r\n|\r|\n|\u2028|\u2029/g;

/** A cell for a spreadsheet: one it would run as a formula gets a leading apostrophe; a plain number never does, so that -5 stays -5. */
export function writeCell(value: string): string {
  // Looked at before line breaks are replaced: a leading CR must not slip through as a bar.
  const is_formula = FORMULA.test(value) && !PLAIN_NUMBER.test(value);
  return quoteCell(is_formula ? `'${value}` : value);
}

function quoteCell(value: string): string {
  const text = value.replace(LINE_BREAK, '|');
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** No negative zero: "-0.0000" would be read as a correction. */
export function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}
