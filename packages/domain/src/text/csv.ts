/**
 * A cell a spreadsheet could take for a formula is shown as text by a leading apostrophe; a plain number stays a number, also a
 * negative one.
 */
export function disarm(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+([.,]\d+)*$/.test(cell) ? `'${cell}` : cell;
}

function quote(cell: string): string {
  return /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** What makes Excel read a file of text as UTF-8. */
export const CSV_START = '\uFEFF';

/** Rows of text as RFC 4180, as they stand in the middle of a file. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map((cell) => quote(disarm(cell))).join(',')}\r\n`).join('');
}

/** A whole file of rows. */
export function csv(rows: readonly (readonly string[])[]): string {
  return CSV_START + csvLines(rows);
}
