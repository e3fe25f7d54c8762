import { type Cents, percentOf, subtractCents, sumCents } from '../money/cents.ts';
import { splitCents } from '../money/split.ts';
import type { Reason } from '../values/reason.ts';
import type { LineKind } from './lines.ts';

type Discounted = { kind: LineKind; amount: Cents; account_code: string; tax_type: string };
/** A discount for the lines of one account and tax type, so that revenue and tax fall by their own share. */
export type DiscountLine = { account_code: string; tax_type: string; amount: Cents };

/** What a discount is taken from: work and fees, not retainers and not other discounts. */
function isDiscounted({ kind }: Discounted): boolean {
  return kind !== 'retainer' && kind !== 'discount' && kind !== 'text';
}

function discountBase(lines: readonly Discounted[]): Cents {
  return sumCents(lines.filter(isDiscounted).map(({ amount }) => amount));
}

/** A percentage of the lines, rounded half-up to the cent once. */
export function discountOf(lines: readonly Discounted[], percent: number): Cents {
  return percentOf(discountBase(lines), percent);
}

export function whyNotDiscount(lines: readonly Discounted[], discount: Cents): Reason {
  if (discount <= 0) return { code: 'INVALID', sentence: 'A discount is above zero.' };
  if (discount <= discountBase(lines)) return null;
  return { code: 'INVALID', sentence: 'The discount is more than what it is taken from.' };
}

/** The discount as lines below zero, split over accounts and tax types in proportion to what they have. Together they are the discount. */
export function discountLines(lines: readonly Discounted[], discount: Cents): DiscountLine[] {
  const groups = [
    ...Map.groupBy(lines.filter(isDiscounted), ({ account_code, tax_type }) => JSON.stringify([account_code, tax_type])).values(),
  ];
  const sums = groups.map((group) => Math.max(0, sumCents(group.map(({ amount }) => amount))));
  const shares = splitCents(discount, sums);
  return groups.flatMap(([first], at): DiscountLine[] => {
    const { account_code, tax_type } = first!;
    return shares[at] === 0 ? [] : [{ account_code, tax_type, amount: subtractCents(0, shares[at]!) }];
  });
}
