import { typedCents } from '../money/cents.ts';

export const TABLE_FORMATS = ['csv', 'xlsx'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** What stands in a column: money is given in cents, a date as `YYYY-MM-DD`, minutes are shown as hours. */
export type TableKind = 'text' | 'number' | 'money' | 'date' | 'minutes';
export type TableColumn = {
  readonly heading: string;
  readonly kind: TableKind;
  /** Under it stands how many hundredths of one column's sum another's is: of which, by their places. */
  readonly share?: readonly [part: number, whole: number];
};
export type TableCell = string | number | null;
export type TableRow = readonly TableCell[];

/** A number with a point and no spaces, as both formats want it: money with its two decimals, minutes as hours. */
export function printNumber(kind: TableKind, value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} does not go into a table.`);
  if (kind === 'money') return typedCents(value);
  return kind === 'minutes' ? printHours(value) : String(value);
}

/** Hours with two decimals where these are exact, else four: a sum of many lines is then still the time that was worked. */
export function printHours(minutes: number): string {
  return (minutes / 60).toFixed(minutes % 3 === 0 ? 2 : 4);
}

/** A cell of a CSV file. */
export function printCell(kind: TableKind, cell: TableCell): string {
  if (cell === null) return '';
  return typeof cell === 'number' ? printNumber(kind, cell) : cell;
}
