/** A stream of chance that is the same on every machine and in every run. Nothing of the demo firm comes from anywhere else. */
export type Random = {
  /** At least 0, less than 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
  /** True so often. */
  chance(share: number): boolean;
  /** Another order of the same list. */
  shuffle<T>(list: readonly T[]): T[];
  /** A stream of its own, by name: what one noun draws does not move another. */
  fork(name: string | number): Random;
};

/** FNV-1a, to turn a name into a number. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** The generator known as mulberry32: small, quick, and good enough to invent people. */
export function createRandom(seed: string): Random {
  let state = hash(seed);
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    pick: (list) => list[int(0, list.length - 1)]!,
    chance: (share) => next() < share,
    shuffle(list) {
      const order = [...list];
      for (let at = order.length - 1; at > 0; at--) {
        const other = int(0, at);
        [order[at], order[other]] = [order[other]!, order[at]!];
      }
      return order;
    },
    fork: (name) => createRandom(`${seed}/${name}`),
  };
}
