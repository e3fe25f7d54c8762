import { createReadStream, createWriteStream, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { timelineOf } from '@dmse/domain/backup/retention';
import { openFileStore } from '../adapters/files/open-file-store.ts';
import type { Config } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { takeDataLock } from '../postgres/data-lock.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { StartProblem } from '../postgres/start-problem.ts';
import { recoverFrom } from '../postgres/wal-settings.ts';
import { expectKey, KeyProblem, type LockAndKey } from './lock-and-key.ts';
import { createMeter, type Place } from './place.ts';
import { type Base, baseFile, listBases } from './point-in-time.ts';
import { beginAnotherLife, query, refuseFull, UNFINISHED } from './restore-backup.ts';
import { LEFT_OUT } from './tables.ts';
import { expectHash, KEY_FILES } from './take-backup.ts';
import { readTar } from './tar.ts';

type Parts = {
  config: Config;
  place: Place;
  keys: LockAndKey;
  at: string;
  /** Which base copy to begin with, where two servers have kept their logs in one place; null: the newest from before that instant. */
  name?: string | null;
  say: (line: string) => void;
};

const PATIENCE_MS = 3_600_000;

/**
 * Puts everything as it was at an instant into an empty data folder: the newest base copy from before it, PostgreSQL's own recovery by
 * the log up to it, and the files that the restored tables name. Answers what could not be had.
 */
export async function restoreAt(parts: Parts): Promise<string[]> {
  const { config, place, keys, at, name = null, say } = parts;
  if (config.databaseUrl) throw new StartProblem('A point in time is restored for the PostgreSQL that comes with the product only.');
  const bases = await listBases(place);
  const base = bases.findLast((one) => one.taken_on <= at && (name === null || one.name === name));
  if (!base)
    throw new StartProblem(
      `No base copy ${name === null ? '' : `${name} `}is as old as ${at}${bases[0] ? `; the oldest is of ${bases[0].taken_on}` : ''}.`,
    );
  if (base.is_encrypted) await expectKey(keys, 'This base copy', () => place.shelf.read(`base/${base.name}/${KEY_FILES[0]}.age`));
  refuseFull(config.dataDir);
  const log = join(config.dataDir, 'wal-restore');
  await mkdir(log, { recursive: true, mode: 0o700 });
  writeFileSync(join(config.dataDir, UNFINISHED), at, { mode: 0o600 });
  say(`From the copy of ${base.taken_on} …`);
  await unpackBase(parts, base);
  const count = await fetchWal(parts, base, log);
  say(`${count} pieces of the log are here; PostgreSQL recovers up to ${at} …`);
  const problems = await recover(parts, base, log);
  rmSync(log, { recursive: true });
  rmSync(join(config.dataDir, UNFINISHED));
  return problems;
}

async function recover(parts: Parts, base: Base, log: string): Promise<string[]> {
  const { config, at, say } = parts;
  const lock = takeDataLock(config.dataDir);
  try {
    const notReached = (why: string) =>
      new StartProblem(
        `PostgreSQL did not reach ${at}: the kept log ends before it. A minute is kept two minutes later: try again then, into an empty folder.${why}`,
      );
    const settings = recoverFrom(log, at);
    // It answers while it recovers, and ends by itself where the log ends too early: that it is started again is of no use then.
    let hasEnded = false;
    const embedded = await startEmbedded({ dataDir: config.dataDir, say: () => {}, settings }).catch((error) => {
      throw notReached(` ${(error as Error).message}`);
    });
    embedded.onExit(() => {
      hasEnded = true;
    });
    try {
      await waitUntilServing(embedded.ownerUrl, () => {
        if (hasEnded) throw notReached('');
      });
      await claimTimeline(parts, base);
      const wanted = await settle(embedded.ownerUrl, base);
      await migrate(embedded.ownerUrl);
      const problems = await restoreFiles(parts, base, wanted);
      say(`${wanted.length - problems.length} files are in place.`);
      return problems;
    } finally {
      await embedded.stop();
    }
  } finally {
    lock.release();
  }
}

async function unpackBase({ config, place, keys }: Parts, base: Base): Promise<void> {
  const at = (file: string) => `base/${base.name}/${file}`;
  if (base.is_encrypted)
    for (const file of KEY_FILES)
      await pipeline(
        await keys.decrypt!(place.shelf.read(at(`${file}.age`))),
        createWriteStream(join(config.dataDir, file), { mode: 0o600 }),
      );
  const meter = createMeter();
  const source = place.shelf.read(at(baseFile(base.is_encrypted)));
  source.on('error', (error) => meter.stream.destroy(error));
  const sealed = source.pipe(meter.stream);
  const packed = base.is_encrypted ? await keys.decrypt!(sealed) : sealed;
  const folder = join(config.dataDir, 'pg');
  await mkdir(folder, { mode: 0o700 });
  const tar = createGunzip();
  packed.on('error', (error) => tar.destroy(error));
  await readTar(packed.pipe(tar), folder);
  if (meter.result().sha256 !== base.sha256)
    throw new StartProblem('The base copy is damaged. Take an earlier instant, or a nightly backup.');
  await writeFile(join(folder, 'backup_label'), base.label, { mode: 0o600 });
  await writeFile(join(folder, 'recovery.signal'), '', { mode: 0o600 });
}

async function fetchWal({ place, keys }: Parts, base: Base, to: string): Promise<number> {
  let count = 0;
  for await (const { name } of place.shelf.list(`wal/${base.system}/`)) {
    const wal = name.split('/').at(-1)!;
    if (!wal.includes('.history') && (timelineOf(wal) !== timelineOf(base.start_wal) || wal < base.start_wal)) continue;
    const isSealed = wal.endsWith('.age');
    if (isSealed && !keys.decrypt)
      throw new KeyProblem('Pieces of the log are encrypted: give the file with their secret key, --key FILE.');
    const stored = place.shelf.read(name);
    await pipeline(
      isSealed ? await keys.decrypt!(stored) : stored,
      createWriteStream(join(to, wal.replace(/\.age$/, '')), { mode: 0o600 }),
    );
    count += 1;
  }
  return count;
}

async function waitUntilServing(ownerUrl: string, look: () => void): Promise<void> {
  const began = performance.now();
  for (;;) {
    look();
    let isRecovering = true;
    await query(ownerUrl, async (client) => {
      isRecovering = (await client.query<{ is: boolean }>('select pg_is_in_recovery() as is')).rows[0]!.is;
    }).catch(() => {});
    if (!isRecovering) return;
    if (performance.now() - began > PATIENCE_MS) throw new StartProblem('PostgreSQL does not come to the end of its log.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/**
 * What was restored goes on as a new timeline. Its note is kept at once: the next restore looks there which numbers are taken, and two
 * timelines of one number would write over each other's pieces. It names positions in the log and an instant, so it is not encrypted.
 */
async function claimTimeline({ config, place, say }: Parts, base: Base): Promise<void> {
  const folder = join(config.dataDir, 'pg', 'pg_wal');
  const note = (await readdir(folder))
    .filter((name) => name.endsWith('.history'))
    .sort()
    .at(-1);
  if (!note) return;
  await place.shelf
    .write(`wal/${base.system}/${note}.gz`, createReadStream(join(folder, note)).pipe(createGzip()))
    .catch((error: Error) =>
      say(`The new timeline could not be noted beside the backups (${error.message}): keep further backups elsewhere.`),
    );
}

/** Another life of the data, as after any restore: nobody is signed in, nothing waits in the queues. Answers the files its tables name. */
async function settle(ownerUrl: string, base: Base): Promise<{ sha256: string; bytes: number }[]> {
  let wanted: { sha256: string; bytes: number }[] = [];
  await query(ownerUrl, async (client) => {
    await client.query('begin');
    for (const table of LEFT_OUT) await client.query(`delete from ${table}`);
    await client.query('delete from pgboss.job');
    if (!base.is_encrypted) await client.query('delete from totp');
    await beginAnotherLife(client);
    const { rows } = await client.query<{ sha256: string; bytes: string }>(
      'select sha256, min(bytes)::text as bytes from file group by sha256',
    );
    await client.query('commit');
    wanted = rows.map(({ sha256, bytes }) => ({ sha256, bytes: Number(bytes) }));
  });
  return wanted;
}

async function restoreFiles(
  { config, place, keys }: Parts,
  base: Base,
  wanted: readonly { sha256: string; bytes: number }[],
): Promise<string[]> {
  const store = await openFileStore(config);
  const problems: string[] = [];
  for (const { sha256, bytes } of wanted) {
    if ((await store.size(sha256)) === bytes) continue;
    if (!(await place.hasFile(sha256, base.is_encrypted))) {
      problems.push(`File ${sha256} is named by the database and was not kept.`);
      continue;
    }
    const sealed = place.openFile(sha256, base.is_encrypted);
    const plain = base.is_encrypted ? await keys.decrypt!(sealed) : sealed;
    await store.put(plain.compose(expectHash(sha256)), bytes);
  }
  return problems;
}
