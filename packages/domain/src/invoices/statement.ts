import type { LocalDate } from '../dates/local-date.ts';
import { type Cents, sumCents } from '../money/cents.ts';

/** What changed the account of a client on a day: above zero it owes more, below it owes less. In the order things were posted. */
export type AccountEntry = { date: LocalDate; amount: Cents };
export type Statement<E> = { opening: Cents; lines: (E & { balance: Cents })[]; closing: Cents };

/** The account of a client from a day to a day, both included, each line with what was owed after it. */
export function statementOf<E extends AccountEntry>(entries: readonly E[], { from, to }: { from: LocalDate; to: LocalDate }): Statement<E> {
  const sum = (some: readonly E[]) => sumCents(some.map(({ amount }) => amount));
  const opening = sum(entries.filter(({ date }) => date < from));
  let closing = opening;
  const lines = entries
    .filter(({ date }) => date >= from && date <= to)
    .toSorted((a, b) => a.date.localeCompare(b.date, 'en'))
    .map((entry) => {
      closing = sumCents([closing, entry.amount]);
      return { ...entry, balance: closing };
    });
  return { opening, lines, closing };
}
