import { amountOf, type Cents, costOf, subtractCents, sumCents } from '../money/cents.ts';
import type { Tone } from '../states/machine.ts';

/** One cell of a budget: a milestone's work by a job role, or what is bought for it. Exactly one of the two is set. */
export type BudgetEntry = {
  job_role: number | null;
  disbursement_type: number | null;
  minutes: number | null;
  rate: Cents | null;
  quantity: number | null;
  unit_cost: Cents | null;
  markup_pct: number | null;
  amount: Cents;
  is_locked: boolean;
  is_scaled: boolean;
};

type Priced = Omit<BudgetEntry, 'amount' | 'is_locked' | 'is_scaled'>;

/** What an entry comes to by its own figures: minutes at a rate, or a quantity at a price with markup. */
export function entryAmount(entry: Priced): Cents {
  if (entry.job_role !== null) return amountOf(entry.minutes ?? 0, entry.rate ?? 0);
  return costOf(entry.quantity ?? 0, entry.unit_cost ?? 0, entry.markup_pct ?? 0);
}

type Typed = Partial<Pick<BudgetEntry, 'minutes' | 'rate' | 'quantity' | 'unit_cost' | 'markup_pct'>>;

/** Somebody typed a figure: the amount follows from it again, and the mark of scaling falls. */
export function typeIntoEntry<E extends BudgetEntry>(entry: E, typed: Typed): E {
  const changed = { ...entry, ...typed };
  return { ...changed, amount: entryAmount(changed), is_scaled: false };
}

/** Why a figure may not be typed into an entry. */
export function whyNotEntry(entry: Priced): string | null {
  if ((entry.job_role === null) === (entry.disbursement_type === null)) return 'A budget row is for a job role or for a disbursement type.';
  if ((entry.minutes ?? 0) < 0 || (entry.quantity ?? 0) < 0) return 'Time and quantities are not below zero.';
  return (entry.rate ?? 0) < 0 || (entry.unit_cost ?? 0) < 0 ? 'Rates and costs are not below zero.' : null;
}

export type BudgetTotals = { minutes: number; labour: Cents; disbursements: Cents; amount: Cents };

function totalsOf(entries: readonly BudgetEntry[]): BudgetTotals {
  const labour = entries.filter((entry) => entry.job_role !== null);
  return {
    minutes: labour.reduce((sum, entry) => sum + (entry.minutes ?? 0), 0),
    labour: sumCents(labour.map((entry) => entry.amount)),
    disbursements: sumCents(entries.filter((entry) => entry.job_role === null).map((entry) => entry.amount)),
    amount: sumCents(entries.map((entry) => entry.amount)),
  };
}

export type BudgetSums = {
  all: BudgetTotals;
  by_task: Map<number, BudgetTotals>;
  by_milestone: Map<number, BudgetTotals>;
  by_role: Map<number, BudgetTotals>;
  by_disbursement_type: Map<number, BudgetTotals>;
};

function totalsBy<E extends BudgetEntry>(entries: readonly E[], key: (entry: E) => number | null): Map<number, BudgetTotals> {
  const groups = Map.groupBy(
    entries.filter((entry) => key(entry) !== null),
    (entry) => key(entry) as number,
  );
  return new Map([...groups].map(([id, group]) => [id, totalsOf(group)]));
}

/** Every total the budget table shows, from the same entries, so that they always agree. */
export function sumBudget(entries: readonly (BudgetEntry & { task: number; milestone: number })[]): BudgetSums {
  return {
    all: totalsOf(entries),
    by_task: totalsBy(entries, (entry) => entry.task),
    by_milestone: totalsBy(entries, (entry) => entry.milestone),
    by_role: totalsBy(entries, (entry) => entry.job_role),
    by_disbursement_type: totalsBy(entries, (entry) => entry.disbursement_type),
  };
}

function addTotals(one: BudgetTotals, other: BudgetTotals): BudgetTotals {
  return {
    minutes: one.minutes + other.minutes,
    labour: sumCents([one.labour, other.labour]),
    disbursements: sumCents([one.disbursements, other.disbursements]),
    amount: sumCents([one.amount, other.amount]),
  };
}

/** The sums of several parts of a budget together: the same as the sums of all their entries. */
export function addSums(parts: readonly BudgetSums[]): BudgetSums {
  const gather = (name: Exclude<keyof BudgetSums, 'all'>) => {
    const sums = new Map<number, BudgetTotals>();
    for (const part of parts)
      for (const [id, totals] of part[name]) {
        const before = sums.get(id);
        sums.set(id, before ? addTotals(before, totals) : totals);
      }
    return sums;
  };
  return {
    all: parts.map(({ all }) => all).reduce(addTotals, totalsOf([])),
    by_task: gather('by_task'),
    by_milestone: gather('by_milestone'),
    by_role: gather('by_role'),
    by_disbursement_type: gather('by_disbursement_type'),
  };
}

export type BudgetUse = { remaining: Cents; used_pct: number | null; tone: Tone };

const NEARLY_USED = 80;

/** How far a budget is used: for the bar. Nothing budgeted has no percentage; used without a budget is an overrun all the same. */
export function measureUse(budget: Cents, actual: Cents): BudgetUse {
  const used_pct = budget > 0 ? Math.floor((actual * 100) / budget) : null;
  const tone: Tone = actual > budget ? 'error' : (used_pct ?? 0) >= NEARLY_USED ? 'warning' : 'success';
  return { remaining: subtractCents(budget, actual), used_pct, tone };
}
