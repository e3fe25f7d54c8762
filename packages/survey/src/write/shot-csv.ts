import { fixed, writeCell } from './penzd.ts';
import { SHOT_COLUMNS, type ShotRow } from './shot-columns.ts';

/** What makes a spreadsheet read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** All shots with all columns for a spreadsheet: quoted as RFC 4180 says, and nothing in it is run as a formula. */
export function writeShotCsv(rows: readonly ShotRow[]): string {
  const lines = rows.map((row) =>
    SHOT_COLUMNS.map(({ decimals, of }) => {
      const value = of(row);
      if (value === null) return '';
      return writeCell(typeof value === 'number' ? fixed(value, decimals ?? 0) : value);
    }),
  );
  const head = SHOT_COLUMNS.map(({ name }) => name);
  return BYTE_ORDER_MARK + [head, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}
