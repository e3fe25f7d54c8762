/** As much of the service worker's world as we use; the compiler's own description cannot stand beside that of a page. */
export type ManifestEntry = { url: string; revision: string | null };

export type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
export type FetchEvent = ExtendableEvent & { request: Request; respondWith: (response: Promise<Response>) => void };

export type ExtendableMessage = ExtendableEvent & Pick<MessageEvent<{ type?: string } | null>, 'data' | 'ports'>;

export type WorkerScope = {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: ExtendableMessage) => void): void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  location: { origin: string };
};
