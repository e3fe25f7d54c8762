/** The databases of the field app and of its safety copies. Only the field app may create, change or delete them. */
export const FIELD_DATABASES = ['FieldRuns', 'FieldRunsSafety'] as const;
type FieldDatabase = (typeof FIELD_DATABASES)[number];

function openExisting(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    let request: IDBOpenDBRequest;
    try {
      request = indexedDB.open(name);
    } catch {
      resolve(null);
      return;
    }
    // An upgrade from nothing means it was not there: undo it, so that asking leaves no trace.
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = () => resolve(null);
    request.onblocked = () => resolve(null);
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
  });
}

/** Opens a database of the field app only when it is there. Not every browser can list databases, so opening must be harmless too. */
export async function openFieldDatabase(name: FieldDatabase = 'FieldRuns'): Promise<IDBDatabase | null> {
  if (typeof indexedDB === 'undefined') return null;
  try {
    const known = await indexedDB.databases?.();
    if (known && !known.some((database) => database.name === name)) return null;
  } catch {
    // Asking is not allowed everywhere; opening answers it as well.
  }
  return openExisting(name);
}

/** Has this device ever held field data? */
export async function hasFieldData(): Promise<boolean> {
  const database = await openFieldDatabase();
  database?.close();
  return database !== null;
}

type Flag = 'dirty' | 'error_status_code';

/** Flags lie beside the id for runs and images, and among the properties of a feature for points and pipes. */
function readFlag(item: unknown, flag: Flag): unknown {
  const { properties, ...beside } = item as Record<string, unknown> & { properties?: Record<string, unknown> };
  return beside[flag] ?? properties?.[flag] ?? null;
}

/** By the index where there is one, which reads no photo; else by looking at each. */
function listFlagged(store: IDBObjectStore, flag: Flag): Promise<string[]> {
  const range = flag === 'dirty' ? 1 : undefined;
  const index = [flag, `properties.${flag}`].find((name) => store.indexNames.contains(name));
  return new Promise((resolve, reject) => {
    if (index !== undefined) {
      const request = store.index(index).getAllKeys(range);
      request.onsuccess = () => resolve(request.result.map(String));
      request.onerror = () => reject(request.error);
      return;
    }
    const found: string[] = [];
    const request = store.openCursor();
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return resolve(found);
      const value = readFlag(cursor.value, flag);
      if (flag === 'dirty' ? Boolean(value) : value !== null) found.push(String(cursor.primaryKey));
      cursor.continue();
    };
  });
}

async function listIn(name: FieldDatabase, stores: readonly string[], flag: Flag): Promise<string[]> {
  const database = await openFieldDatabase(name);
  if (!database) return [];
  try {
    const names = stores.filter((store) => database.objectStoreNames.contains(store));
    if (names.length === 0) return [];
    const reading = database.transaction(names, 'readonly');
    return (await Promise.all(names.map((store) => listFlagged(reading.objectStore(store), flag)))).flat();
  } finally {
    database.close();
  }
}

const RUN_STORES = ['fieldRun', 'point', 'pointImage', 'pipe'];

export type Unsynced = {
  /** items the server has not got as they are here */
  readonly unsynced: number;
  /** of them, those it has refused */
  readonly failed: number;
};

/** Counted without the field app's code, over its records and over what was put aside for safety. */
export async function readUnsynced(): Promise<Unsynced> {
  const lists = await Promise.all([
    listIn('FieldRuns', RUN_STORES, 'dirty'),
    listIn('FieldRunsSafety', ['rescue'], 'dirty'),
    listIn('FieldRuns', RUN_STORES, 'error_status_code'),
  ]);
  const [here, aside, failed] = lists as [string[], string[], string[]];
  // a move that was interrupted leaves two copies of one record
  return { unsynced: new Set([...here, ...aside]).size, failed: failed.length };
}

/** How many field items on this device the server has not got yet. */
export async function countUnsynced(): Promise<number> {
  return (await readUnsynced()).unsynced;
}
