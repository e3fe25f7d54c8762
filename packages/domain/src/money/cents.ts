import { readDecimal, roundDecimal } from '../text/decimal.ts';
import type { Reading } from '../text/reading.ts';
import type { Brand } from '../values/brand.ts';

/** Money: whole cents, in SQL, on the wire and here. Arithmetic with it happens in this folder only. */
export type Cents = Brand<number, 'cents'>;

function whole(cents: Cents): Cents {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${cents} is not a number of whole cents.`);
  return cents;
}

export function addCents(...amounts: readonly Cents[]): Cents {
  return sumCents(amounts);
}

export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0;
  for (const cents of amounts) sum = whole(sum + whole(cents));
  return sum;
}

export function subtractCents(from: Cents, cents: Cents): Cents {
  return whole(whole(from) - whole(cents));
}

/** The fraction as a whole number, half away from zero: a credit mirrors its charge to the cent, as in PostgreSQL's round(). */
export function divideHalfUp(numerator: bigint, denominator: bigint): number {
  if (denominator <= 0n) throw new RangeError('Money is divided by what is above zero.');
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = Number((2n * size + denominator) / (2n * denominator));
  return whole(numerator < 0n && rounded !== 0 ? -rounded : rounded);
}

/** A decimal fraction of money rounded to the cent, half away from zero. For figures that arrive as numbers; exact ones use divideHalfUp. */
export function roundCents(cents: number): Cents {
  const rounded = Math.floor(Math.abs(cents) + 0.5);
  return whole(cents < 0 && rounded !== 0 ? -rounded : rounded);
}

/** Time at a rate: round half-up(minutes · rate / 60). */
export function amountOf(minutes: number, rate_cents_per_hour: Cents): Cents {
  return divideHalfUp(BigInt(minutes) * BigInt(rate_cents_per_hour), 60n);
}

/** The minutes that follow from an amount at a rate, to the nearest one; null where the rate says nothing about time. */
export function minutesOf(amount: Cents, rate_cents_per_hour: Cents): number | null {
  return rate_cents_per_hour > 0 ? divideHalfUp(BigInt(amount) * 60n, BigInt(rate_cents_per_hour)) : null;
}

const QUANTITY = 10_000;
const PERCENT = 1000;

/** Things at a unit cost with a markup: quantity (4 decimals) · unit cost · (1 + markup), rounded once, at the end. */
export function costOf(quantity: number, unit_cost: Cents, markup_pct = 0): Cents {
  const numerator =
    BigInt(Math.round(quantity * QUANTITY)) * BigInt(whole(unit_cost)) * BigInt(100 * PERCENT + Math.round(markup_pct * PERCENT));
  return divideHalfUp(numerator, BigInt(QUANTITY * 100 * PERCENT));
}

/** A percentage (3 decimals) of an amount, half-up. */
export function percentOf(amount: Cents, percent: number): Cents {
  return divideHalfUp(BigInt(whole(amount)) * BigInt(Math.round(percent * PERCENT)), BigInt(100 * PERCENT));
}

/** How many percent (3 decimals) an amount is of a whole; null where there is no whole. */
export function percentIn(amount: Cents, of: Cents): number | null {
  return of > 0 ? divideHalfUp(BigInt(whole(amount)) * BigInt(100 * PERCENT), BigInt(of)) / PERCENT : null;
}

/** The quantity (4 decimals) that follows from an amount; null where the price says nothing about it. */
export function quantityOf(amount: Cents, unit_cost: Cents, markup_pct = 0): number | null {
  const price = BigInt(whole(unit_cost)) * BigInt(100 * PERCENT + Math.round(markup_pct * PERCENT));
  return price > 0n ? divideHalfUp(BigInt(amount) * BigInt(QUANTITY * 100 * PERCENT), price) / QUANTITY : null;
}

function printSize(cents: Cents): string {
  const digits = String(Math.abs(whole(cents))).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** For a sentence: `$1,234.50`, and `($12.00)` below zero. Tables and documents format at the edge. */
export function sayCents(cents: Cents): string {
  const words = `$${printSize(cents).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
  return cents < 0 ? `(${words})` : words;
}

/** For an input field: `1234.50`, `-12.00`. */
export function typedCents(cents: Cents): string {
  return `${cents < 0 ? '-' : ''}${printSize(cents)}`;
}

const CURRENCY = /CAD|CA\$|C\$|\$/giu;

/**
 * Money as people type and spreadsheets copy it: `$1,234.50`, `1 234,50 $`, `(12.00)`, `-$3`. A dash alone is how a spreadsheet's
 * accounting format shows zero. More than two decimals, as an unformatted cell has them, are rounded half-up.
 */
export function readMoney(text: string): Reading<Cents> {
  const shown = text.trim();
  const signs = shown.match(CURRENCY) ?? [];
  const bare = shown.replace(CURRENCY, '').trim();
  if (/^[-–—]$/.test(bare)) return { value: 0 };
  const decimal = signs.length > 1 ? null : readDecimal(bare, 'unclear');
  if (decimal && 'value' in decimal) return { value: roundDecimal(decimal.value, 2) };
  if (decimal && /may mean|too large/.test(decimal.problem)) return decimal;
  return { problem: shown === '' ? 'There is no amount.' : `“${shown}” is not an amount of money.` };
}
