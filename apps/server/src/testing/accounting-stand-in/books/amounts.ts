import { divideHalfUp } from '@dmse/domain/money/cents';
import { readDecimal, roundDecimal } from '@dmse/domain/text/decimal';
import { badRequest } from '../calls/refusal.ts';

/** A number of the wire in units of the given decimal place, rounded half-up by its digits. */
export function roundUnits(value: number, places: number): number {
  const read = readDecimal(String(value));
  if (!('value' in read) || String(value).includes('e')) throw badRequest(`${value} is not an amount.`);
  return roundDecimal(read.value, places);
}

/** The number with so many decimals. */
export const roundTo = (value: number, places: number): number => roundUnits(value, places) / 10 ** places;

/** Money of the wire as whole cents. Money with more decimals is a mistake of whoever sent it. */
export function readCents(value: number, name: string): number {
  const cents = roundUnits(value, 2);
  if (cents / 100 !== value) throw badRequest(`${name} ${value} has more than two decimals.`);
  return cents;
}

/** Cents as they stand on the wire. */
export const toMoney = (cents: number): number => cents / 100;

export const sayMoney = (cents: number): string => toMoney(cents).toFixed(2);

type Priced = { Quantity: number; UnitAmount: number; DiscountRate?: number; DiscountAmount?: number };

/** What a line comes to: quantity (4 decimals) × unit amount (2 or 4) less the discount, rounded once. */
export function priceOf({ Quantity, UnitAmount, DiscountRate = 0, DiscountAmount = 0 }: Priced, unitPlaces: number): number {
  const kept = BigInt(1_000_000 - roundUnits(DiscountRate, 4));
  const exact = BigInt(roundUnits(Quantity, 4)) * BigInt(roundUnits(UnitAmount, unitPlaces)) * kept;
  return divideHalfUp(exact * 100n, 10n ** BigInt(4 + unitPlaces + 6)) - readCents(DiscountAmount, 'DiscountAmount');
}

/** The tax of one line: on top of the amount, or already in it. */
export function taxOf(amount: number, rate: number, isIncluded: boolean): number {
  const parts = BigInt(roundUnits(rate, 4));
  const whole = 1_000_000n;
  return divideHalfUp(BigInt(amount) * parts, isIncluded ? whole + parts : whole);
}
