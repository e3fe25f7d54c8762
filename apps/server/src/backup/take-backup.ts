import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { createGzip } from 'node:zlib';
import { type Keep, keptBackups } from '@dmse/domain/backup/retention';
import pg from 'pg';
import type { FileStore } from '../adapters/files/file-store.ts';
import { StartProblem } from '../postgres/start-problem.ts';
import type { LockAndKey } from './lock-and-key.ts';
import { backupName, type Manifest } from './manifest.ts';
import type { Place } from './place.ts';
import { isCarried, listSequences, listTables, readTable, type Table } from './tables.ts';

export type TakeParts = {
  ownerUrl: string;
  dataDir: string;
  files: FileStore;
  place: Place;
  keys: LockAndKey;
  now: () => string;
  say?: (line: string) => void;
};

/** A number nobody else uses: two backups at once would only be in each other's way. */
export const BACKUP_LOCK = 712_004_412;
/** Beside the data, and no part of the database: without them a restored server cannot open its sealed secrets nor sign as before. */
export const KEY_FILES = ['secrets.key', 'signing.key'];

export const tableFile = (name: string, isEncrypted: boolean) => `${name}.copy.gz${isEncrypted ? '.age' : ''}`;

/** Takes a backup while people work: every table as of one moment, and then the files those tables name. Answers its name. */
export async function takeBackup(parts: TakeParts): Promise<{ name: string; manifest: Manifest }> {
  const { place, keys, say = () => {} } = parts;
  const client = new pg.Client({
    connectionString: parts.ownerUrl,
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  });
  client.on('error', () => {});
  await client.connect();
  const takenOn = parts.now();
  const name = backupName(takenOn);
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [BACKUP_LOCK]);
    if (!rows[0]?.held) throw new StartProblem('Another backup is being taken.');
    await place.begin();
    const taken = await copyDatabase(client, parts, name);
    say(`${taken.tables.length} tables, ${taken.tables.reduce((sum, { rows: count }) => sum + count, 0)} rows.`);
    const problems = await copyFiles(parts, taken.files);
    if (keys.encrypt) await copyKeys(parts, name);
    const manifest: Manifest = { format: 1, taken_on: takenOn, is_encrypted: keys.encrypt !== null, ...taken, problems };
    await place.finish(name, manifest);
    return { name, manifest };
  } catch (error) {
    await place.abandon(name).catch(() => {});
    throw error;
  } finally {
    await client.end();
  }
}

async function copyDatabase(client: pg.Client, { place, keys }: TakeParts, name: string) {
  await client.query('begin isolation level repeatable read read only');
  const tables: Manifest['tables'] = [];
  for (const table of (await listTables(client)).filter(isCarried)) tables.push(await copyTable(client, table));
  const meta = await client.query<{ key: string; value: string }>(`select key, value from meta where key in ('mode', 'dataset_epoch')`);
  const told = Object.fromEntries(meta.rows.map(({ key, value }) => [key, value]));
  const migrations = await client.query<{ name: string }>('select name from migration order by name');
  const files = await client.query<{ sha256: string; bytes: number }>(
    'select distinct sha256, bytes::int8 as bytes from file order by sha256',
  );
  const sequences = await listSequences(client);
  await client.query('commit');
  return {
    mode: told.mode as Manifest['mode'],
    dataset_epoch: told.dataset_epoch!,
    migrations: migrations.rows.map((row) => row.name),
    tables,
    sequences,
    files: files.rows.map(({ sha256, bytes }) => ({ sha256, bytes: Number(bytes) })),
  };

  async function copyTable(from: pg.Client, table: Table) {
    const rows = readTable(from, table);
    const packed = rows.pipe(createGzip({ level: 6 }));
    rows.on('error', (error) => packed.destroy(error));
    const bytes = keys.encrypt ? await keys.encrypt(packed) : packed;
    const written = await place.writePart(name, tableFile(table.name, keys.encrypt !== null), bytes);
    return { ...table, rows: rows.rowCount, ...written };
  }
}

/** Only what no earlier backup has kept. The hash is taken on the way, so a file that was damaged on the disk is found out here. */
export async function copyFiles(
  { place, keys, files }: Pick<TakeParts, 'place' | 'keys' | 'files'>,
  wanted: Manifest['files'],
): Promise<string[]> {
  const isEncrypted = keys.encrypt !== null;
  const problems: string[] = [];
  for (const { sha256 } of wanted) {
    if (await place.hasFile(sha256, isEncrypted)) continue;
    if ((await files.size(sha256)) === null) {
      problems.push(`File ${sha256} is named by the database and is not in the store.`);
      continue;
    }
    const plain = files.open(sha256).compose(expectHash(sha256));
    try {
      await place.keepFile(sha256, isEncrypted, keys.encrypt ? await keys.encrypt(plain) : plain);
    } catch (error) {
      if (!(error as Error).message.includes(DAMAGED)) throw error;
      problems.push(`File ${sha256} is damaged in the store: it has other bytes than were put there.`);
    }
  }
  return problems;
}

const DAMAGED = 'These are other bytes than were asked for.';

/** Fails at the end when what went through has another hash. */
export function expectHash(sha256: string): Transform {
  const hash = createHash('sha256');
  return new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush: (done) => done(hash.digest('hex') === sha256 ? null : new Error(DAMAGED)),
  });
}

async function copyKeys({ place, keys, dataDir }: TakeParts, name: string): Promise<void> {
  for (const file of KEY_FILES) await place.writePart(name, `${file}.age`, await keys.encrypt!(createReadStream(join(dataDir, file))));
}

/** Removes the backups that nobody needs any more. Answers their names. */
export async function removeOldBackups(place: Place, keep: Keep, keptSince?: number): Promise<string[]> {
  const names = await place.names();
  const kept = new Set(keptBackups(names, keep));
  const gone = names.filter((name) => !kept.has(name));
  await place.remove(gone, keptSince);
  return gone;
}
