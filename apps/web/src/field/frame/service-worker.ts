import type { ManifestEntry, WorkerScope } from './service-worker-scope.ts';
import { answerFromShell, cacheNameOf, installShell, isShellRequest, mendShell, refreshPage, removeOldShells } from './shell-cache.ts';

declare const self: WorkerScope & { SHELL_FILES: ManifestEntry[] };

const manifest = self.SHELL_FILES;
const cacheName = cacheNameOf(manifest);

self.addEventListener('install', (event) => event.waitUntil(installShell(cacheName, manifest)));
self.addEventListener('activate', (event) => event.waitUntil(removeOldShells(cacheName).then(() => self.clients.claim())));

// A new version waits until the person says so: see app/updates.ts.
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
  if (event.data?.type === 'REFRESH_PAGE') event.waitUntil(refreshPage(cacheName));
  // The checklist asks whether the app is on the device as a whole.
  const port = event.ports[0];
  if (event.data?.type === 'CHECK_SHELL' && port)
    event.waitUntil(
      mendShell(cacheName, manifest).then((missing) => port.postMessage({ files: manifest.length, missing: missing.length })),
    );
});

self.addEventListener('fetch', (event) => {
  if (isShellRequest(event.request, self.location.origin)) event.respondWith(answerFromShell(cacheName, event.request));
});
