import { sync } from '../engine.ts';
import type { Item } from '../item.ts';
import { createPoint } from '../local/point.ts';
import type { Fields, Kind, WireRequest } from '../wire.ts';
import type { Network, Tablet } from './tablet.ts';

/** Words for the stories that are told word by word. */

export const honest: Network = (_, send) => send();

/** The server does it, nobody hears of it. */
export const unheard: Network = (_, send) => {
  send();
  return null;
};

/** Once, for the first request that fits; before and after, the network is honest. */
export function once(fits: (request: WireRequest) => boolean, network: Network): Network {
  let isDone = false;
  return (request, send) => {
    if (isDone || !fits(request)) return send();
    isDone = true;
    return network(request, send);
  };
}

export function isCreate({ method, path }: WireRequest): boolean {
  return method === 'POST' && path === '/api/sites/fieldrun-shot/';
}

export function isUpdate({ method, path }: WireRequest): boolean {
  return method === 'PATCH' && path.startsWith('/api/sites/fieldrun-shot/');
}

export function photo(length: number): { bytes: Uint8Array; mime: string } {
  return { bytes: Uint8Array.from({ length }, (_, i) => i), mime: 'image/jpeg' };
}

export function getItem(tablet: Tablet, kind: Kind, id: string): Promise<Item | undefined> {
  return tablet.session.store.runs((tx) => tx.table(kind).get(id));
}

export async function addPoint(tablet: Tablet, id: string, fields: Fields = {}): Promise<void> {
  const saved = await createPoint(tablet.session, { id, field_run: 'run-1', fields });
  if (!saved.saved) throw new Error(`The point was not saved: ${saved.why}`);
}

/** "Sync now": waiting times do not count. */
export function syncNow(tablet: Tablet): ReturnType<typeof sync> {
  return sync(tablet.session, { force: true });
}
