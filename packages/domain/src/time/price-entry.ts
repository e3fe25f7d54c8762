import { type LocalDate, proseDate } from '../dates/local-date.ts';
import { amountOf, type Cents, subtractCents } from '../money/cents.ts';
import { isFreeWip, type WipState } from '../states/wip.ts';
import type { Minutes } from '../values/brand.ts';
import type { Reason } from '../values/reason.ts';
import { chooseRate, type DatedRate, type RateRule, type RateTable } from '../work/rate-choice.ts';

type Priceable = { job: number | null; job_role: number | null; date: LocalDate; minutes: Minutes; is_billable: boolean };

/** Charge rates by rule, and what an hour of each role costs the firm. */
export type TimeRates = { charge: RateTable; cost: readonly DatedRate[] };

/** Frozen on the entry. An overhead entry has no charge rate; a rate nobody has set is null, not zero. */
export type FrozenRates = {
  rate: Cents | null;
  rate_rule: RateRule | null;
  rate_valid_from: LocalDate | null;
  cost_rate: Cents | null;
};
export type PricedEntry = FrozenRates & { amount: Cents; cost: Cents | null };

/** What minutes come to at the rates that are frozen: a change of minutes asks no rate table. */
export function amountsAt({ minutes, is_billable }: Pick<Priceable, 'minutes' | 'is_billable'>, frozen: FrozenRates): PricedEntry {
  const { rate, rate_rule, rate_valid_from, cost_rate } = frozen;
  return {
    rate,
    rate_rule,
    rate_valid_from,
    cost_rate,
    amount: is_billable ? amountOf(minutes, rate ?? 0) : 0,
    cost: cost_rate === null ? null : amountOf(minutes, cost_rate),
  };
}

/** The rates of the day of the work, with the rule that chose the charge: job before client before role. */
export function priceEntry(entry: Priceable, { charge, cost }: TimeRates): PricedEntry {
  const { job, job_role, date } = entry;
  const chosen = job === null || job_role === null ? null : chooseRate(charge, job_role, date);
  const costs = job_role === null ? null : chooseRate({ job: [], client: [], role: cost }, job_role, date);
  return amountsAt(entry, {
    rate: chosen?.rate ?? null,
    rate_rule: chosen?.rule ?? null,
    rate_valid_from: chosen?.valid_from ?? null,
    cost_rate: costs?.rate ?? null,
  });
}

/** Billable time needs a price: without one it would be billed for nothing and nobody would see it. */
export function whyNotPriced({ is_billable, date }: Priceable, { rate }: FrozenRates): Reason {
  if (!is_billable || rate !== null) return null;
  return { code: 'INCOMPLETE', sentence: `Nobody has set a rate for this role on ${proseDate(date)}.` };
}

/** Another job, role or day is other work and is priced anew; other minutes, notes or times keep the rate. */
export function asksNewRate(before: Priceable, after: Priceable): boolean {
  return before.job !== after.job || before.job_role !== after.job_role || before.date !== after.date;
}

type Kept = Priceable & FrozenRates & { id: number; amount: Cents; wip_state: WipState };
export type RepricedEntry = { id: number; before: Cents; priced: PricedEntry; difference: Cents };

/** What pricing anew would change, to be shown before it is done. Only what is free: nothing an invoice rests on changes its amount. */
export function repriceEntries(entries: readonly Kept[], rates: TimeRates): RepricedEntry[] {
  return entries
    .filter(({ wip_state }) => isFreeWip(wip_state))
    .map((entry) => ({ entry, priced: priceEntry(entry, rates) }))
    .filter(({ entry, priced }) => whyNotPriced(entry, priced) === null)
    .filter(({ entry, priced }) => priced.rate !== entry.rate || priced.rate_rule !== entry.rate_rule || priced.amount !== entry.amount)
    .map(({ entry, priced }) => ({
      id: entry.id,
      before: entry.amount,
      priced: { ...priced, cost_rate: entry.cost_rate, cost: amountsAt(entry, entry).cost },
      difference: subtractCents(priced.amount, entry.amount),
    }));
}
