import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { openDexieStore } from './dexie/dexie-store.ts';
import { createDisk, openMemoryStore } from './memory/memory-store.ts';
import { StoreError } from './ports.ts';
import { captureItem } from './rules/new-item.ts';
import { storeSuite } from './store-suite.ts';

describe('the store in memory', () => {
  storeSuite(it, async () => {
    const disk = createDisk();
    return { store: openMemoryStore(disk), reopen: async () => openMemoryStore(disk) };
  });

  it('a full disk refuses the whole transaction and says why (SYNC-B3)', async () => {
    const disk = createDisk();
    const store = openMemoryStore(disk);
    disk.capacity = 4;
    const photo = {
      ...captureItem({ kind: 'image', id: 'i', field_run: 'r', fields: {}, owner: null, now: '2026-05-04T12:00:00.000Z' }),
      file: new Uint8Array(5),
    };
    const both = store.runs(async (tx) => {
      await tx.table('point').put({ ...photo, kind: 'point', id: 'p', file: null });
      await tx.table('image').put(photo);
    });
    await expect(both).rejects.toMatchObject({ fault: 'QUOTA' });
    await expect(both).rejects.toBeInstanceOf(StoreError);
    expect(await store.runs((tx) => tx.table('point').list({}))).toEqual([]);
  });
});

describe('the store in IndexedDB', () => {
  storeSuite(it, async () => {
    const indexedDB = new IDBFactory();
    const open = () => openDexieStore({ indexedDB, IDBKeyRange });
    const store = open();
    return {
      store,
      reopen: async () => {
        store.close();
        return open();
      },
    };
  });
});
