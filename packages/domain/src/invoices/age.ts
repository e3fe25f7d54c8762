import { daysBetween, type LocalDate } from '../dates/local-date.ts';
import { type Cents, subtractCents, sumCents } from '../money/cents.ts';

/** By days after the due date. */
export const AGE_BUCKETS = ['current', '1–30', '31–60', '61–90', 'over 90'] as const;
export type AgeBucket = (typeof AGE_BUCKETS)[number];
const DAYS_PER_BUCKET = 30;

export function ageBucket(due_date: LocalDate, as_of: LocalDate): AgeBucket {
  const days = daysBetween(due_date, as_of);
  return AGE_BUCKETS[Math.min(AGE_BUCKETS.length - 1, Math.max(0, Math.ceil(days / DAYS_PER_BUCKET)))]!;
}

export type AgedBalance = { buckets: Record<AgeBucket, Cents>; overdue: Cents; unapplied: Cents; balance: Cents };

/** What is owed, by age; credit that nobody has applied stands beside it, and the balance is what remains. */
export function ageBalances(invoices: readonly { due_date: LocalDate; balance: Cents }[], unapplied: Cents, as_of: LocalDate): AgedBalance {
  const of = (bucket: AgeBucket) =>
    sumCents(invoices.filter(({ due_date }) => ageBucket(due_date, as_of) === bucket).map(({ balance }) => balance));
  const buckets = Object.fromEntries(AGE_BUCKETS.map((bucket) => [bucket, of(bucket)])) as AgedBalance['buckets'];
  const owed = sumCents(Object.values(buckets));
  return { buckets, overdue: subtractCents(owed, buckets.current), unapplied, balance: subtractCents(owed, unapplied) };
}
