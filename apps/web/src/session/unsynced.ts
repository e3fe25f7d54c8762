/** The database of the field app and its safety copies. Only the field app may create, change or delete them. */
const FIELD_DATABASE = 'FieldRuns';

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

/** Opens the field app's database only when it is there. Not every browser can list databases, so opening must be harmless too. */
export async function openFieldDatabase(): Promise<IDBDatabase | null> {
  if (typeof indexedDB === 'undefined') return null;
  try {
    const known = await indexedDB.databases?.();
    if (known && !known.some((database) => database.name === FIELD_DATABASE)) return null;
  } catch {
    // Asking is not allowed everywhere; opening answers it as well.
  }
  return openExisting(FIELD_DATABASE);
}

/** Flags lie beside the id for runs and images, and among the properties of a feature for points and pipes. */
function isDirty(item: unknown): boolean {
  const { dirty, properties } = item as { dirty?: unknown; properties?: { dirty?: unknown } };
  return Boolean(dirty ?? properties?.dirty);
}

function countDirty(store: IDBObjectStore): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0;
    const request = store.openCursor();
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return resolve(count);
      if (isDirty(cursor.value)) count += 1;
      cursor.continue();
    };
  });
}

/** How many field items on this device the server has not got yet. */
export async function countUnsynced(): Promise<number> {
  const database = await openFieldDatabase();
  if (!database) return 0;
  try {
    const names = ['fieldRun', 'point', 'pointImage', 'pipe'].filter((name) => database.objectStoreNames.contains(name));
    if (names.length === 0) return 0;
    const reading = database.transaction(names, 'readonly');
    const counts = await Promise.all(names.map((name) => countDirty(reading.objectStore(name))));
    return counts.reduce((sum, count) => sum + count, 0);
  } finally {
    database.close();
  }
}
