import { createHash } from 'node:crypto';
import type { Item } from '../item.ts';
import type { Laws } from '../laws.ts';
import type { Store } from '../ports.ts';
import { openSession, type Session } from '../session.ts';
import { LIMITS } from '../session-core.ts';
import type { Fields } from '../wire.ts';
import { checkCommit } from './commit-checks.ts';
import { createLockSpace, type LockSpace, openMemoryLock, releaseTab } from './memory-lock.ts';
import { createDisk, type MemoryDisk, openMemoryStore } from './memory-store.ts';
import type { Oracle } from './oracle.ts';
import { createMirror, spyOn, type Watch } from './spy-store.ts';
import { passGate, type Tab, travel, type World } from './world.ts';

export type AppTab = Tab & { readonly session: Session };

/** A tablet: its disk survives, its tabs do not. */
export type Device = {
  readonly name: string;
  readonly store: Store;
  readonly disk: MemoryDisk | null;
  readonly watch: Watch;
  locks: LockSpace;
  tabs: AppTab[];
  skew: number;
  online: boolean;
  ids: number;
};

/** Small enough that a photo of a dozen bytes is a large one, and a list of three rows has two pages. */
const SMALL: typeof LIMITS = { ...LIMITS, form_bytes: 6, chunk_bytes: 4, page_size: 2, ballast_bytes: 8 };

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** `store`: another implementation under the same story; without it the store in memory. */
export function createDevice(world: World, oracle: Oracle, name: string, store?: Store): Device {
  const disk = store === undefined ? createDisk() : null;
  const mirror = createMirror();
  const onCommit: Watch['onCommit'] = (commit) => {
    if (world.trace !== null) for (const { place, id, after } of commit) world.trace(`  ${name} ${place} ${id}: ${describeItem(after)}`);
    checkCommit(oracle, world.server, name, mirror, commit);
  };
  const inner = store ?? openMemoryStore(disk ?? createDisk());
  return {
    name,
    store: inner,
    disk,
    watch: { mirror, busy: 0, onCommit },
    locks: createLockSpace(),
    tabs: [],
    skew: 0,
    online: true,
    ids: 0,
  };
}

/** One line of a replay: the flags, and what is not empty. */
function describeItem(item: Item | null): string {
  if (item === null) return 'erased';
  const full = (fields: Fields | null | undefined) =>
    fields && JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)));
  const flags = `rev ${item._rev} new ${item.new} dirty ${item.dirty} deleted ${item.is_deleted} base ${item._base} ${item._epoch ?? ''}`;
  const bookkeeping = `ack ${item._ack?.version ?? 0} tries ${item._tries} error ${item.error_status_code ?? 0} bases ${JSON.stringify(item._field_base)} emptied [${item._emptied}]`;
  return `${flags} ${bookkeeping} sent ${item._sent?.op ?? 'nothing'} ${full(item._sent?.patch) ?? ''} shadow ${full(item._shadow)} fields ${full(item.fields)}`;
}

export function openTab(world: World, device: Device, laws: Laws): AppTab {
  const tab: Tab = { device: device.name, dead: false, frozen: false };
  const lock = openMemoryLock(device.locks, tab);
  const session = openSession(
    {
      store: spyOn(device.store, world, tab, device.watch),
      remote: { online: () => device.online, send: (request) => travel(world, tab, request) },
      lock: {
        hold: async (name, how, work) => {
          const gate = passGate(world, tab);
          if (gate !== undefined) await gate;
          return lock.hold(name, how, work);
        },
        isHeld: (name) => lock.isHeld(name),
      },
      clock: { now: () => world.now + device.skew, monotonic: () => world.now },
      tools: {
        random: () => world.random.next(),
        newId: () => `${device.name}${device.ids++}`,
        digest: async (bytes) => digestOf(bytes),
        installNonce: () => device.name,
        user: () => device.name.charCodeAt(0),
        noteSaved: () => undefined,
      },
    },
    laws,
    SMALL,
  );
  const app: AppTab = Object.assign(tab, { session });
  device.tabs.push(app);
  return app;
}

export function killTab(device: Device, tab: AppTab): void {
  tab.dead = true;
  device.tabs = device.tabs.filter((other) => other !== tab);
  releaseTab(device.locks, tab);
}
