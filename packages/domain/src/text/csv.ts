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

/** Rows of text as RFC 4180, with the mark that makes Excel read UTF-8. */
export function csv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map((cell) => quote(disarm(cell))).join(',')).join('\r\n')}\r\n`;
}
