import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { openFileStore } from '../adapters/files/open-file-store.ts';
import type { Config } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { StartProblem } from '../postgres/start-problem.ts';
import { openDatabaseServer } from '../start/database-server.ts';
import { decideMode } from '../start/mode.ts';
import { expectKey, type LockAndKey } from './lock-and-key.ts';
import type { Manifest } from './manifest.ts';
import { createMeter, type Place } from './place.ts';
import { fillTable, listTables, setSequence, withoutRules } from './tables.ts';
import { expectHash, KEY_FILES, tableFile } from './take-backup.ts';

type RestoreParts = {
  config: Config;
  place: Place;
  keys: LockAndKey;
  name: string;
  say: (line: string) => void;
  /** Looks at what was restored before its database is closed. */
  look?: (ownerUrl: string) => Promise<void>;
};

/** Stands in a data folder while it is being filled; a server that finds it there does not start on half of a firm. */
export const UNFINISHED = 'restoring';

export function whyNotStartHere(dataDir: string): string | null {
  if (!existsSync(join(dataDir, UNFINISHED))) return null;
  return `A restore into ${dataDir} was begun and not finished. Empty the folder and restore again.`;
}

/**
 * Puts a backup into an empty data folder, or beside an empty database of DATABASE_URL. Everything is checked against the
 * manifest on the way. Without the server's key nobody could pass a second factor whose secret it sealed: such codes are set up anew.
 */
export async function restoreBackup(parts: RestoreParts): Promise<Manifest> {
  const { config, place, keys, name, say } = parts;
  const manifest = await place.readManifest(name);
  if (manifest.is_encrypted) await expectKey(keys, `Backup ${name}`, () => place.openPart(name, `${KEY_FILES[0]}.age`));
  refuseFull(config.dataDir);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(config.dataDir, UNFINISHED), name, { mode: 0o600 });
  const database = await openDatabaseServer(config, say, new AbortController().signal).catch((error) => {
    if (config.databaseUrl) rmSync(join(config.dataDir, UNFINISHED));
    throw error;
  });
  try {
    const { isFirstStart } = await decideMode({ ...config, askedMode: manifest.mode }, database);
    if (!isFirstStart) {
      rmSync(join(config.dataDir, UNFINISHED));
      throw new StartProblem('This database is not empty. A backup is restored into an empty one.');
    }
    if (manifest.is_encrypted) await restoreKeys(parts);
    await restoreFiles(parts, manifest);
    say(`${manifest.files.length} files are in place.`);
    await migrate(database.ownerUrl, manifest.migrations);
    await fillDatabase(parts, manifest, database.ownerUrl);
    await migrate(database.ownerUrl);
    if (!manifest.is_encrypted) await query(database.ownerUrl, async (client) => void (await client.query('delete from totp')));
    await parts.look?.(database.ownerUrl);
  } finally {
    await database.close();
  }
  rmSync(join(config.dataDir, UNFINISHED));
  return manifest;
}

export function refuseFull(dataDir: string): void {
  const found = existsSync(dataDir) ? readdirSync(dataDir) : [];
  if (found.length > 0)
    throw new StartProblem(`${dataDir} is not empty. A backup is restored into an empty folder: name another DATA_DIR.`);
}

/** The stored bytes must be those of the manifest before they are unpacked to the end; an encrypted part proves itself besides. */
async function openPart({ place, keys, name }: RestoreParts, file: string): Promise<{ bytes: Readable; stored: () => { sha256: string } }> {
  const meter = createMeter();
  const source = place.openPart(name, file);
  source.on('error', (error) => meter.stream.destroy(error));
  const sealed = source.pipe(meter.stream);
  return { bytes: file.endsWith('.age') ? await keys.decrypt!(sealed) : sealed, stored: meter.result };
}

async function restoreKeys(parts: RestoreParts): Promise<void> {
  for (const file of KEY_FILES) {
    const { bytes } = await openPart(parts, `${file}.age`);
    await writeFile(join(parts.config.dataDir, file), await buffer(bytes), { mode: 0o600, flush: true });
  }
}

async function restoreFiles({ place, keys, config }: RestoreParts, manifest: Manifest): Promise<void> {
  const store = await openFileStore(config);
  const lacking = new Set(manifest.problems.flatMap((says) => /[0-9a-f]{64}/.exec(says)?.[0] ?? []));
  for (const { sha256, bytes } of manifest.files) {
    if (lacking.has(sha256)) continue;
    const sealed = place.openFile(sha256, manifest.is_encrypted);
    const plain = manifest.is_encrypted ? await keys.decrypt!(sealed) : sealed;
    await store.put(plain.compose(expectHash(sha256)), bytes);
  }
}

export async function query(ownerUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0' });
  client.on('error', () => {});
  await client.connect();
  await work(client).finally(() => client.end());
}

async function fillDatabase(parts: RestoreParts, manifest: Manifest, ownerUrl: string): Promise<void> {
  await query(ownerUrl, async (client) => {
    await client.query('begin');
    await withoutRules(client, await listTables(client), async () => {
      for (const table of manifest.tables) {
        const { bytes, stored } = await openPart(parts, tableFile(table.name, manifest.is_encrypted));
        // Bytes that were changed are mostly no packed bytes any more, which the unpacking notices first.
        const rows = await fillTable(client, table, bytes).catch((error: NodeJS.ErrnoException) => {
          if (error.code?.startsWith('Z_')) return null;
          throw error;
        });
        if (rows !== table.rows || stored().sha256 !== table.sha256) {
          throw new StartProblem(`The backup is damaged: table ${table.name} is not what the manifest says. Nothing was restored.`);
        }
      }
    });
    for (const sequence of manifest.sequences) await setSequence(client, sequence);
    await beginAnotherLife(client);
    await client.query('commit');
  });
}

/**
 * Tablets are told that versions and cursors of before mean nothing here, so that they offer again what they still hold. A mail that
 * waited when the backup was taken may have gone out since: somebody decides about it.
 */
export async function beginAnotherLife(client: pg.Client): Promise<void> {
  await client.query(`update meta set value = gen_random_uuid()::text where key = 'dataset_epoch'`);
  await client.query(
    `update mail set state = 'failed', answer = 'The server was restored from a backup. This mail may have been sent before; send it again if not.'
     where state = 'queued'`,
  );
}
