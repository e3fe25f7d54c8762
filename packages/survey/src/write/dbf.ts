/** One column of a dBASE table: text, or a number with so many decimals. */
export type DbfColumn<Row> = {
  /** At most ten characters. */
  readonly name: string;
  readonly size: number;
  readonly decimals?: number;
  readonly of: (row: Row) => string | number | null;
};

const SPACE = 0x20;

/** As many bytes as fit, and no half of a character. */
function encode(text: string, size: number): Uint8Array {
  const bytes = new TextEncoder().encode(text.replace(/[\r\n\t\0]+/g, ' '));
  let end = Math.min(bytes.length, size);
  while (end > 0 && end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

/** A number stands at the right of its field; one that does not fit, or none, leaves it empty. */
function writeNumber(value: number | null, size: number, decimals: number): string {
  const text = value === null || !Number.isFinite(value) ? '' : value.toFixed(decimals);
  return (text.length > size ? '' : text).padStart(size);
}

/** A dBASE III table in UTF-8, as it stands beside shapes. */
export function writeDbf<Row>(columns: readonly DbfColumn<Row>[], rows: readonly Row[]): Uint8Array {
  const rowSize = 1 + columns.reduce((sum, { size }) => sum + size, 0);
  const start = 32 + columns.length * 32 + 1;
  const bytes = new Uint8Array(start + rows.length * rowSize + 1).fill(SPACE, start);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, 3);
  // A date has to be there and nobody reads it; one that never changes gives the same bytes for the same points.
  for (const [place, value] of [100, 1, 1].entries()) view.setUint8(1 + place, value);
  view.setUint32(4, rows.length, true);
  view.setUint16(8, start, true);
  view.setUint16(10, rowSize, true);
  for (const [place, { name, size, decimals }] of columns.entries()) {
    const at = 32 + place * 32;
    bytes.set(new TextEncoder().encode(name.slice(0, 10)), at);
    view.setUint8(at + 11, (decimals === undefined ? 'C' : 'N').charCodeAt(0));
    view.setUint8(at + 16, size);
    view.setUint8(at + 17, decimals ?? 0);
  }
  view.setUint8(start - 1, 0x0d);
  for (const [place, row] of rows.entries()) {
    let at = start + place * rowSize + 1;
    for (const { size, decimals, of } of columns) {
      const value = of(row);
      const text = decimals === undefined ? String(value ?? '') : writeNumber(value as number | null, size, decimals);
      bytes.set(encode(text, size), at);
      at += size;
    }
  }
  view.setUint8(bytes.length - 1, 0x1a);
  return bytes;
}
