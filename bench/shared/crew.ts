import { createHash } from 'node:crypto';
import { type SyncOptions, type SyncResult, sync } from '@dmse/sync/engine';
import { KINDS, type LightItem } from '@dmse/sync/item';
import { LAWS, type Laws } from '@dmse/sync/laws';
import { createPipe } from '@dmse/sync/local/pipe';
import { createPoint, deletePoint, updatePoint } from '@dmse/sync/local/point';
import { createRun, openRun } from '@dmse/sync/local/run';
import { createLockSpace, type LockSpace, openMemoryLock } from '@dmse/sync/memory/memory-lock';
import { createDisk, openMemoryStore } from '@dmse/sync/memory/memory-store';
import { createRandom, type Random } from '@dmse/sync/memory/random';
import type { Store } from '@dmse/sync/ports';
import { openSession, type Session } from '@dmse/sync/session';
import { LIMITS } from '@dmse/sync/session-core';
import type { Fields } from '@dmse/sync/wire';
import type { Person } from './firm.ts';
import { type HttpRemote, openHttpRemote } from './http-remote.ts';
import type { Ledger } from './ledger.ts';

export type CrewOptions = {
  /** Where the wire leads: the proxy. */
  origin: string;
  person: Person;
  ledger: Ledger;
  seed: number;
  /** The tablet's name in the ledger, where it is not the person's: tabs of one tablet, and tablets that change hands. */
  device?: string;
  store?: Store;
  /** Shared by the tabs of one tablet. */
  locks?: LockSpace;
  /** By which the locks know this tab from another. */
  tab?: object;
  /** What the tablet keeps outside its database. */
  nonce?: string;
  laws?: Laws;
  limits?: Partial<typeof LIMITS>;
};

/** A simulated crew: one tablet with the real sync engine, and people who do things on it and remember what they were told. */
export type Crew = {
  readonly name: string;
  readonly session: Session;
  readonly random: Random;
  /** Who is signed in on the tablet. */
  person: Person;
  /** While it is there, the tab is frozen: nothing leaves it and nothing that arrives is heard. */
  ice: Promise<unknown> | null;
  /** Milliseconds the tablet's clock is ahead. */
  skew: number;
  is_online: boolean;
  /** The points this tablet knows of and the crew may work on. */
  readonly points: string[];
  startRun(): Promise<string>;
  joinRun(run: string): Promise<boolean>;
  capture(run: string, photos?: number[], fields?: Fields): Promise<string | null>;
  edit(point: string, fields: Fields): Promise<boolean>;
  remove(point: string): Promise<boolean>;
  drawPipe(run: string, from: string, to: string): Promise<string | null>;
  /** Everything on the tablet, without the bytes. */
  list(): Promise<LightItem[]>;
  sync(options?: SyncOptions): Promise<SyncResult>;
  close(): void;
};

const JPEG_HEAD = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');

/** Looks like a picture from outside; inside are random bytes, so that no two are alike and none can be packed. */
export function makePhoto(random: Random, size: number): Buffer {
  const bytes = Buffer.alloc(Math.max(size, JPEG_HEAD.length + 8));
  for (let at = 0; at + 4 <= bytes.length; at += 4) bytes.writeUInt32LE(Math.floor(random.next() * 2 ** 32), at);
  JPEG_HEAD.copy(bytes);
  return bytes;
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function openCrew({ origin, person, ledger, seed, laws = LAWS, limits, ...given }: CrewOptions): Crew {
  const random = createRandom(seed);
  const device = given.device ?? person.name;
  const remote: HttpRemote = openHttpRemote(origin, () => crew.person);
  const newId = () => uuidFrom(random);
  // Tabs of one tablet count for themselves.
  const label = given.tab ? `${device}-${seed}` : device;
  let made = 0;
  const session = openSession(
    {
      store: given.store ?? openMemoryStore(createDisk()),
      remote: {
        online: () => crew.is_online,
        send: async (request) => {
          await crew.ice;
          const answer = await remote.send(request);
          await crew.ice;
          return answer;
        },
      },
      lock: openMemoryLock(given.locks ?? createLockSpace(), given.tab ?? {}),
      clock: { now: () => Date.now() + crew.skew, monotonic: () => performance.now() },
      tools: {
        random: () => random.next(),
        newId,
        digest: async (bytes) => sha256Of(bytes),
        installNonce: () => given.nonce ?? device,
        user: () => crew.person.id,
        noteSaved: () => undefined,
      },
    },
    laws,
    { ...LIMITS, ballast_bytes: 8, ...limits },
  );
  const crew: Crew = {
    name: device,
    session,
    random,
    person,
    ice: null,
    skew: 0,
    is_online: true,
    points: [],
    async startRun() {
      const id = newId();
      const fields = { name: `Run of ${device}`, state: 'Active' };
      const saved = await createRun(session, { id, fields });
      if (saved.saved) ledger.note({ device, op: 'create', kind: 'run', id, field_run: id, fields, sha256: null });
      return id;
    },
    async joinRun(run) {
      return (await openRun(session, run)).opened;
    },
    async capture(run, photos = [], more = {}) {
      made += 1;
      const id = newId();
      const place = [-66.6 - random.next() / 10, 45.9 + random.next() / 10, Math.round(random.next() * 1e5) / 1e3];
      const fields: Fields = { name: `${label}-${made}`, code: 'SAMH', geometry: { type: 'Point', coordinates: place }, ...more };
      const taken = photos.map((size) => ({ id: newId(), bytes: makePhoto(random, size), mime: 'image/jpeg' }));
      const saved = await createPoint(session, { id, field_run: run, fields, photos: taken });
      if (!saved.saved) return null;
      // The tablet may have corrected the time; what it says it saved is what must arrive.
      ledger.note({
        device,
        op: 'create',
        kind: 'point',
        id,
        field_run: run,
        fields: { ...fields, ...timesOf(saved.item.fields) },
        sha256: null,
      });
      for (const photo of taken) {
        const sha256 = sha256Of(photo.bytes);
        ledger.note({ device, op: 'create', kind: 'image', id: photo.id, field_run: run, fields: { fieldrun_shot: id }, sha256 });
      }
      crew.points.push(id);
      return id;
    },
    async edit(point, fields) {
      const saved = await updatePoint(session, point, { fields });
      if (!saved.saved) return false;
      ledger.note({ device, op: 'edit', kind: 'point', id: point, field_run: saved.item.field_run, fields, sha256: null });
      return true;
    },
    async remove(point) {
      const deleted = await deletePoint(session, point);
      if (!deleted.saved) return false;
      crew.points.splice(crew.points.indexOf(point), crew.points.includes(point) ? 1 : 0);
      for (const { kind, id, field_run } of deleted.items)
        ledger.note({ device, op: 'delete', kind, id, field_run, fields: {}, sha256: null });
      return true;
    },
    async drawPipe(run, from, to) {
      const id = newId();
      const fields = { name: `${label}-pipe-${++made}`, start_structure: from, end_structure: to, system: 'storm' };
      const saved = await createPipe(session, { id, field_run: run, fields });
      if (!saved.saved) return null;
      ledger.note({ device, op: 'create', kind: 'pipe', id, field_run: run, fields, sha256: null });
      return id;
    },
    list: () =>
      session.store.runs(async (tx) => {
        const items: LightItem[] = [];
        for (const kind of KINDS) items.push(...(await tx.table(kind).list({})));
        return items;
      }),
    sync: (options = {}) => sync(session, options),
    close: () => remote.close(),
  };
  return crew;
}

function timesOf({ captured_at, captured_at_device }: Fields): Fields {
  return { ...(captured_at !== undefined && { captured_at }), ...(captured_at_device !== undefined && { captured_at_device }) };
}

/** Ids from the seed, so that the same seed tells the same story. */
function uuidFrom(random: Random): string {
  const hex = Array.from({ length: 4 }, () =>
    Math.floor(random.next() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
