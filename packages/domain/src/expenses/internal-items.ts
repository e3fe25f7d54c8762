import { type LocalDate, proseDate } from '../dates/local-date.ts';
import { latestOn, type ValidPeriod } from '../dates/valid-period.ts';
import { type Cents, costOf, sayCents } from '../money/cents.ts';
import type { Reason } from '../values/reason.ts';

/** What one unit of a disbursement type costs in a period, and the markup on it. Mileage is a type whose unit is the kilometre. */
export type DatedUnitCost = ValidPeriod & { disbursement_type: number; unit_cost: Cents; markup_pct: number };

type Item = { disbursement_type: number; date: LocalDate; quantity: number; is_billable: boolean };

/** Frozen on the item, like the rate on an entry. */
export type PricedItem = { unit_cost: Cents; markup_pct: number; valid_from: LocalDate | null; cost: Cents; amount: Cents };

/** What the item costs and what the client is charged, by the unit cost of its day; null where nobody has set one. */
export function priceItem({ disbursement_type, date, quantity, is_billable }: Item, costs: readonly DatedUnitCost[]): PricedItem | null {
  const ofType = costs.filter((cost) => cost.disbursement_type === disbursement_type);
  const chosen = latestOn(ofType, date);
  if (chosen === null) return null;
  const { unit_cost, markup_pct, valid_from } = chosen;
  return {
    unit_cost,
    markup_pct,
    valid_from,
    cost: costOf(quantity, unit_cost),
    amount: is_billable ? costOf(quantity, unit_cost, markup_pct) : 0,
  };
}

export function whyNotItem({ quantity, date }: Item, priced: PricedItem | null, today: LocalDate): Reason {
  if (quantity <= 0) return { code: 'INVALID', sentence: 'A quantity is above zero.' };
  if (date > today) return { code: 'INVALID', sentence: 'A disbursement is dated today or earlier.' };
  return priced ? null : { code: 'INCOMPLETE', sentence: `Nobody has set a unit cost for ${proseDate(date)}.` };
}

/** "142 km at $0.72 + 10 %": how an amount came about. */
export function sayItemPrice(
  quantity: number,
  unit: string,
  { unit_cost, markup_pct }: Pick<PricedItem, 'unit_cost' | 'markup_pct'>,
): string {
  return `${quantity} ${unit} at ${sayCents(unit_cost)}${markup_pct === 0 ? '' : ` + ${markup_pct} %`}`;
}
