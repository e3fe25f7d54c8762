import type { LocalDate } from './local-date.ts';

/** From a day to a day, both included; null means since ever, respectively until further notice. */
export type ValidPeriod = { valid_from: LocalDate | null; valid_to: LocalDate | null };

export function holdsOn({ valid_from, valid_to }: ValidPeriod, date: LocalDate): boolean {
  return (valid_from === null || valid_from <= date) && (valid_to === null || date <= valid_to);
}

/** Of those that hold on a day, the one that began last; null where none does. */
export function latestOn<P extends ValidPeriod>(periods: readonly P[], date: LocalDate): P | null {
  const [latest] = periods
    .filter((period) => holdsOn(period, date))
    .toSorted((a, b) => (b.valid_from ?? '').localeCompare(a.valid_from ?? '', 'en'));
  return latest ?? null;
}
