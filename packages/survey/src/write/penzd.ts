import type { ExportPoint } from './export-point.ts';

/**
 * The office's point list: columns P,E,N,Z,D, comma separated, quoted as RFC 4180 says, lines ended by CRLF. Line breaks in a
 * description become a vertical bar. A cell that a spreadsheet would run as a formula gets a leading apostrophe; a plain
 * number never does, so that -5 stays -5.
 */
export function writePenzd(points: readonly Omit<ExportPoint, 'code'>[], decimals = 4): string {
  const rows = points.map(({ name, easting, northing, elevation, description }) => [
    name,
    fixed(easting, decimals),
    fixed(northing, decimals),
    elevation === null ? '' : fixed(elevation, decimals),
    description,
  ]);
  return [['P', 'E', 'N', 'Z', 'D'], ...rows].map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');
}

/** With a minus, as coordinates have it; "+1" is no way a number is written here. */
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
const FORMULA = /^[=+\-@\t\r]/;
const LINE_BREAK = /\r\n|\r|\n|\u2028|\u2029/g;

export function writeCell(value: string): string {
  // Looked at before line breaks are replaced: a leading CR must not slip through as a bar.
  const is_formula = FORMULA.test(value) && !PLAIN_NUMBER.test(value);
  const text = (is_formula ? `'${value}` : value).replace(LINE_BREAK, '|');
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** No negative zero: "-0.0000" would be read as a correction. */
function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}
