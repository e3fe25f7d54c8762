import type { LocalDate } from '../dates/local-date.ts';
import { makeNumber, type NumberPattern, restartsYearly } from '../jobs/numbering.ts';

/** Which counter gives the number: one for ever, or one for each year where the pattern has the year. */
export function invoiceSeries(pattern: NumberPattern, date: LocalDate): string {
  return restartsYearly(pattern) ? `invoice ${date.slice(0, 4)}` : 'invoice';
}

/** The number as it stands on the document. */
export function invoiceNumber(pattern: NumberPattern, date: LocalDate, n: number): string {
  return makeNumber(pattern, { year: Number(date.slice(0, 4)), n });
}

/** The number over there. A void number cannot be used again there, so each restored invoice has a suffix; here it keeps its number. */
export function remoteNumber(number: string, restored: number): string {
  return restored === 0 ? number : `${number}-R${restored}`;
}

/** What is wrong with the numbers of a series in the order they were given: they are 1, 2, 3 and so on. In sentences. */
export function findNumberFaults(numbers: readonly number[]): string[] {
  const faults: string[] = [];
  const seen = new Set<number>();
  let last = 0;
  for (const n of numbers) {
    if (seen.has(n)) faults.push(`Number ${n} was given twice.`);
    else if (n < last) faults.push(`Number ${n} was given after ${last}.`);
    seen.add(n);
    last = Math.max(last, n);
  }
  for (let n = 1; n < last; n++) if (!seen.has(n)) faults.push(`Number ${n} is missing.`);
  return faults;
}
