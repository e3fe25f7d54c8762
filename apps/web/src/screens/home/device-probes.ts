const TEST_DATABASE = 'DeviceCheck';
const TEST_BYTES = 256 * 1024;

/** Seconds the device's clock is ahead of the server's, halving the way there and back; null when the server did not answer. */
export async function probeSkew(): Promise<number | null> {
  try {
    const sent = Date.now();
    const response = await fetch('/healthz', { cache: 'no-store' });
    const date = response.headers.get('Date');
    if (!date || response.headers.get('X-App') !== 'dmse') return null;
    // The header has whole seconds, so on average half of one has passed unseen.
    return ((sent + Date.now()) / 2 - (Date.parse(date) + 500)) / 1000;
  } catch {
    return null;
  }
}

function once<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function write(database: IDBDatabase, bytes: Uint8Array): Promise<void> {
  const writing = database.transaction('test', 'readwrite', { durability: 'strict' });
  writing.objectStore('test').put(bytes, 'bytes');
  await new Promise<void>((resolve, reject) => {
    writing.oncomplete = () => resolve();
    writing.onabort = () => reject(writing.error);
  });
}

async function writeAndRead(bytes: Uint8Array): Promise<boolean> {
  const opening = indexedDB.open(TEST_DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('test');
  const database = await once(opening);
  try {
    await write(database, bytes);
    const read = (await once(database.transaction('test').objectStore('test').get('bytes'))) as Uint8Array;
    // Nothing in the app deletes a database, not even this one; it is left empty.
    await write(database, new Uint8Array(0));
    return read.length === bytes.length && read.every((byte, at) => byte === bytes[at]);
  } finally {
    database.close();
  }
}

/** Writes to the device as the field app would, reads it back and compares. Answers what went wrong, or null. */
export async function probeWriting(): Promise<string | null> {
  try {
    const bytes = Uint8Array.from({ length: TEST_BYTES }, (_, at) => (at * 31) % 251);
    return (await writeAndRead(bytes)) ? null : 'what was read back differs from what was written.';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What the browser allows, or null where it does not say. */
export async function readPermission(name: 'geolocation' | 'camera'): Promise<PermissionState | null> {
  try {
    return (await navigator.permissions.query({ name: name as PermissionName })).state;
  } catch {
    return null;
  }
}

export async function askForPosition(): Promise<void> {
  await new Promise<void>((resolve) =>
    navigator.geolocation.getCurrentPosition(
      () => resolve(),
      () => resolve(),
      { timeout: 20_000 },
    ),
  );
}

export async function askForCamera(): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }).catch(() => null);
  for (const track of stream?.getTracks() ?? []) track.stop();
}

export async function readFreeSpace(): Promise<number | null> {
  const estimate = await navigator.storage?.estimate?.().catch(() => null);
  return estimate?.quota === undefined ? null : estimate.quota - (estimate.usage ?? 0);
}

export async function readWorker(): Promise<{ isSupported: boolean; isActive: boolean; isWaiting: boolean }> {
  if (!('serviceWorker' in navigator)) return { isSupported: false, isActive: false, isWaiting: false };
  const registration = await navigator.serviceWorker.getRegistration('/app/');
  return { isSupported: true, isActive: Boolean(registration?.active), isWaiting: Boolean(registration?.waiting) };
}

export function isStandalone(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;
}
