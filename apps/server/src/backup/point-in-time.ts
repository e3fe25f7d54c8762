import { createReadStream, statSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { firstNeededBase, isWalNeeded } from '@dmse/domain/backup/retention';
import pg from 'pg';
import { z } from 'zod';
import { sealKeyFile } from '../adapters/accounting/seal-keys.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import { ADMIN } from '../postgres/cluster.ts';
import { DATABASE } from '../postgres/roles.ts';
import { findSocketFolder, socketUrl } from '../postgres/socket-folder.ts';
import { StartProblem } from '../postgres/start-problem.ts';
import type { LockAndKey } from './lock-and-key.ts';
import { backupName } from './manifest.ts';
import { createMeter, type Place } from './place.ts';
import { copyFiles, KEY_FILES } from './take-backup.ts';
import { writeTar } from './tar.ts';

/** A copy of the database's own files, from which its log leads to any later minute. Kept as `base/<name>/base.json`, written last. */
const Base = z.object({
  name: z.string(),
  taken_on: z.iso.datetime(),
  /** Which database this is: two that were made apart use the same names for pieces of their logs. */
  system: z.string(),
  /** The first piece of the log that is needed. */
  start_wal: z.string().regex(/^[0-9A-F]{24}$/),
  label: z.string(),
  is_encrypted: z.boolean(),
  sha256: z.string(),
});
export type Base = z.infer<typeof Base>;

type Parts = { dataDir: string; days: number; place: Place; keys: LockAndKey; files: FileStore; now: () => string };

const DAY = 24 * 3_600_000;
const BASE_EVERY_MS = DAY;
/** Transactions that were under way while the newest row was written may still bring rows of lower numbers. */
const OVERLAP = 1000;

/** The pieces of the log that wait to be carried away. */
export const walFolder = (dataDir: string) => join(dataDir, 'wal');
export const baseFile = (isEncrypted: boolean) => `base.tar.gz${isEncrypted ? '.age' : ''}`;

/** Contents that are empty or made anew at every start. */
const LEFT_OUT =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/$|^postmaster\.(pid|opts)$|(^|\/)pgsql_tmp|(^|\/)pg_internal\.init/;

export async function listBases(place: Place): Promise<Base[]> {
  const bases: Base[] = [];
  for await (const { name } of place.shelf.list('base/'))
    if (name.endsWith('/base.json')) bases.push(Base.parse(JSON.parse(await text(place.shelf.read(name)))));
  return bases.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Keeps the log of the embedded PostgreSQL up to the minute: takes a base copy once a day, carries finished pieces of the log and
 * the files that were uploaded since to the place of the backups, and removes what is older than is kept. Called every minute.
 */
export function createPointInTime(parts: Parts) {
  const { dataDir, days, place, keys, files, now } = parts;
  let bases: Base[] | null = null;
  let newestFile = 0;
  let keptUntil: string | null = null;

  async function query<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const door = findSocketFolder(dataDir);
    if (!door) throw new StartProblem('The log is kept of the PostgreSQL that comes with the product, and it does not run here.');
    const client = new pg.Client({ connectionString: socketUrl(door, ADMIN, DATABASE), options: '-c statement_timeout=0' });
    client.on('error', () => {});
    await client.connect();
    return await work(client).finally(() => client.end());
  }

  async function listFiles(client: pg.Client, after: number) {
    const { rows } = await client.query<{ sha256: string; bytes: string; id: number }>(
      'select sha256, min(bytes)::text as bytes, max(id) as id from file where id > $1 group by sha256',
      [after],
    );
    return rows.map(({ sha256, bytes, id }) => ({ sha256, bytes: Number(bytes), id }));
  }

  async function carryFiles(client: pg.Client, after: number): Promise<void> {
    const rows = await listFiles(client, after);
    await copyFiles({ place, keys, files }, rows);
    newestFile = Math.max(newestFile, ...rows.map(({ id }) => id));
  }

  async function takeBase(client: pg.Client, system: string): Promise<Base> {
    const name = backupName(now());
    await carryFiles(client, 0);
    await client.query('select pg_backup_start($1, true)', [name]);
    const packed = Readable.from(
      writeTar(join(dataDir, 'pg'), (path) => !LEFT_OUT.test(path)),
      { objectMode: false },
    );
    try {
      return await keepBase(client, { name, system, packed });
    } catch (error) {
      // It is tried again every minute, each time under another name: halves of copies would fill the disk.
      packed.destroy();
      for await (const part of place.shelf.list(`base/${name}/`)) await place.shelf.remove(part.name).catch(() => {});
      throw error;
    }
  }

  async function keepBase(client: pg.Client, { name, system, packed }: { name: string; system: string; packed: Readable }): Promise<Base> {
    const isEncrypted = keys.encrypt !== null;
    const meter = createMeter();
    const zipped = packed.on('error', (error) => meter.stream.destroy(error)).pipe(createGzip({ level: 4 }));
    const sealed = keys.encrypt ? await keys.encrypt(zipped) : zipped;
    sealed.on('error', (error) => meter.stream.destroy(error));
    await place.shelf.write(`base/${name}/${baseFile(isEncrypted)}`, sealed.pipe(meter.stream));
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(true)');
    const { label } = rows[0]!;
    const start_wal = /\(file ([0-9A-F]{24})\)/.exec(label)![1]!;
    const base = { name, taken_on: now(), system, start_wal, label, is_encrypted: isEncrypted, sha256: meter.result().sha256 };
    // After the copy: what was sealed in it with a key that is no longer the first can still be opened.
    if (keys.encrypt)
      for (const file of KEY_FILES)
        await place.shelf.write(`base/${name}/${file}.age`, await keys.encrypt(createReadStream(join(dataDir, file))));
    await place.shelf.write(`base/${name}/base.json`, Readable.from([Buffer.from(JSON.stringify(base))]));
    return base;
  }

  async function carryWal(system: string): Promise<void> {
    const waiting = (await readdir(walFolder(dataDir))).filter((name) => name.endsWith('.gz')).sort();
    for (const name of waiting) {
      const path = join(walFolder(dataDir), name);
      const bytes = createReadStream(path);
      await place.shelf.write(`wal/${system}/${name}${keys.encrypt ? '.age' : ''}`, keys.encrypt ? await keys.encrypt(bytes) : bytes);
      await rm(path);
    }
  }

  /** Also what a copy that was cut off has left. */
  async function removeOld(): Promise<void> {
    // A server that was restored may keep its log here too, so all copies are listed again.
    bases = await listBases(place);
    const first = firstNeededBase(bases, new Date(Date.parse(now()) - days * DAY).toISOString());
    if (!first) return;
    for await (const { name } of place.shelf.list('base/')) if (name.split('/')[1]! < first.name) await place.shelf.remove(name);
    bases = bases.filter(({ name }) => name >= first.name);
    for await (const { name, stored_at } of place.shelf.list('wal/')) {
      const [, system = '', wal = ''] = name.split('/');
      if (!isWalNeeded({ system, wal, stored_at }, bases)) await place.shelf.remove(name);
    }
  }

  return {
    reach: () => (keptUntil && bases?.[0] ? { since: bases[0].taken_on, until: keptUntil } : null),
    async keepUp(): Promise<void> {
      await mkdir(walFolder(dataDir), { recursive: true, mode: 0o700 });
      bases ??= await listBases(place);
      await query(async (client) => {
        const { rows } = await client.query<{ system: string; started: string }>(
          'select system_identifier::text as system, pg_postmaster_start_time()::text as started from pg_control_system()',
        );
        const { system, started } = rows[0]!;
        // One that was started anew may have run without keeping its log: what follows needs a new copy to stand on.
        // So does what was sealed since the keys were changed: a copy holds those of its time.
        const keysSince = statSync(sealKeyFile(dataDir), { throwIfNoEntry: false })?.mtimeMs ?? 0;
        const standsSince = Math.max(Date.parse(started), keysSince);
        const isUsable = (base: Base) => base.system === system && Date.parse(base.taken_on) > standsSince;
        const last = bases!.findLast(isUsable);
        if (!last || Date.parse(now()) - Date.parse(last.taken_on) > BASE_EVERY_MS) {
          bases!.push(await takeBase(client, system));
          await removeOld();
        }
        await carryFiles(client, newestFile === 0 ? 0 : newestFile - OVERLAP);
        const until = now();
        await carryWal(system);
        keptUntil = until;
      });
    },
  };
}
