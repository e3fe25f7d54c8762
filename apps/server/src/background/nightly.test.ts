import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBossQueue } from '../adapters/boss-queue.ts';
import { createDiskFileStore } from '../adapters/files/disk-file-store.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import type { WorkLog, WorkQueue } from '../adapters/queue.ts';
import * as files from '../areas/files/file/file.queries.ts';
import { getFileChecks, scrubFiles } from '../areas/files/file/scrub.service.ts';
import { sweepFiles } from '../areas/files/file/sweep.service.ts';
import { type Database, openDatabase, openPool } from '../db/database.ts';
import { cloneDatabase, ownerUrlOf } from '../testing/test-database.ts';
import { sealHistory } from './history-chain.ts';
import { runNightly } from './nightly.ts';

const DAY = 24 * 3_600_000;
let db: Database;
let owner: pg.Client;
let queue: WorkQueue;
let store: FileStore;
let root: string;
let now: string;
const told: { details: object; message: string }[] = [];
const say = (details: object, message: string) => void told.push({ details, message });
const LOG: WorkLog = { info: say, warn: say, error: say };

beforeAll(async () => {
  const url = await cloneDatabase('dmse_test_nightly');
  db = openDatabase(openPool(url, 5, null));
  queue = createBossQueue({ url });
  owner = new pg.Client({ connectionString: ownerUrlOf(url) });
  await owner.connect();
});
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dmse-nightly-'));
  store = await createDiskFileStore(root);
  // The disk's own clock decides how old bytes are, so this story plays today.
  now = new Date().toISOString();
  told.length = 0;
  await owner.query(`update app_user set profile_picture = null; delete from import_batch; delete from file;
    truncate file_check, session, sign_in_attempt, history, history_chain; delete from pgboss.job;
    update setting set value = value || '{"logo_horizontal": null}' where section = 'firm'`);
});
afterEach(() => rm(root, { recursive: true }));
afterAll(async () => {
  await queue.close();
  await db.close();
  await owner.end();
});

function ago(days: number): string {
  return new Date(Date.parse(now) - days * DAY).toISOString();
}

/** A file of that many days, on disk and in the table. */
async function makeFile(text: string, days: number): Promise<{ id: number; sha256: string }> {
  const { sha256, bytes } = await store.put(Readable.from([Buffer.from(text)]), 1000);
  await setAge(sha256, days);
  const row = { sha256, bytes, name: 'x.txt', mime_type: 'text/plain', created_on: ago(days), created_by: 1 };
  const { id } = await db.write((tx) => files.insert(tx, row));
  return { id, sha256 };
}

async function setAge(sha256: string, days: number): Promise<void> {
  const at = Date.parse(now) / 1000 - days * 86_400;
  await utimes(join(root, sha256.slice(0, 2), sha256), at, at);
}

const isThere = async (file: { id: number; sha256: string }) => ({
  row: Boolean(await db.read((tx) => files.find(tx, file.id))),
  bytes: (await store.size(file.sha256)) !== null,
});

describe('uploads nobody refers to', () => {
  test('go after seven days, bytes and all; younger ones stay', async () => {
    const old = await makeFile('old', 8);
    const young = await makeFile('young', 6);
    expect(await sweepFiles({ db, files: store }, now)).toEqual({ uploads: 1, blobs: 1, parts: 0 });
    expect(await isThere(old)).toEqual({ row: false, bytes: false });
    expect(await isThere(young)).toEqual({ row: true, bytes: true });
  });

  test('what a record refers to stays: a picture, a logo, an import', async () => {
    const picture = await makeFile('picture', 100);
    const logo = await makeFile('logo', 100);
    const list = await makeFile('list', 100);
    await owner.query('update app_user set profile_picture = $1 where id = 1', [picture.id]);
    await owner.query(`update setting set value = value || jsonb_build_object('logo_horizontal', $1::int) where section = 'firm'`, [
      logo.id,
    ]);
    await owner.query(`insert into import_batch (noun, file, created, skipped, created_on) values ('clients', $1, 0, 0, now())`, [list.id]);
    expect(await sweepFiles({ db, files: store }, now)).toEqual({ uploads: 0, blobs: 0, parts: 0 });
    for (const file of [picture, logo, list]) expect(await isThere(file)).toEqual({ row: true, bytes: true });
  });

  test('bytes that another file shares stay, as do small versions in use', async () => {
    const old = await makeFile('shared', 30);
    const young = await makeFile('shared', 2);
    const small = await store.put(Readable.from([Buffer.from('small')]), 1000);
    await setAge(small.sha256, 30);
    await db.write((tx) => files.setThumbnail(tx, young.id, { thumbnail_sha256: small.sha256, width: 1, height: 1 }));
    await setAge(young.sha256, 30);
    expect(await sweepFiles({ db, files: store }, now)).toEqual({ uploads: 1, blobs: 0, parts: 0 });
    expect(await isThere(old)).toEqual({ row: false, bytes: true });
    expect(await store.size(small.sha256)).toBe(5);
  });

  test('bytes without a row go after a day: a request that stored them has long ended', async () => {
    const { sha256: lost } = await store.put(Readable.from([Buffer.from('lost')]), 1000);
    await setAge(lost, 2);
    const { sha256: arriving } = await store.put(Readable.from([Buffer.from('arriving')]), 1000);
    await writeFile(join(root, 'tmp', 'dead.part'), 'x');
    await utimes(join(root, 'tmp', 'dead.part'), 1, 1);
    expect(await sweepFiles({ db, files: store }, now)).toEqual({ uploads: 0, blobs: 1, parts: 1 });
    expect(await store.size(lost)).toBeNull();
    expect(await store.size(arriving)).toBe(8);
  });

  test('one that a record is just about to refer to is left alone', async () => {
    const file = await makeFile('claimed', 30);
    const claiming = db.write(async (tx) => {
      await files.hold(tx, file.id);
      await new Promise((resolve) => setTimeout(resolve, 300));
      await tx
        .updateTable('setting')
        .set({ value: JSON.stringify({ logo_horizontal: file.id }) })
        .where('section', '=', 'firm')
        .execute();
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await sweepFiles({ db, files: store }, now)).toMatchObject({ uploads: 0 });
    await claiming;
    expect(await sweepFiles({ db, files: store }, now)).toMatchObject({ uploads: 0 });
    expect(await isThere(file)).toEqual({ row: true, bytes: true });
  });

  test('many go in several steps', async () => {
    await owner.query(
      `insert into file (sha256, bytes, name, mime_type, created_on) select lpad(to_hex(n), 64, '0'), 1, 'x', 'text/plain', $1 from generate_series(1, 1234) n`,
      [ago(9)],
    );
    expect(await sweepFiles({ db, files: store }, now)).toMatchObject({ uploads: 1234 });
  });
});

describe('the night', () => {
  test('ends sessions that are over and forgets old sign-in attempts, no others', async () => {
    const session = (kind: string, created: number, seen: number) =>
      owner.query(
        `insert into session (token_hash, user_id, kind, created_on, last_seen_on, address, device) values (gen_random_uuid()::text::bytea, 1, $1, $2, $3, '', $4)`,
        [kind, ago(created), ago(seen), `${kind} ${created} ${seen}`],
      );
    await session('office', 1, 0.6);
    await session('office', 1, 0.1);
    await session('office', 8, 0);
    await session('field', 8, 1);
    await session('field', 20, 15);
    for (const days of [31, 29]) {
      await owner.query(`insert into sign_in_attempt (account, address, at, succeeded) values ('joe', '', $1, false)`, [ago(days)]);
    }
    await runNightly({ db, files: store, queue, log: LOG }, now);
    const { rows } = await owner.query('select device from session order by device');
    expect(rows.map((row) => row.device)).toEqual(['field 8 1', 'office 1 0.1']);
    expect((await owner.query('select count(*)::int as count from sign_in_attempt')).rows).toEqual([{ count: 1 }]);
    expect(told).toMatchObject([{ message: 'nightly clean-up done', details: { sessions: 3, attempts: 1, checked: 0, head: null } }]);
  });

  test('says so when the history is not what was sealed', async () => {
    await owner.query(
      `insert into history (noun, record_id, record_name, action, at) values ('client', '1', 'A', 'created', now()), ('client', '2', 'B', 'created', now())`,
    );
    // Transactions of other tests on the same server hold the seal back for a moment.
    while ((await sealHistory(db)) === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    await runNightly({ db, files: store, queue, log: LOG }, now);
    expect(told[0]!.details).toMatchObject({ sealed: 0, checked: 2, head: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await owner.query(`update history set record_name = 'C' where record_name = 'B'`);
    await expect(runNightly({ db, files: store, queue, log: LOG }, now)).rejects.toThrow('The history has been tampered with');
  });

  test('says so when something kept is not what the ledger says', async () => {
    await owner.query(`insert into client (id, name, created_on, updated_on) overriding system value values (9001, 'Acme', now(), now())`);
    await owner.query('insert into client_account (client, receivable) values (9001, 500)');
    await expect(runNightly({ db, files: store, queue, log: LOG }, now)).rejects.toThrow('Client Acme. What is owed is kept as $5.00');
    await owner.query('delete from client_account');
    await runNightly({ db, files: store, queue, log: LOG }, now);
  });
});

test('scrub: kept files are read again once a week; what is missing or damaged is told, and told no more when it is back', async () => {
  const [sound, damaged, missing] = [await makeFile('sound', 1), await makeFile('damaged', 1), await makeFile('missing', 1)];
  const path = ({ sha256 }: { sha256: string }) => join(root, sha256.slice(0, 2), sha256);
  await writeFile(path(damaged), 'changed');
  await rm(path(missing));
  const scrub = (days: number) => scrubFiles({ db, files: store, now: () => ago(-days) });
  const findings = async () => (await db.read(getFileChecks)).findings.map(({ sha256, finding }) => [sha256, finding]).sort();
  expect(await scrub(0)).toEqual({ read: 3, found: 2 });
  expect(await findings()).toEqual(
    [
      [damaged.sha256, 'damaged'],
      [missing.sha256, 'missing'],
    ].sort(),
  );
  await store.putAll([Buffer.from('damaged')]);
  expect(await scrub(1)).toEqual({ read: 2, found: 1 });
  await store.putAll([Buffer.from('missing')]);
  expect(await scrub(9)).toEqual({ read: 3, found: 0 });
  expect(await db.read(getFileChecks)).toMatchObject({ kept: 3, read: 3, findings: [] });
  expect(await isThere(sound)).toEqual({ row: true, bytes: true });
});
