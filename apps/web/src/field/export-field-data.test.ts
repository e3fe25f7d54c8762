import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import { collectFieldData } from './export-field-data.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

it('has nothing to export where there is no field data, and makes no database', async () => {
  expect(await collectFieldData()).toBeNull();
  expect(await indexedDB.databases()).toEqual([]);
});

it('holds every store, with bytes as data URLs', async () => {
  const opening = indexedDB.open('FieldRuns', 6);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('point', { keyPath: 'id' }).put({ id: 'p', properties: { name: 'CP-1' } });
    opening.result.createObjectStore('pointImage', { keyPath: 'id' }).put({ id: 'i', bytes: new Uint8Array([1, 2, 3]) });
  };
  await new Promise<void>((resolve) => {
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
  });
  expect(await collectFieldData()).toEqual({
    database: 'FieldRuns',
    version: 6,
    stores: {
      point: [{ id: 'p', properties: { name: 'CP-1' } }],
      pointImage: [{ id: 'i', bytes: 'data:application/octet-stream;base64,AQID' }],
    },
  });
});
