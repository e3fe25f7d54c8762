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

function openTest(): Promise<IDBDatabase> {
  const opening = indexedDB.open(TEST_DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('test');
  return once(opening);
}

/** Closed and opened in between: private browsing keeps things only as long as nobody lets go of them. */
async function writeAndRead(bytes: Uint8Array): Promise<boolean> {
  const writing = await openTest();
  try {
    await write(writing, bytes);
  } finally {
    writing.close();
  }
  const database = await openTest();
  try {
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

const SHELL_PATIENCE = 20_000;

/** Asks the service worker whether every file of the app is stored, and lets it fetch what is not. Null: nobody to ask. */
export async function readShell(): Promise<{ files: number; missing: number } | null> {
  const worker = (await navigator.serviceWorker?.getRegistration('/app/'))?.active;
  if (!worker) return null;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), SHELL_PATIENCE);
    port1.onmessage = ({ data }: MessageEvent<{ files: number; missing: number }>) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.postMessage({ type: 'CHECK_SHELL' }, [port2]);
  });
}

export function isStandalone(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;
}
