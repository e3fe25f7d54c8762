import type { LocalDate } from './local-date.ts';

/** The oldest plans a firm keeps are from the nineteenth century; whatever lies outside is a slip of the keyboard. */
export const MIN_DATE: LocalDate = '1800-01-01';
export const MAX_DATE: LocalDate = '2199-12-31';

/** Why a date is not taken although it is on the calendar; null where it is. */
export function whyNotDate(date: LocalDate): string | null {
  return date >= MIN_DATE && date <= MAX_DATE ? null : `Use a date from ${MIN_DATE} to ${MAX_DATE}.`;
}
