import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDiskFileStore } from '../adapters/files/disk-file-store.ts';
import { readConfig } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { ADMIN } from '../postgres/cluster.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { makeFolder } from '../postgres/fixture.ts';
import { DATABASE } from '../postgres/roles.ts';
import { socketUrl } from '../postgres/socket-folder.ts';
import { keepWalIn } from '../postgres/wal-settings.ts';
import { ask } from '../testing/empty-database.ts';
import { createLockAndKey, makeKeyPair } from './lock-and-key.ts';
import { openPlace } from './place.ts';
import { createPointInTime, walFolder } from './point-in-time.ts';
import { restoreAt } from './restore-at.ts';

let folder: ReturnType<typeof makeFolder>;
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => folder.remove());

const pause = () => new Promise((resolve) => setTimeout(resolve, 1200));

it('to the minute: twice restored, each timeline keeps its own log, encrypted, and any minute of either comes back', {
  timeout: 300_000,
}, async () => {
  const { identity, recipient } = await makeKeyPair();
  const place = openPlace(join(folder.path, 'backups'));
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs).toISOString();
  const list = (below: string) =>
    readdirSync(join(place.folder, below), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => join(parentPath, name));

  /** The PostgreSQL of a product whose log is kept. */
  async function run(name: string) {
    const dataDir = join(folder.path, name);
    const embedded = await startEmbedded({ dataDir, say: () => {}, settings: keepWalIn(walFolder(dataDir)) });
    const sql = (text: string) => ask(embedded.ownerUrl, text);
    const files = await createDiskFileStore(join(dataDir, 'files'));
    const log = createPointInTime({ dataDir, days: 2, place, keys: createLockAndKey(recipient, null), files, now });
    return {
      sql,
      ownerUrl: embedded.ownerUrl,
      stop: embedded.stop,
      keepUp: log.keepUp,
      note: (text: string) => sql(`insert into note values ('${text}')`),
      notes: async () => (await sql('select string_agg(says, $$ $$ order by says) as all from note'))[0]!.all,
      /** An instant after all that was done, with some time on both sides. */
      async instant(): Promise<string> {
        await pause();
        const at = new Date().toISOString();
        await pause();
        return at;
      },
      /** The piece that is being written is closed and carried away; answers its name. */
      async carry(): Promise<string> {
        const admin = socketUrl(embedded.socketFolder, ADMIN, DATABASE);
        const [piece] = await ask(admin, 'select pg_walfile_name(pg_current_wal_lsn()) as name, pg_switch_wal()');
        const isKept = () => list('wal').some((path) => path.includes(String(piece!.name)));
        for (let tries = 0; tries < 100 && !isKept(); tries += 1) {
          await new Promise((resolve) => setTimeout(resolve, 200));
          await log.keepUp();
        }
        return String(piece!.name);
      },
    };
  }
  async function restore(at: string, name: string): Promise<void> {
    const config = readConfig({ DATA_DIR: join(folder.path, name) }, []);
    expect(await restoreAt({ config, place, keys: createLockAndKey(null, identity), at, say: () => {} })).toEqual([]);
  }

  const first = await run('first');
  for (const key of ['secrets.key', 'signing.key']) writeFileSync(join(folder.path, 'first', key), 'a key');
  await migrate(first.ownerUrl);
  await first.sql('create schema pgboss; create table pgboss.job (); create table note (says text)');
  await first.keepUp();
  await first.note('a');
  const afterA = await first.instant();
  await first.note('b');
  const afterB = await first.instant();
  await first.note('late');
  expect(await first.carry()).toMatch(/^00000001/);
  await first.stop();

  await restore(afterA, 'second');
  const second = await run('second');
  expect(await second.notes()).toBe('a');
  await second.keepUp();
  // A copy holds the keys of its time: once they change, what is sealed since wants another one, a second later for its name.
  const copies = () => list('base').filter((path) => path.endsWith('base.json')).length;
  await second.keepUp();
  expect(copies()).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  writeFileSync(join(folder.path, 'second', 'secrets.key'), 'another key');
  await second.keepUp();
  expect(copies()).toBe(3);
  await second.note('c');
  const afterC = await second.instant();
  await second.note('late');
  expect(await second.carry()).toMatch(/^00000002/);

  // The first timeline again, at a minute after the second has left it; what comes of it is a third.
  await restore(afterB, 'third');
  const third = await run('third');
  expect(await third.notes()).toBe('a b');
  expect((await third.sql('select timeline_id as n from pg_control_checkpoint()'))[0]).toEqual({ n: 3 });
  await third.stop();

  // Nobody reads the log or the copies without the key; notes of timelines and of copies hold no data of people.
  for (const path of [...list('base'), ...list('wal')])
    if (!/base\.json$|\.history\.gz$/.test(path)) expect(readFileSync(path, 'latin1')).toMatch(/^age-encryption\.org\/v1\n/);

  // Days later the first timeline is older than is kept, and the second one's log begins with its own copy.
  aheadMs = 5 * 86_400_000;
  await second.keepUp();
  await second.stop();
  const kept = list('wal').map((path) => path.split('/').at(-1)!);
  expect(kept.filter((name) => name.startsWith('00000001'))).toEqual([]);
  expect(kept.filter((name) => name.startsWith('00000002') && !name.includes('.history')).length).toBeGreaterThan(0);
  expect(copies()).toBe(2);
  const beyond = new Date(Date.now() + 3_600_000).toISOString();
  await expect(restore(beyond, 'beyond')).rejects.toThrow('the kept log ends before it');
  await restore(afterC, 'fourth');
  const fourth = await run('fourth');
  expect(await fourth.notes()).toBe('a c');
  await fourth.stop();
});
