import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { captureItem } from '../rules/new-item.ts';
import { openDexieStore } from './dexie-store.ts';

const NOW = '2026-05-04T12:00:00.000Z';
const POINT = captureItem({ kind: 'point', id: 'p-1', field_run: 'r-1', fields: { geometry: null, name: '5000' }, owner: null, now: NOW });

type Db = {
  version: number;
  objectStoreNames: Iterable<string>;
  transaction(names: string[], mode: string): { objectStore(name: string): ObjectStore };
  close(): void;
};
type ObjectStore = { keyPath: unknown; indexNames: Iterable<string>; get(id: string): Pending };
type Pending = { result: unknown; onsuccess: (() => void) | null; onerror: (() => void) | null };

function wait<T>(request: unknown): Promise<T> {
  const pending = request as Pending;
  return new Promise((resolve, reject) => {
    pending.onsuccess = () => resolve(pending.result as T);
    pending.onerror = () => reject(new Error('the request failed'));
  });
}

async function openRaw(indexedDB: InstanceType<typeof IDBFactory>, name: string): Promise<Db> {
  return wait<Db>(indexedDB.open(name));
}

const FLAGS = ['dirty', 'error_reason', 'error_status_code', 'new', 'stored_on'];
const NESTED = ['created_on', 'dirty', 'error_reason', 'error_status_code', 'field_run', 'is_deleted', 'new', 'stored_on'];

describe('FieldRuns', () => {
  it('is version 6 with exactly the stores and indexes of the specification (P18)', async () => {
    const indexedDB = new IDBFactory();
    const store = openDexieStore({ indexedDB, IDBKeyRange });
    await store.runs(async (tx) => void (await tx.table('point').put(POINT)));
    await store.safety(({ meta }) => meta.ids());
    store.close();
    const db = await openRaw(indexedDB, 'FieldRuns');
    // Dexie keeps its versions times ten
    expect(db.version).toBe(60);
    const names = [...db.objectStoreNames];
    expect(names.sort()).toEqual(['fieldRun', 'pipe', 'point', 'pointImage']);
    const tx = db.transaction(names, 'readonly');
    const indexes = Object.fromEntries(names.map((name) => [name, [...tx.objectStore(name).indexNames].sort()]));
    expect(indexes).toEqual({
      fieldRun: ['created_on', 'name', 'state', ...FLAGS].sort(),
      point: NESTED.map((name) => `properties.${name}`),
      pointImage: ['fieldrun_shot', 'is_deleted', 'updated_on', ...FLAGS].sort(),
      pipe: [...NESTED, 'start_structure', 'end_structure'].map((name) => `properties.${name}`).sort(),
    });
    for (const name of names) expect(tx.objectStore(name).keyPath).toBe('id');
    expect(await wait(db.transaction(['point'], 'readonly').objectStore('point').get('p-1'))).toMatchObject({
      type: 'Feature',
      id: 'p-1',
      geometry: null,
      properties: { field_run: 'r-1', name: '5000', new: 1, dirty: 1, is_deleted: 0, created_on: NOW, stored_on: NOW, error_reason: null },
      _rev: 1,
    });
    db.close();
    const safety = await openRaw(indexedDB, 'FieldRunsSafety');
    expect([...safety.objectStoreNames].sort()).toEqual(['ballast', 'drafts', 'layers', 'meta', 'rescue', 'trash']);
    safety.close();
  });

  it('asks for strict durability on every transaction (SYNC-B2)', async () => {
    const indexedDB = new IDBFactory();
    const asked: unknown[] = [];
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = ((...args: Parameters<typeof open>) => {
      const request = open(...args);
      request.addEventListener('success', () => {
        const db = request.result;
        const transaction = db.transaction.bind(db);
        db.transaction = ((...how: Parameters<typeof transaction>) => {
          if (how[1] === 'readwrite') asked.push(how[2]);
          return transaction(...how);
        }) as typeof transaction;
      });
      return request;
    }) as typeof open;
    const store = openDexieStore({ indexedDB, IDBKeyRange });
    await store.runs((tx) => tx.table('point').put(POINT));
    await store.safety(({ meta }) => meta.put({ id: 'clock', value: {} }));
    store.close();
    expect(asked.length).toBeGreaterThanOrEqual(2);
    for (const how of asked) expect(how).toEqual({ durability: 'strict' });
  });

  it('opens again when the browser has dropped the connection (SYNC-B4)', async () => {
    const store = openDexieStore({ indexedDB: new IDBFactory(), IDBKeyRange });
    await store.runs((tx) => tx.table('point').put(POINT));
    store.close();
    expect((await store.runs((tx) => tx.table('point').get('p-1')))?.id).toBe('p-1');
    store.close();
  });

  it('lets a newer version of the app migrate (SYNC-A14)', async () => {
    const indexedDB = new IDBFactory();
    const store = openDexieStore({ indexedDB, IDBKeyRange });
    await store.runs((tx) => tx.table('point').put(POINT));
    const newer = await wait<Db>(indexedDB.open('FieldRuns', 70));
    expect(newer.version).toBe(70);
    newer.close();
    store.close();
  });

  it('passes a full storage on as QUOTA, with nothing written (SYNC-B1)', async () => {
    const store = openDexieStore({ indexedDB: new IDBFactory(), IDBKeyRange });
    const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    const saving = store.runs(async (tx) => {
      await tx.table('point').put(POINT);
      throw full;
    });
    await expect(saving).rejects.toMatchObject({ name: 'StoreError', fault: 'QUOTA' });
    expect(await store.runs((tx) => tx.table('point').get('p-1'))).toBeUndefined();
    store.close();
  });
});
