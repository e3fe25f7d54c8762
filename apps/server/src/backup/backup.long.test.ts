import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDiskFileStore } from '../adapters/files/disk-file-store.ts';
import { readConfig } from '../config.ts';
import { makeFolder } from '../postgres/fixture.ts';
import { cloneDemo } from '../testing/demo-database.ts';
import { ask } from '../testing/empty-database.ts';
import { cloneDatabase, ownerUrlOf } from '../testing/test-database.ts';
import { drillBackup } from './drill.ts';
import { createLockAndKey, makeKeyPair } from './lock-and-key.ts';
import { openPlace } from './place.ts';
import { restoreBackup, whyNotStartHere } from './restore-backup.ts';
import { removeOldBackups, takeBackup } from './take-backup.ts';

let folder: ReturnType<typeof makeFolder>;
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => folder.remove());

const COUNTS = `select (select count(*) from client)::int as clients, (select count(*) from history)::int as history,
  (select sum(abs(amount)) from journal)::text as sum, (select count(*) from session)::int as sessions,
  (select value from meta where key = 'dataset_epoch') as epoch, (select count(*) from dataset_epoch)::int as lives`;

type Firm = { ownerUrl: string; dataDir: string };

/** With the keys a server has, and a mail that waits. */
async function makeParts({ ownerUrl, dataDir }: Firm) {
  const files = await createDiskFileStore(join(dataDir, 'files'));
  for (const name of ['secrets.key', 'signing.key']) writeFileSync(join(dataDir, name), `the ${name}`);
  const values = `('m1', '{a@example.ca}', 'Waits', '', now())`;
  await ask(ownerUrl, `insert into mail (message_id, recipients, subject, body, created_on) values ${values}`);
  return { dataDir, ownerUrl, files, place: openPlace(join(folder.path, 'backups')), now: () => '2026-03-05T03:00:00.000Z' };
}

it('SEC-S39 backup: what was backed up while running is restored to the row and the byte, as another life of the data', {
  timeout: 300_000,
}, async () => {
  const { identity, recipient } = await makeKeyPair();
  const demo = await cloneDemo('backup');
  const firm = await makeParts(demo);
  const session = `('\\x01', 1, 'office', now(), now(), '', '')`;
  await ask(firm.ownerUrl, `insert into session (token_hash, user_id, kind, created_on, last_seen_on, address, device) values ${session}`);
  const { name, manifest } = await takeBackup({ ...firm, keys: createLockAndKey(recipient, null) });
  expect([name, manifest.problems, manifest.is_encrypted]).toEqual(['2026-03-05T03-00-00Z', [], true]);
  expect(manifest.tables.find((table) => table.name === 'client')?.rows).toBeGreaterThan(10);
  // No name of a person and no secret is in what is not encrypted.
  expect(readFileSync(join(firm.place.folder, name, 'manifest.json'), 'utf8')).not.toContain('alice');
  expect(readFileSync(join(firm.place.folder, name, 'app_user.copy.gz.age'), 'latin1')).toMatch(/^age-encryption\.org\/v1\n/);

  const config = readConfig({ DATA_DIR: join(folder.path, 'restored') }, []);
  const parts = { config, place: firm.place, name, say: () => {} };
  // A missing or wrong key leaves nothing behind, neither half a firm nor a trial of the backup.
  const other = (await makeKeyPair()).identity;
  for (const [wrong, says] of [
    [null, 'is encrypted: give'],
    [other, 'not the one this was encrypted for'],
  ] as const) {
    const beside = { ...parts, keys: createLockAndKey(null, wrong) };
    await expect(restoreBackup(beside)).rejects.toThrow(says);
    await expect(drillBackup({ ...beside, config: { ...config, dataDir: firm.dataDir }, now: firm.now })).rejects.toThrow(says);
  }
  expect(existsSync(config.dataDir)).toBe(false);
  expect(await firm.place.readDrill(name)).toBeNull();

  const keys = createLockAndKey(null, identity);
  const [before] = await ask(firm.ownerUrl, COUNTS);
  await restoreBackup({
    ...parts,
    keys,
    look: async (ownerUrl) => {
      const [after] = await ask(ownerUrl, COUNTS);
      expect(after).toMatchObject({ clients: before!.clients, history: before!.history, sum: before!.sum, sessions: 0, lives: 2 });
      expect(after!.epoch).not.toBe(before!.epoch);
      expect(await ask(ownerUrl, `select state from mail where message_id = 'm1'`)).toEqual([{ state: 'failed' }]);
      // A number that was given out is not given out again.
      const next = `insert into client (name, created_on, updated_on) values ('New', now(), now()) returning id`;
      const [[here], [there]] = [await ask(ownerUrl, next), await ask(firm.ownerUrl, next)];
      expect(here).toEqual(there);
    },
  });
  expect(whyNotStartHere(config.dataDir)).toBeNull();
  expect(readFileSync(join(config.dataDir, 'secrets.key'), 'utf8')).toBe('the secrets.key');
  const restored = await createDiskFileStore(join(config.dataDir, 'files'));
  for (const { sha256, bytes } of manifest.files) expect(await restored.size(sha256)).toBe(bytes);
  await expect(restoreBackup({ ...parts, keys })).rejects.toThrow('is not empty');
  expect(await drillBackup({ ...parts, config: { ...config, dataDir: firm.dataDir }, keys, now: firm.now })).toMatchObject({
    problems: [],
  });
  expect((await firm.place.readDrill(name))?.problems).toEqual([]);
  await demo.removeFiles();
});

it('backup: damage is told: a lost file when it is taken, a changed byte when it is tried', { timeout: 180_000 }, async () => {
  const dataDir = join(folder.path, 'running');
  const firm = await makeParts({ ownerUrl: ownerUrlOf(await cloneDatabase(`dmse_test_backup_${process.pid}`)), dataDir });
  const keys = createLockAndKey(null, null);
  const lost = createHash('sha256').update('lost').digest('hex');
  await ask(
    firm.ownerUrl,
    `insert into file (sha256, bytes, name, mime_type, created_on) values ('${lost}', 4, 'lost.txt', 'text/plain', now())`,
  );
  const first = await takeBackup({ ...firm, keys });
  expect(first.manifest.problems).toEqual([`File ${lost} is named by the database and is not in the store.`]);
  // Keys of the server are only in backups that are encrypted.
  expect(existsSync(join(firm.place.folder, first.name, 'secrets.key'))).toBe(false);

  await firm.files.put(Readable.from([Buffer.from('lost')]), 100);
  const second = await takeBackup({ ...firm, keys, now: () => '2026-03-06T04:00:00.000Z' });
  expect(second.manifest.problems).toEqual([]);
  appendFileSync(join(firm.place.folder, second.name, 'client.copy.gz'), 'x');
  const config = readConfig({ DATA_DIR: firm.dataDir }, []);
  const drill = await drillBackup({ config, place: firm.place, keys, name: second.name, now: firm.now });
  expect(drill.problems).toEqual([expect.stringContaining('table client is not what the manifest says')]);
  const half = readConfig({ DATA_DIR: join(folder.path, 'half') }, []);
  await expect(restoreBackup({ config: half, place: firm.place, keys, name: second.name, say: () => {} })).rejects.toThrow('table client');
  expect(whyNotStartHere(half.dataDir)).toContain('was begun and not finished');

  expect(await removeOldBackups(firm.place, { daily: 1, weekly: 0, monthly: 0 })).toEqual([first.name]);
  expect(await firm.place.hasFile(lost, false)).toBe(true);
});
