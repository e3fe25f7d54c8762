import { isEqual } from '@dmse/domain/values/is-equal';

/** A field that holds a list of things with names: how an item is known again, and how it is spoken of. */
export type ListField = { keyOf: (item: unknown) => string; say: (item: unknown) => string };

export type MergedList = {
  /** Both edits put together; where one item was changed by both, as I left it. */
  mine: unknown[];
  /** The same, as they left it. */
  theirs: unknown[];
  /** The items both changed, each in words. */
  clashes: { mine: string; theirs: string }[];
  /** What only they did, in words. */
  taken: string[];
};

type Items = Map<string, unknown>;

/** Two edits of one list, put together item by item, so that an addition of each stands in the result. A renamed item is another item. */
export function mergeList(before: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[], list: ListField): MergedList {
  const read = (items: readonly unknown[]): Items => new Map(items.map((item) => [list.keyOf(item), item]));
  const [old, my, their] = [read(before), read(mine), read(theirs)];
  const merged: MergedList = { mine: [], theirs: [], clashes: [], taken: [] };
  for (const key of mergeOrder([...old.keys()], [...my.keys()], [...their.keys()])) {
    const [was, me, they] = [old.get(key), my.get(key), their.get(key)];
    const didI = !isEqual(was, me);
    const didThey = !isEqual(was, they);
    const isClash = didI && didThey && !isEqual(me, they);
    if (isClash) merged.clashes.push({ mine: sayState(list, me, was), theirs: sayState(list, they, was) });
    else if (didThey && !didI) merged.taken.push(sayState(list, they, was));
    const kept = didI ? me : they;
    if (kept !== undefined) merged.mine.push(kept);
    const given = isClash ? they : kept;
    if (given !== undefined) merged.theirs.push(given);
  }
  if (merged.taken.length === 0 && merged.clashes.length === 0 && !isEqual(merged.mine, mine)) merged.taken.push('another order');
  return merged;
}

function sayState({ say }: ListField, now: unknown, was: unknown): string {
  if (now === undefined) return `${say(was)} (removed)`;
  return was === undefined ? `${say(now)} (added)` : say(now);
}

/** My order where I changed it, else theirs; what the other has beside it goes in after its neighbour. */
function mergeOrder(old: string[], mine: string[], theirs: string[]): string[] {
  const isMoved = !isEqual(
    mine.filter((key) => old.includes(key)),
    old.filter((key) => mine.includes(key)),
  );
  const [first, second] = isMoved ? [mine, theirs] : [theirs, mine];
  const order = [...first];
  for (const [at, key] of second.entries()) {
    if (order.includes(key)) continue;
    const neighbour = second[at - 1];
    order.splice(neighbour === undefined ? 0 : order.indexOf(neighbour) + 1, 0, key);
  }
  return order;
}
