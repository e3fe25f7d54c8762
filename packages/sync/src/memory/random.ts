/** A small seeded generator (mulberry32): the same seed tells the same story on every machine. */
export type Random = {
  next(): number;
  below(n: number): number;
  chance(p: number): boolean;
  pick<T>(list: readonly T[]): T;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return { next, below, chance: (p) => next() < p, pick: <T>(list: readonly T[]) => list[below(list.length)] as T };
}
