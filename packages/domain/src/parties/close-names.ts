import { CLOSE, figuresOf, similarity, trigramsOf } from './party-name.ts';

type Entry = { name: string; figures: string; trigrams: Set<string> };

/** A name that so many others could be close to is looked at no further: its likeliest are found by then. */
const MOST_TRIED = 1000;

/**
 * Finds the close ones among many names without comparing each with each. Two names that share seven in ten of their trigrams must
 * share one among the rarest few of either; so only those few are looked up, and the comparison itself is made for what they find.
 * (The prefix filter of set similarity joins: Chaudhuri, Ganti and Kaushik 2006.)
 */
export function createCloseNames(names: Iterable<string>): { listClose(name: string): readonly string[] } {
  const entries: Entry[] = [...new Set(names)].filter(Boolean).map((name) => {
    return { name, figures: figuresOf(name), trigrams: new Set(trigramsOf(name)) };
  });
  const frequency = new Map<string, number>();
  for (const { trigrams } of entries) for (const one of trigrams) frequency.set(one, (frequency.get(one) ?? 0) + 1);

  /** The rarest first, and no more of them than it takes: with all others shared the two would still not be close enough. */
  function rarest(trigrams: readonly string[]): string[] {
    const most = trigrams.length - Math.ceil(CLOSE * trigrams.length - 1e-9) + 1;
    return [...trigrams].sort((a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || (a < b ? -1 : a > b ? 1 : 0)).slice(0, most);
  }

  const postings = new Map<string, Entry[]>();
  for (const entry of entries) {
    for (const one of rarest([...entry.trigrams])) {
      const list = postings.get(one);
      if (list) list.push(entry);
      else postings.set(one, [entry]);
    }
  }
  const known = new Map<string, readonly string[]>();

  function look(name: string): string[] {
    const trigrams = trigramsOf(name);
    const figures = figuresOf(name);
    const tried = new Set<Entry>();
    const close: string[] = [];
    for (const one of rarest(trigrams)) {
      for (const entry of postings.get(one) ?? []) {
        if (tried.has(entry)) continue;
        if (tried.size >= MOST_TRIED) return close;
        tried.add(entry);
        const [less, more] = [Math.min(trigrams.length, entry.trigrams.size), Math.max(trigrams.length, entry.trigrams.size)];
        if (less < CLOSE * more || entry.name === name || entry.figures !== figures) continue;
        if (similarity(trigrams, entry.trigrams) >= CLOSE) close.push(entry.name);
      }
    }
    return close;
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
