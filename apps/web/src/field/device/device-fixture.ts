import { openDexieStore } from '@dmse/sync/dexie/dexie-store';
import { LAWS } from '@dmse/sync/laws';
import { digestOf } from '@dmse/sync/memory/device';
import { createLockSpace, openMemoryLock } from '@dmse/sync/memory/memory-lock';
import { handleRequest } from '@dmse/sync/memory/model-api';
import { createServer, type ModelServer } from '@dmse/sync/memory/model-server';
import { addRun } from '@dmse/sync/memory/tablet';
import { openSession, type Session } from '@dmse/sync/session';
import type { WireAnswer, WireRequest } from '@dmse/sync/wire';
import { cleanup } from '@testing-library/react';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { v7 as newUuid } from 'uuid';
import { markReachable, markUnreachable } from '../../session/connection.ts';
import { tellFieldChange } from '../../session/field-changes.ts';
import { trackSave } from '../../session/pending-saves.ts';
import { stopSyncDriver } from '../sync/sync-driver.ts';
import { resetSyncStatus } from '../sync/sync-status.ts';
import { DEVICE_TOOLS } from './device-tools.ts';
import { replaceFieldSession } from './field-session.ts';
import { watchStore } from './watch-store.ts';

export type Stage = {
  readonly session: Session;
  readonly server: ModelServer;
  readonly run: string;
  readonly sent: WireRequest[];
  network: (request: WireRequest, send: () => WireAnswer) => WireAnswer | null;
  setOnline(isOnline: boolean): void;
  close(): Promise<void>;
};

/** A device for a test: its own IndexedDB, the engine, and the model of the server at the other end, with one waiting run on it. */
export function stageDevice(user = 5): Stage {
  const indexedDB = new IDBFactory();
  // whoever counts without the field app's code opens the same databases
  globalThis.indexedDB = indexedDB;
  const server = createServer(digestOf, Date.now());
  const run = newUuid();
  addRun(server, run);
  const store = openDexieStore({ indexedDB, IDBKeyRange });
  let isOnline = true;
  const stage: Omit<Stage, 'session'> = {
    server,
    run,
    sent: [],
    network: (_, send) => send(),
    setOnline(online) {
      isOnline = online;
      if (online) markReachable();
      else markUnreachable();
    },
    async close() {
      // A page that is still open would go on loading once the network is back.
      cleanup();
      await stopSyncDriver();
      replaceFieldSession(null);
      resetSyncStatus();
      markReachable();
      store.close();
    },
  };
  const session = openSession(
    {
      store: watchStore(store, tellFieldChange, trackSave),
      remote: {
        online: () => isOnline,
        send: async (request) => {
          stage.sent.push(request);
          server.now = Date.now();
          return isOnline ? stage.network(request, () => handleRequest(server, request)) : null;
        },
      },
      lock: openMemoryLock(createLockSpace(), {}),
      clock: { now: () => Date.now(), monotonic: () => performance.now() },
      tools: { ...DEVICE_TOOLS, digest: async (bytes) => digestOf(bytes), user: () => user },
    },
    LAWS,
  );
  replaceFieldSession(session);
  return Object.assign(stage, { session });
}
