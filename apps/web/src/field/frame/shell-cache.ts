import type { ManifestEntry } from './service-worker-scope.ts';

/**
 * The app's own files on the device. Each build has a cache of its own, filled whole or not at all; the build before it is kept as
 * well, because a tab left open may still ask for its files. No answer of the API is ever put in here.
 */
export const SHELL = 'shell-';
export const BASE = '/app/';
const INDEX = `${BASE}index.html`;
const MAX_CONCURRENT = 6;

/** Names a build by its files, so that the same build is never asked for twice. */
export function cacheNameOf(manifest: readonly ManifestEntry[]): string {
  const text = manifest.map(({ url, revision }) => `${url}@${revision ?? ''}`).join('\n');
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${SHELL}${(hash >>> 0).toString(16).padStart(8, '0')}`;
}

const addressOf = ({ url }: ManifestEntry) => new URL(url, `https://here${BASE}`).pathname;

async function fetchEntry(cache: Cache, { url, revision }: ManifestEntry): Promise<void> {
  const address = addressOf({ url, revision });
  // A hashed file never changes, so a copy from an earlier build is as good as a new one.
  const known = revision === null ? await caches.match(address) : undefined;
  const response = known ?? (await fetch(address, { cache: revision === null ? 'default' : 'reload', credentials: 'same-origin' }));
  if (!response.ok || response.redirected) throw new Error(`${address} answered ${response.status}`);
  await cache.put(address, response);
}

/** Fetches every file of the build. If one cannot be had, nothing stays, and the version in use goes on. */
export async function installShell(name: string, manifest: readonly ManifestEntry[]): Promise<void> {
  const cache = await caches.open(name);
  const queue = [...manifest];
  const work = async () => {
    for (let entry = queue.shift(); entry; entry = queue.shift()) await fetchEntry(cache, entry);
  };
  try {
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
  } catch (error) {
    queue.length = 0;
    await caches.delete(name);
    throw error;
  }
}

/** Which files of the build are not on the device: a browser short of space throws things out without a word (E2). */
export async function findMissing(name: string, manifest: readonly ManifestEntry[]): Promise<string[]> {
  const there = await Promise.all(manifest.map(async (entry) => (await caches.match(addressOf(entry), { cacheName: name })) !== undefined));
  return manifest.filter((_, at) => !there[at]).map(addressOf);
}

/** Fetches what is missing again. Answers what is missing still. */
export async function mendShell(name: string, manifest: readonly ManifestEntry[]): Promise<string[]> {
  const missing = new Set(await findMissing(name, manifest));
  if (missing.size === 0) return [];
  const cache = await caches.open(name);
  const left: string[] = [];
  for (const entry of manifest.filter((one) => missing.has(addressOf(one)))) {
    await fetchEntry(cache, entry).catch(() => left.push(addressOf(entry)));
  }
  return left;
}

/** The page again, with what the server says beside it today. That of another build is left alone: it comes with its files. */
export async function refreshPage(name: string): Promise<void> {
  const [kept, response] = await Promise.all([
    caches.match(INDEX, { cacheName: name }),
    fetch(INDEX, { cache: 'reload', credentials: 'same-origin' }),
  ]);
  if (!kept || !response.ok || response.redirected || (await kept.text()) !== (await response.clone().text())) return;
  await (await caches.open(name)).put(INDEX, response);
}

/** Keeps this build and the one before it; caches are listed in the order they were made. */
export async function removeOldShells(current: string): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(SHELL) && name !== current);
  for (const name of others.slice(0, -1)) await caches.delete(name);
}

/** Is this request one for the app's own files? */
export function isShellRequest(request: Request, origin: string): boolean {
  const url = new URL(request.url);
  return request.method === 'GET' && url.origin === origin && url.pathname.startsWith(BASE);
}

/** A page of the app is always the stored index; a file is the stored file; what is not stored comes from the network. */
export async function answerFromShell(name: string, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.mode === 'navigate') return (await caches.match(INDEX, { cacheName: name })) ?? fetch(request);
  return (await caches.match(pathname, { cacheName: name })) ?? (await caches.match(pathname)) ?? fetch(request);
}
