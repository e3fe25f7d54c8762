import type { Item } from '@dmse/sync/item';
import type { ItemTable, SafeTable, Store } from '@dmse/sync/ports';
import { isBaseMapKey } from '@dmse/sync/rules/base-map-key';
import { isUnsettled } from '@dmse/sync/rules/new-item';
import type { FieldChange, FieldPlace } from '../../session/field-changes.ts';

/** The same store, which says after each commit what it has written. A transaction that only reads, or fails, says nothing. */
export function watchStore(store: Store, onCommit: (change: FieldChange) => void, track: <T>(write: Promise<T>) => Promise<T>): Store {
  const noting = () => {
    const places = new Set<FieldPlace>();
    const images = new Set<string>();
    let unsettled = false;
    return {
      note: (place: FieldPlace, id?: string, item?: Item) => {
        places.add(place);
        if (place === 'image' && id !== undefined) images.add(id);
        if (item !== undefined && isUnsettled(item)) unsettled = true;
      },
      tellAfter: <T>(commit: Promise<T>): Promise<T> =>
        commit.then((result) => {
          if (places.size > 0) onCommit({ places: [...places], unsettled, images: [...images] });
          return result;
        }),
    };
  };
  return {
    runs: (work) => {
      const { note, tellAfter } = noting();
      const done = store.runs((tx) => work({ table: (kind) => noteItems(tx.table(kind), (id, item) => note(kind, id, item)) }));
      return track(tellAfter(done));
    },
    safety: (work) => {
      const { note, tellAfter } = noting();
      const done = store.safety((tx) =>
        work({
          rescue: noteItems(tx.rescue, (id, item) => note('rescue', id, item)),
          // what lies in the trash was never sent and never will be
          trash: noteItems(tx.trash, () => note('trash')),
          drafts: noteRows(tx.drafts, () => note('drafts')),
          layers: noteRows(tx.layers, (id) => note(isBaseMapKey(id) ? 'tiles' : 'layers')),
          ballast: noteRows(tx.ballast, () => note('ballast')),
          meta: noteRows(tx.meta, () => note('meta')),
        }),
      );
      return track(tellAfter(done));
    },
  };
}

function noteItems(table: ItemTable, note: (id: string, item?: Item) => void): ItemTable {
  return {
    get: (id) => table.get(id),
    list: (filter) => table.list(filter),
    put: (item) => {
      note(item.id, item);
      return table.put(item);
    },
    erase: (id) => {
      note(id);
      return table.erase(id);
    },
  };
}

function noteRows<T extends { readonly id: string }>(table: SafeTable<T>, note: (id: string) => void): SafeTable<T> {
  return {
    get: (id) => table.get(id),
    ids: () => table.ids(),
    put: (row) => {
      note(row.id);
      return table.put(row);
    },
    erase: (id) => {
      note(id);
      return table.erase(id);
    },
  };
}
