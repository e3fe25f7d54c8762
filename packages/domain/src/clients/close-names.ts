import { CLOSE, figuresOf, trigramsOf } from './party-name.ts';

/** So many of the rarest trigrams two names must share before they are compared in full. */
const SHARED_FIRST = 3;

/** A name that so many others could be close to is looked at no further: its likeliest are found by then. */
const MOST_COMPARED = 500;

/** How many of two ascending lists are the same. */
function countShared(a: readonly number[], b: readonly number[]): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const gap = a[i]! - b[j]!;
    if (gap === 0) shared += 1;
    if (gap <= 0) i += 1;
    if (gap >= 0) j += 1;
  }
  return shared;
}

function leastShared(size: number): number {
  return Math.ceil(CLOSE * size - 1e-9);
}

/** So far from the rarest end one has to look to be sure of meeting a close name the required number of times. */
function prefixLength(size: number): number {
  return Math.min(size, size - leastShared(size) + SHARED_FIRST);
}

/**
 * Finds the close ones among many names without comparing each with each. Names that share seven in ten of their trigrams must share
 * some among the rarest few of either; only those few are looked up, and what is met often enough is compared. (The prefix filter of
 * set similarity joins, in its form for several shared elements: Wang, Li and Feng 2012.)
 */
export function createCloseNames(given: Iterable<string>): { listClose(name: string): readonly string[] } {
  const names = [...new Set(given)].filter(Boolean);
  const frequency = new Map<string, number>();
  for (const name of names) for (const one of trigramsOf(name)) frequency.set(one, (frequency.get(one) ?? 0) + 1);
  const byRarity = [...frequency].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1));
  const rankOf = new Map(byRarity.map(([trigram], rank) => [trigram, rank]));

  /** The known trigrams as numbers, the rarest first, and how many are unknown: rarer than any, and shared with nobody. */
  function ranksOf(name: string): { ranks: number[]; size: number } {
    const trigrams = trigramsOf(name);
    const ranks = trigrams.map((one) => rankOf.get(one)).filter((rank) => rank !== undefined);
    return { ranks: ranks.sort((a, b) => a - b), size: trigrams.length };
  }

  const ranks = names.map((name) => ranksOf(name).ranks);
  // Names with other figures never meet, so each set of figures has an index of its own.
  const indexes = new Map<string, Map<number, number[]>>();
  for (const [at, name] of names.entries()) {
    const figures = figuresOf(name);
    const index = indexes.get(figures) ?? new Map<number, number[]>();
    indexes.set(figures, index);
    for (const rank of ranks[at]!.slice(0, prefixLength(ranks[at]!.length))) {
      const list = index.get(rank);
      if (list) list.push(at);
      else index.set(rank, [at]);
    }
  }
  const met = new Uint16Array(names.length);
  const known = new Map<string, readonly string[]>();

  function look(name: string): string[] {
    const index = indexes.get(figuresOf(name));
    if (!index) return [];
    const { ranks: own, size } = ranksOf(name);
    const enough = Math.min(SHARED_FIRST, leastShared(size));
    const touched: number[] = [];
    const often: number[] = [];
    for (const rank of own.slice(0, Math.max(0, prefixLength(size) - (size - own.length)))) {
      for (const at of index.get(rank) ?? []) {
        if (met[at] === 0) touched.push(at);
        met[at]! += 1;
        if (met[at] === enough) often.push(at);
      }
    }
    for (const at of touched) met[at] = 0;
    const isClose = (at: number) => {
      const other = ranks[at]!;
      if (Math.min(size, other.length) < CLOSE * Math.max(size, other.length) || names[at] === name) return false;
      const shared = countShared(own, other);
      return shared / (size + other.length - shared) >= CLOSE;
    };
    return often
      .slice(0, MOST_COMPARED)
      .filter(isClose)
      .map((at) => names[at]!);
  }

  return {
    listClose(name) {
      let close = known.get(name);
      if (!close) {
        close = name ? look(name) : [];
        if (known.size < 50_000) known.set(name, close);
      }
      return close;
    },
  };
}
