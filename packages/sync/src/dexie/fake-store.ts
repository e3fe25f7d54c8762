import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { type DexieStore, openDexieStore } from './dexie-store.ts';

/** The store of the field app over an IndexedDB in memory: for simulated tablets outside a browser, each with its own. */
export function openFakeStore(): DexieStore {
  return openDexieStore({ indexedDB: new IDBFactory(), IDBKeyRange });
}
