import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import { collectFieldData } from './export-field-data.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

async function fill(name: string, version: number, stores: Record<string, object>): Promise<void> {
  const opening = indexedDB.open(name, version);
  opening.onupgradeneeded = () => {
    for (const [store, row] of Object.entries(stores)) opening.result.createObjectStore(store, { keyPath: 'id' }).put(row);
  };
  await new Promise<void>((resolve) => {
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
  });
}

it('has nothing to export where there is no field data, and makes no database', async () => {
  expect(await collectFieldData()).toBeNull();
  expect(await indexedDB.databases()).toEqual([]);
});

it('holds every store of both databases, with bytes as data URLs, and not what can be had again', async () => {
  // of a version this app does not know: it must be readable all the same
  await fill('FieldRuns', 700, {
    point: { id: 'p', properties: { name: 'CP-1' } },
    pointImage: { id: 'i', bytes: new Uint8Array([1, 2, 3]) },
  });
  await fill('FieldRunsSafety', 1, { rescue: { id: 'q', dirty: 1 }, drafts: { id: 'd', data: { note: 'half' } }, ballast: { id: 'b' } });
  expect(await collectFieldData()).toEqual([
    {
      database: 'FieldRuns',
      version: 700,
      stores: {
        point: [{ id: 'p', properties: { name: 'CP-1' } }],
        pointImage: [{ id: 'i', bytes: 'data:application/octet-stream;base64,AQID' }],
      },
    },
    { database: 'FieldRunsSafety', version: 1, stores: { rescue: [{ id: 'q', dirty: 1 }], drafts: [{ id: 'd', data: { note: 'half' } }] } },
  ]);
});
