import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBossQueue } from '../adapters/boss-queue.ts';
import { createDocuments } from '../adapters/documents/documents.ts';
import { createDiskFileStore } from '../adapters/files/disk-file-store.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import { createProcessor } from '../adapters/processing/processor.ts';
import { loadSigner } from '../adapters/processing/signer.ts';
import type { WorkQueue } from '../adapters/queue.ts';
import * as files from '../areas/files/file/file.queries.ts';
import { type Database, openDatabase, openPool } from '../db/database.ts';
import { cloneDatabase, ownerUrlOf } from '../testing/test-database.ts';
import { NO_LINK } from '../testing/test-secrets.ts';
import { until } from '../testing/until.ts';
import { startWorkers } from './start-workers.ts';

let db: Database;
let owner: pg.Client;
let queue: WorkQueue;
let store: FileStore;
let dataDir: string;
let workers: { stop(): Promise<void> };
let logged = '';

beforeAll(async () => {
  const url = await cloneDatabase('dmse_test_workers');
  dataDir = await mkdtemp(join(tmpdir(), 'dmse-workers-'));
  db = openDatabase(openPool(url, 5, null));
  owner = new pg.Client({ connectionString: ownerUrlOf(url) });
  await owner.connect();
  queue = createBossQueue({ url });
  store = await createDiskFileStore(join(dataDir, 'files'));
  const log = new PassThrough().on('data', (chunk) => {
    logged += chunk;
  });
  workers = await startWorkers({
    db,
    adapters: {
      files: store,
      queue,
      maxUploadBytes: 0,
      documents: createDocuments(),
      processor: createProcessor(store, loadSigner(dataDir)),
      ...NO_LINK,
    },
    config: { dataDir, smtpUrl: null, leaveQueues: [] },
    log,
  });
});
afterAll(async () => {
  await workers.stop();
  await queue.close();
  await db.close();
  await owner.end();
  await rm(dataDir, { recursive: true });
});

async function addPicture(bytes: Buffer): Promise<number> {
  const stored = await store.put(Readable.from([bytes]), 1_000_000);
  return db.write(async (tx) => {
    const row = { ...stored, name: 'p.png', mime_type: 'image/png', created_on: new Date().toISOString(), created_by: 1 };
    const { id } = await files.insert(tx, row);
    await queue.send(tx, 'thumbnail', { file: id }, String(id));
    return id;
  });
}

describe('what waits in the queues is done', () => {
  test('a picture gets its small version', async () => {
    const id = await addPicture(
      await sharp({ create: { width: 800, height: 600, channels: 3, background: '#285' } })
        .png()
        .toBuffer(),
    );
    await until(async () => (await db.read((tx) => files.find(tx, id)))?.thumbnail_sha256 !== null);
    expect(await db.read((tx) => files.find(tx, id))).toMatchObject({ width: 800, height: 600 });
  });

  test('one whose bytes are gone is tried again, then marked; the log says why and holds no more', async () => {
    const id = await addPicture(Buffer.from('soon gone'));
    await owner.query(`update pgboss.job set start_after = now() + interval '1 hour' where name = 'thumbnail' and state = 'created'`);
    const row = await db.read((tx) => files.find(tx, id));
    await store.remove(row!.sha256, Date.now() + 60_000);
    await until(async () => {
      await owner.query(`update pgboss.job set start_after = now() where name = 'thumbnail' and state in ('created', 'retry')`);
      return (await db.read((tx) => files.find(tx, id)))?.width === 0;
    });
    const lines = logged
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.filter((line) => line.msg === 'job failed')).toMatchObject(
      [1, 2, 3, 4].map((tries) => ({ queue: 'thumbnail', tries, level: 40 })),
    );
  });

  test('the history is sealed, and the night runs', async () => {
    await owner.query(`insert into history (noun, record_id, record_name, action, at) values ('client', '1', 'A', 'created', now())`);
    await until(async () => {
      await db.write((tx) => queue.send(tx, 'history-chain', {}));
      return (await owner.query('select from history_chain')).rowCount === 1;
    });
    await db.write((tx) => queue.send(tx, 'nightly', {}));
    await until(async () => logged.includes('nightly clean-up done'));
  });
});
