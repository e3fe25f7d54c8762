import { saveFile } from '../../parts/file/save-file.ts';
import { FIELD_DATABASES, openFieldDatabase } from '../../session/unsynced.ts';

function readAll(store: IDBObjectStore): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const request = store.getAll();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function readBlob(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** Photos become data URLs, so that the file holds everything. */
async function toPlain(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return readBlob(value);
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return readBlob(new Blob([value as BlobPart]));
  if (Array.isArray(value)) return Promise.all(value.map(toPlain));
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  const entries = await Promise.all(Object.entries(value).map(async ([name, part]) => [name, await toPlain(part)] as const));
  return Object.fromEntries(entries);
}

export type RawDatabase = { readonly database: string; readonly version: number; readonly stores: Record<string, unknown> };

/** Can be made or fetched again. */
const NOT_WORTH_IT = ['ballast', 'layers'];

/**
 * Everything the field app keeps on this device, store by store and database by database, whatever their version; null when there is
 * nothing. It reads and changes nothing.
 */
export async function collectFieldData(): Promise<RawDatabase[] | null> {
  const found: RawDatabase[] = [];
  for (const name of FIELD_DATABASES) {
    const database = await openFieldDatabase(name);
    if (!database) continue;
    try {
      const names = [...database.objectStoreNames].filter((store) => !NOT_WORTH_IT.includes(store));
      if (names.length === 0) continue;
      const reading = database.transaction(names, 'readonly');
      const stores = await Promise.all(names.map(async (store) => [store, await readAll(reading.objectStore(store))] as const));
      const plain = await Promise.all(stores.map(async ([store, items]) => [store, await toPlain(items)] as const));
      found.push({ database: database.name, version: database.version, stores: Object.fromEntries(plain) });
    } finally {
      database.close();
    }
  }
  return found.length === 0 ? null : found;
}

/**
 * Saves it to a file the person can hand to the office or to IT: the zip that the office can bring in, and where the databases cannot be
 * read by this version of the app, everything in them as it lies there.
 */
export async function downloadFieldData(): Promise<void> {
  try {
    const [{ openFieldSession }, { saveUnsynced }] = await Promise.all([import('./field-session.ts'), import('./export-zip.ts')]);
    return await saveUnsynced(openFieldSession());
  } catch (error) {
    console.warn('The field data could not be read by this version; saving it as it lies.', error);
  }
  const databases = await collectFieldData();
  if (!databases) return;
  const day = new Date().toISOString().slice(0, 10);
  saveFile(new Blob([JSON.stringify({ databases })], { type: 'application/json' }), `field-data-${day}.json`);
}
