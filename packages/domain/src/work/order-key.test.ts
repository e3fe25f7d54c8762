import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareOrder, isOrderKey, type OrderKey, orderKeyBetween, orderKeysBetween } from './order-key.ts';

const seed = { seed: 20260304 };

/** Byte order, asked of the bytes. */
function isAscending(keys: readonly OrderKey[]): boolean {
  return keys.every((key, at) => at === 0 || Buffer.compare(Buffer.from(keys[at - 1]!), Buffer.from(key)) < 0);
}

/** A list grown by inserting at the given places; every row is marked by its own id. */
function grow(places: readonly number[]): OrderKey[] {
  const keys: OrderKey[] = [];
  for (const [id, place] of places.entries()) {
    const at = place % (keys.length + 1);
    keys.splice(at, 0, orderKeyBetween(keys[at - 1] ?? null, keys[at] ?? null, id));
  }
  return keys;
}

describe('order keys', () => {
  it('stand before, between and after', () => {
    const first = orderKeyBetween(null, null, 1);
    const last = orderKeyBetween(first, null, 2);
    const top = orderKeyBetween(null, first, 3);
    expect(isAscending([top, orderKeyBetween(top, first, 4), first, orderKeyBetween(first, last, 5), last])).toBe(true);
  });

  it('law: whatever was inserted where, the list is in byte order and every key is one', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 200 }), (places) => {
        const keys = grow(places);
        expect(isAscending(keys)).toBe(true);
        expect(keys.filter((key) => !isOrderKey(key))).toEqual([]);
      }),
      seed,
    );
  });

  it('law: many at once are in order, inside their gap, and leave room between each two', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 1, maxLength: 12 }), fc.nat(20), fc.nat(60), (places, place, count) => {
        const keys = grow(places);
        const at = place % (keys.length + 1);
        const salts = Array.from({ length: count }, (_, n) => 100 + n);
        const all = keys.toSpliced(at, 0, ...orderKeysBetween(keys[at - 1] ?? null, keys[at] ?? null, salts));
        expect(isAscending(all)).toBe(true);
        const inner = all.slice(1).map((key, n) => orderKeyBetween(all[n]!, key, 999));
        expect(inner.every((key, n) => all[n]! < key && key < all[n + 1]!)).toBe(true);
      }),
      seed,
    );
  });

  it('law: two people who move different rows never get equal keys, whatever each of them saw', () => {
    const gap = fc.tuple(fc.array(fc.nat(30), { minLength: 2, maxLength: 20 }), fc.nat(30));
    const keyFor = ([places, place]: [number[], number], salt: number) => {
      const keys = grow(places);
      const at = place % (keys.length + 1);
      return orderKeyBetween(keys[at - 1] ?? null, keys[at] ?? null, salt);
    };
    fc.assert(
      fc.property(gap, gap, fc.nat(1_000_000), fc.nat(1_000_000), fc.boolean(), (one, two, mine, theirs, isSame) => {
        fc.pre(mine !== theirs);
        expect(keyFor(one, mine)).not.toBe(keyFor(isSame ? one : two, theirs));
      }),
      { ...seed, numRuns: 500 },
    );
  });

  it('law: people who all look at an old list may move what they like: no two keys are equal and every gap stays open', () => {
    const move = fc.tuple(fc.nat(100), fc.nat(8));
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        const seen: OrderKey[][] = [[]];
        for (const [id, [place, age]] of moves.entries()) {
          const old = seen[Math.max(0, seen.length - 1 - age)]!;
          const at = place % (old.length + 1);
          const key = orderKeyBetween(old[at - 1] ?? null, old[at] ?? null, id);
          seen.push([...seen.at(-1)!, key].toSorted((a, b) => (a < b ? -1 : 1)));
        }
        const keys = seen.at(-1)!;
        expect(isAscending(keys)).toBe(true);
        for (const [at, key] of keys.slice(1).entries())
          expect(isAscending([keys[at]!, orderKeyBetween(keys[at]!, key, 7), key])).toBe(true);
      }),
      seed,
    );
  });

  it('both keep their move: two rows put into the same gap both stand in it, and a third still fits between them', () => {
    const [above, below] = orderKeysBetween(null, null, [1, 2]) as [OrderKey, OrderKey];
    const moved = [orderKeyBetween(above, below, 31), orderKeyBetween(above, below, 77)].toSorted();
    expect(isAscending([above, moved[0]!, orderKeyBetween(moved[0]!, moved[1]!, 5), moved[1]!, below])).toBe(true);
  });

  it('stay short: 10,000 appended, 10,000 put on top, 400 dropped into one place', () => {
    const many = Array.from({ length: 10_000 }, (_, id) => id);
    expect(Math.max(...orderKeysBetween(null, null, many).map((key) => key.length))).toBeLessThanOrEqual(8);
    expect(Math.max(...orderKeysBetween(null, orderKeyBetween(null, null, 0), many).map((key) => key.length))).toBeLessThanOrEqual(8);
    const [top, end] = orderKeysBetween(null, null, [1, 2]) as [OrderKey, OrderKey];
    expect(Math.max(...orderKeysBetween(top, end, many.slice(0, 400)).map((key) => key.length))).toBeLessThanOrEqual(10);
    const drops: Record<string, (gap: [OrderKey, OrderKey], key: OrderKey, n: number) => [OrderKey, OrderKey]> = {
      'always above the last one': ([low], key) => [low, key],
      'always below the last one': ([, high], key) => [key, high],
      'in turn': ([low, high], key, n) => (n % 2 === 0 ? [low, key] : [key, high]),
    };
    for (const [name, next] of Object.entries(drops)) {
      let gap: [OrderKey, OrderKey] = [top, end];
      for (let n = 0; n < 400; n++) gap = next(gap, orderKeyBetween(...gap, 600_000 + n), n);
      expect(Math.max(...gap.map((key) => key.length)), name).toBeLessThanOrEqual(110);
    }
  });

  it('refuses what is no key, no gap and no row', () => {
    for (const text of ['', 'a', 'a0', '0a1', 'a0é1', 'a010', 'a1'.repeat(501), 'z1']) expect(isOrderKey(text), text).toBe(false);
    const key = orderKeyBetween(null, null, 1);
    expect(() => orderKeyBetween(key, key, 2)).toThrow(/nothing between/);
    expect(() => orderKeyBetween('nonsense!', null, 2)).toThrow(/not an order key/);
    expect(() => orderKeyBetween(null, null, -1)).toThrow(/cannot mark/);
  });

  it('rows that share a key all the same stand by id', () => {
    const rows = [
      { order: 'b', id: 1 },
      { order: 'a', id: 9 },
      { order: 'a', id: 3 },
      { order: 'B', id: 4 },
    ];
    expect(rows.toSorted(compareOrder).map(({ id }) => id)).toEqual([4, 3, 9, 1]);
  });
});
