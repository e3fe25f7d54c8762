import type { Province } from '../clients/party.ts';
import { type LocalDate, proseDate } from '../dates/local-date.ts';
import { holdsOn } from '../dates/valid-period.ts';
import { type Cents, divideHalfUp, sumCents } from './cents.ts';

/**
 * What a province taxes in a period. Both days belong to the period; without a last day it is still open. A province may have several
 * rules on one day (GST and QST), but only one of each code.
 */
export type TaxRule = {
  province: Province;
  /** What tells one tax of a province from another: HST. */
  code: string;
  /** As it stands on documents. */
  name: string;
  /** Per cent, with at most six decimals: 15, 9.975. */
  rate: number;
  /** The part of an amount that is taxed, with at most six decimals; 1 is all of it. */
  base_fraction: number;
  valid_from: LocalDate;
  valid_to: LocalDate | null;
};

type Period = Pick<TaxRule, 'valid_from' | 'valid_to'>;
type TaxShare = Pick<TaxRule, 'rate' | 'base_fraction'>;

/** Six decimals, exactly: the database keeps rates as numeric(9,6). */
const MILLIONTHS = 1_000_000;

function millionths(value: number): bigint {
  return BigInt(Math.round(value * MILLIONTHS));
}

/** The tax on one line, rounded half-up to the cent. A credit is taxed like its charge. */
export function taxOf(line: Cents, { rate, base_fraction }: TaxShare): Cents {
  const numerator = BigInt(line) * millionths(rate) * millionths(base_fraction);
  return divideHalfUp(numerator, 100n * BigInt(MILLIONTHS) * BigInt(MILLIONTHS));
}

/** The tax that is already in an amount: of each rule its share, rounded half-up. What remains is the amount before tax. */
export function taxIncluded(gross: Cents, rules: readonly TaxShare[]): Cents[] {
  const parts = rules.map(({ rate, base_fraction }) => millionths(rate) * millionths(base_fraction));
  const whole = parts.reduce((sum, part) => sum + part, 100n * BigInt(MILLIONTHS) * BigInt(MILLIONTHS));
  return parts.map((part) => divideHalfUp(BigInt(gross) * part, whole));
}

export type TaxTotal = { code: string; name: string; rate: number; amount: Cents };

/** What each rule takes of these lines: rounded line by line, then added, as the accounting system does. */
export function taxOnLines(lines: readonly Cents[], rules: readonly Omit<TaxRule, keyof Period | 'province'>[]): TaxTotal[] {
  return rules.map((rule) => ({
    code: rule.code,
    name: rule.name,
    rate: rule.rate,
    amount: sumCents(lines.map((line) => taxOf(line, rule))),
  }));
}

/** The rules of a province on a day, in the order of their codes. None where the firm has entered none for that day. */
export function taxRulesOn<R extends TaxRule>(rules: readonly R[], province: Province, date: LocalDate): R[] {
  return rules.filter((rule) => rule.province === province && holdsOn(rule, date)).sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** A client without a province of its own is taxed where the firm is. */
export function taxProvince(client: { tax_province: Province | null } | null, home_province: Province): Province {
  return client?.tax_province ?? home_province;
}

export function periodsOverlap(a: Period, b: Period): boolean {
  return (b.valid_to === null || a.valid_from <= b.valid_to) && (a.valid_to === null || b.valid_from <= a.valid_to);
}

/** "from 1 Jul 2016", "from 1 Jul 2010 to 31 Mar 2025" */
export function sayPeriod({ valid_from, valid_to }: Period): string {
  return `from ${proseDate(valid_from)}${valid_to === null ? '' : ` to ${proseDate(valid_to)}`}`;
}

/** "15 %", "9.975 %" */
export function sayTaxRate(rate: number): string {
  return `${Number(rate.toFixed(6))} %`;
}
