import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { makeFolder } from '../postgres/fixture.ts';
import { databaseUrl } from '../testing/cluster.ts';
import { cloneDemo } from '../testing/demo-database.ts';
import { ask } from '../testing/empty-database.ts';
import { runCommand } from './command.ts';
import { makeKeyPair } from './lock-and-key.ts';

let folder: ReturnType<typeof makeFolder>;
const empty = `dmse_test_restored_${process.pid}`;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(async () => {
  await ask(inject('adminUrl'), `drop database if exists ${empty} with (force)`);
  folder.remove();
});

const COUNTS = `select (select count(*) from client)::int as clients, (select count(*) from history)::int as history,
  (select sum(abs(amount)) from journal)::text as sum, (select count(*) from session)::int as sessions`;

/** CI runs it on Debian's PostgreSQL 15 too (TEST_DATABASE_URL). */
it('backup: the commands back up and restore an external PostgreSQL, and refuse one that is not empty', { timeout: 240_000 }, async () => {
  const demo = await cloneDemo('external');
  const { identity, recipient } = await makeKeyPair();
  for (const name of ['secrets.key', 'signing.key']) writeFileSync(join(demo.dataDir, name), `the ${name}`);
  const key = join(folder.path, 'backup.key');
  writeFileSync(key, `# a remark\n${identity}\n`);
  const BACKUP_DIR = join(folder.path, 'backups');
  const from = { DATABASE_URL: demo.ownerUrl, DATA_DIR: demo.dataDir, BACKUP_DIR, BACKUP_RECIPIENT: recipient };
  expect(await runCommand('backup', [], from)).toBe(0);

  await ask(inject('adminUrl'), `create database ${empty} owner dmse_owner template template0 encoding 'UTF8'`);
  const ownerUrl = databaseUrl(inject('adminUrl'), empty, 'dmse_owner');
  const appUrl = databaseUrl(inject('adminUrl'), empty, 'dmse_app');
  const to = { DATABASE_URL: ownerUrl, DATABASE_APP_URL: appUrl, DATA_DIR: join(folder.path, 'restored'), BACKUP_DIR };
  // Each of these is a slip of whoever types the command, and is said in a sentence.
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await runCommand('backup', [], { ...from, DATABASE_URL: ownerUrl })).toBe(1);
  expect(await runCommand('restore', ['--key', join(folder.path, 'nowhere')], to)).toBe(1);
  expect(said.mock.calls.map(([line]) => line)).toEqual([
    'The database of DATABASE_URL is empty: give the one the product is started with.\n',
    `The file with the secret key, ${join(folder.path, 'nowhere')}, is not there or cannot be read.\n`,
  ]);
  said.mockRestore();
  expect(await runCommand('restore', ['--key', key], to)).toBe(0);
  expect(await ask(ownerUrl, COUNTS)).toEqual([{ ...(await ask(demo.ownerUrl, COUNTS))[0], sessions: 0 }]);
  const second = join(folder.path, 'second');
  expect(await runCommand('restore', ['--key', key], { ...to, DATA_DIR: second })).toBe(1);
  // Refused before anything is put there, so that the next try finds an empty folder.
  expect(existsSync(second) ? readdirSync(second) : []).toEqual([]);
  // Every minute is the embedded PostgreSQL's; an external one has tools of its own for it.
  expect(await runCommand('restore', ['--key', key, '--at', '2026-11-18 10:42'], { ...to, DATA_DIR: join(folder.path, 'third') })).toBe(1);
  await demo.removeFiles();
});
