import { LAWS, type Laws } from '../laws.ts';
import { openSession, type Session } from '../session.ts';
import { LIMITS } from '../session-core.ts';
import type { WireAnswer, WireRequest } from '../wire.ts';
import { digestOf } from './device.ts';
import { createLockSpace, type LockSpace, openMemoryLock } from './memory-lock.ts';
import { createDisk, type MemoryDisk, openMemoryStore } from './memory-store.ts';
import { handleRequest } from './model-api.ts';
import { createRow, createServer, type ModelServer } from './model-server.ts';

/** What the network does with one request; `send` is the server's honest answer. */
export type Network = (request: WireRequest, send: (request?: WireRequest) => WireAnswer) => Promise<WireAnswer | null> | WireAnswer | null;

/** A tablet for stories that are told word by word: nothing happens that the test does not say. */
export type Tablet = {
  readonly session: Session;
  readonly disk: MemoryDisk;
  readonly locks: LockSpace;
  readonly sent: WireRequest[];
  network: Network;
  online: boolean;
  skew: number;
  user: number;
};

export type Lab = {
  readonly server: ModelServer;
  now: number;
  tablet(name: string, from?: Partial<Pick<Tablet, 'disk' | 'locks'>> & { laws?: Laws; nonce?: string }): Tablet;
};

export const LAB_START = Date.parse('2026-05-04T12:00:00.000Z');
/** A dozen bytes are a large photo, three rows have two pages. */
export const LAB_LIMITS: typeof LIMITS = { ...LIMITS, form_bytes: 6, chunk_bytes: 4, page_size: 2, ballast_bytes: 8 };

/** A server with one waiting run, `run-1`, and as many tablets as the test asks for. */
export function createLab(): Lab {
  const server = createServer(digestOf, LAB_START);
  addRun(server, 'run-1');
  const lab: Lab = { server, now: LAB_START, tablet: (name, from = {}) => createTablet(lab, name, from) };
  return lab;
}

export function addRun(server: ModelServer, id: string): void {
  createRow(server, 'run', { id, name: `Run ${id}`, state: 'Waiting' }, null, { op: `${id}:1:office`, device: 'office', rev: 1 });
}

function createTablet(lab: Lab, name: string, from: Parameters<Lab['tablet']>[1] = {}): Tablet {
  const disk = from.disk ?? createDisk();
  const locks = from.locks ?? createLockSpace();
  let ids = 0;
  const tablet: Omit<Tablet, 'session'> = { disk, locks, sent: [], network: (_, send) => send(), online: true, skew: 0, user: 7 };
  const tab = {};
  const session = openSession(
    {
      store: openMemoryStore(disk),
      remote: {
        online: () => tablet.online,
        send: async (request) => {
          tablet.sent.push(request);
          lab.server.now = lab.now;
          return tablet.network(request, (changed) => handleRequest(lab.server, changed ?? request));
        },
      },
      lock: openMemoryLock(locks, tab),
      clock: { now: () => lab.now + tablet.skew, monotonic: () => lab.now },
      tools: {
        random: () => 0.5,
        newId: () => `${name}-${ids++}`,
        digest: async (bytes) => digestOf(bytes),
        installNonce: () => from.nonce ?? name,
        user: () => tablet.user,
        noteSaved: () => undefined,
      },
    },
    from.laws ?? LAWS,
    LAB_LIMITS,
  );
  return Object.assign(tablet, { session });
}
