import { type Cents, percentIn, percentOf, sayCents, subtractCents } from '../money/cents.ts';
import type { Reason } from '../values/reason.ts';

/** `percent` is how much of the fee is done in all, `previous` what earlier invoices have billed of it. */
export type Progress = { fee: Cents; previous: Cents; percent: number };
export type ProgressFigures = { previous: Cents; amount: Cents; to_date: Cents; remaining: Cents };

/**
 * What this invoice bills of a task's fee. It is reckoned from the whole, so that the roundings of many invoices do not add up: at 100 %
 * the fee has been billed to the cent, however it came about.
 */
export function progressFigures({ fee, previous, percent }: Progress): ProgressFigures {
  const to_date = percentOf(fee, percent);
  return { previous, amount: subtractCents(to_date, previous), to_date, remaining: subtractCents(fee, to_date) };
}

/** May it be billed so? Never less than before; more than the fee only by somebody who says so. */
export function whyNotProgress(progress: Progress, allows_over: boolean): Reason {
  const { fee, previous, percent } = progress;
  const invalid = (sentence: string): Reason => ({ code: 'INVALID', sentence });
  if (fee <= 0) return invalid('This task has no fee to bill a part of.');
  if (percent < 0) return invalid('Progress is not below zero.');
  if (percent > 100 && !allows_over) return invalid('More than 100 % of the fee is billed only where you say so.');
  if (progressFigures(progress).amount >= 0) return null;
  return invalid(`${sayCents(previous)} of this fee has been billed already: ${percentIn(previous, fee)} %.`);
}
