/**
 * Where a row stands among its neighbours, as a string compared byte by byte: a row is moved by giving it a key between two others, and
 * no other row changes. The idea (a fraction that always has room, with a whole part whose first letter tells its length, so that
 * appending stays short) is known as fractional indexing. What is added here: every key ends with a mark of its row (`salt`, its id),
 * from which no other row's mark is an ending, so that two people who move different rows into the same gap at once both keep their
 * move and never get equal keys.
 */
export type OrderKey = string;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = DIGITS.length;
const MAX_LENGTH = 1000;

function digitAt(text: string, at: number): number {
  return DIGITS.indexOf(text.charAt(at));
}

function writeDigits(n: number): string {
  let text = '';
  for (let rest = n; text === '' || rest > 0; rest = Math.floor(rest / BASE)) text = DIGITS.charAt(rest % BASE) + text;
  return text;
}

function mirror(digits: string): string {
  return [...digits].map((digit) => DIGITS.charAt(BASE - 1 - DIGITS.indexOf(digit))).join('');
}

/** a, b, c … say how many digits follow; for numbers below zero Z, Y, X … and the digits mirrored, so that bytes sort like numbers. */
function writeWhole(n: number): string {
  const digits = writeDigits(n < 0 ? -n - 1 : n);
  if (n >= 0) return String.fromCharCode(96 + digits.length) + digits;
  return String.fromCharCode(91 - digits.length) + mirror(digits);
}

function wholeLength(key: OrderKey): number {
  const head = key.charCodeAt(0);
  return 1 + (head >= 97 ? head - 96 : 91 - head);
}

function readWhole(key: OrderKey): number {
  const digits = key.slice(1, wholeLength(key));
  const value = (text: string) => [...text].reduce((sum, digit) => sum * BASE + DIGITS.indexOf(digit), 0);
  return key.charCodeAt(0) >= 97 ? value(digits) : -value(mirror(digits)) - 1;
}

/** The row's mark: the digits of its id and how many they are. The last letter is never 0, which leaves room below every key. */
function writeSalt(salt: number): string {
  if (!Number.isSafeInteger(salt) || salt < 0) throw new RangeError(`${salt} cannot mark a row.`);
  const digits = writeDigits(salt);
  return digits + DIGITS.charAt(digits.length);
}

/** Digits strictly above `low` and below `high` whatever is written behind them; no `high` means no limit. */
function between(low: string, high: string | null): string {
  let digits = '';
  let limit = high;
  for (let at = 0; ; at++) {
    const floor = at < low.length ? digitAt(low, at) : -1;
    const roof = limit === null ? BASE : digitAt(limit, at);
    const middle = Math.floor((floor + roof) / 2);
    // A key that ended in 0 here would have only its mark above it, and the next one below no room to halve.
    if (middle > Math.max(floor, 0)) return digits + DIGITS.charAt(middle);
    // No room at this digit: stay with the lower one, which frees the upper end; directly under a 0 follow the upper one down.
    digits += DIGITS.charAt(Math.max(floor, 0));
    if (roof > Math.max(floor, 0)) limit = null;
  }
}

export function isOrderKey(text: string): boolean {
  if (!/^[A-Za-z][0-9A-Za-z]*[1-9A-Za-z]$/.test(text) || text.length > MAX_LENGTH) return false;
  return wholeLength(text) < text.length && wholeLength(text) <= 9;
}

function middle(before: OrderKey | null, after: OrderKey | null): string {
  for (const key of [before, after]) if (key !== null && !isOrderKey(key)) throw new RangeError(`“${key}” is not an order key.`);
  if (before === null) return writeWhole(after === null ? 0 : readWhole(after) - 1);
  if (after === null) return writeWhole(readWhole(before) + 1);
  if (before >= after) throw new RangeError(`There is nothing between “${before}” and “${after}”.`);
  const [low, high] = [readWhole(before), readWhole(after)];
  if (high - low > 1) return writeWhole(Math.floor((low + high) / 2));
  return writeWhole(low) + between(before.slice(wholeLength(before)), high === low ? after.slice(wholeLength(after)) : null);
}

/** A key after `before` and before `after` (null: the beginning, the end). `salt` is the id of the row that is placed. */
export function orderKeyBetween(before: OrderKey | null, after: OrderKey | null, salt: number): OrderKey {
  return middle(before, after) + writeSalt(salt);
}

/** Keys for several rows at once, in the order given, spread so that they stay short. */
export function orderKeysBetween(before: OrderKey | null, after: OrderKey | null, salts: readonly number[]): OrderKey[] {
  if (salts.length === 0) return [];
  // At an open end counting is shortest: each one goes next to the one before it.
  if (after === null) {
    let last = before;
    return salts.map((salt) => {
      last = orderKeyBetween(last, null, salt);
      return last;
    });
  }
  if (before === null) {
    let first: OrderKey = after;
    return salts
      .toReversed()
      .map((salt) => {
        first = orderKeyBetween(null, first, salt);
        return first;
      })
      .toReversed();
  }
  const at = Math.floor(salts.length / 2);
  const key = orderKeyBetween(before, after, salts[at]!);
  return [...orderKeysBetween(before, key, salts.slice(0, at)), key, ...orderKeysBetween(key, after, salts.slice(at + 1))];
}

/** Plain byte order; a database needs the "C" collation for the same. Rows that share a key all the same stand by id. */
export function compareOrder(a: { order: OrderKey; id: number }, b: { order: OrderKey; id: number }): number {
  return a.order < b.order ? -1 : a.order > b.order ? 1 : a.id - b.id;
}
