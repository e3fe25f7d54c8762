import { openFieldDatabase } from '../session/unsynced.ts';

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

/** Everything the field app keeps on this device, store by store; null when there is nothing. It reads and changes nothing. */
export async function collectFieldData(): Promise<Record<string, unknown> | null> {
  const database = await openFieldDatabase();
  if (!database) return null;
  try {
    const names = [...database.objectStoreNames];
    if (names.length === 0) return null;
    const reading = database.transaction(names, 'readonly');
    const stores = await Promise.all(names.map(async (name) => [name, await readAll(reading.objectStore(name))] as const));
    const plain = await Promise.all(stores.map(async ([name, items]) => [name, await toPlain(items)] as const));
    return { database: database.name, version: database.version, stores: Object.fromEntries(plain) };
  } finally {
    database.close();
  }
}

/** Saves it to a file the person can hand to IT. */
export async function downloadFieldData(): Promise<void> {
  const data = await collectFieldData();
  if (!data) return;
  const address = URL.createObjectURL(new Blob([JSON.stringify(data)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `field-data-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
