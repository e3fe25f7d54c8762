import type { Item } from './item.ts';
import type { Store } from './ports.ts';
import type { Kind } from './wire.ts';

/** Where a record lies: in its run, or in rescue. The engine pushes from both. */
export type Shelf = 'runs' | 'rescue';

export type Change<T> = { readonly item: Item; readonly result: T };

/** L6: read, change, write in one transaction. Undefined: the record is not there (any more), and nothing is written. */
export function changeItem<T>(
  store: Store,
  shelf: Shelf,
  kind: Kind,
  id: string,
  change: (item: Item) => Change<T>,
): Promise<T | undefined> {
  const inTable = async (table: { get(id: string): Promise<Item | undefined>; put(item: Item): Promise<void> }) => {
    const item = await table.get(id);
    if (item === undefined) return undefined;
    const changed = change(item);
    if (changed.item !== item) await table.put(changed.item);
    return changed.result;
  };
  return shelf === 'runs' ? store.runs((tx) => inTable(tx.table(kind))) : store.safety((tx) => inTable(tx.rescue));
}
