import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createClient, getClient } from '@dmse/contract/clients/client';
import { NAMED_PEOPLE } from '@dmse/domain/access/named-people';
import { describe, expect, test } from 'vitest';
import { verifyPassword } from '../areas/people/user/password.ts';
import { ask, createEmptyDatabase } from '../testing/empty-database.ts';
import { startCommittedApp } from '../testing/test-app.ts';
import { loadDemo } from './load-demo.ts';

const NOW = '2026-03-04T15:00:00.000Z';
const SMALL = { size: 'small', passwords: 'demo', now: NOW } as const;

/** What the demo fills, and what of it is by its nature different each time. */
const FILLED = {
  app_user: '{password_hash}',
  supervision: '{}',
  client: '{}',
  contact: '{}',
  client_contact: '{}',
  control_point: '{}',
  control_check: '{}',
  field_run: '{}',
  shot: '{}',
  pipe: '{}',
  field_history: '{epoch}',
  history: '{txid}',
  setting: '{}',
  expense: '{}',
  disbursement_item: '{}',
  petty_cash_row: '{}',
  job_wip: '{}',
  location: '{}',
  known_place: '{}',
  historical_file: '{}',
  historical_control_point: '{}',
};

/** What the demo has written into every table, as one number. */
async function digest(ownerUrl: string): Promise<string> {
  const hash = createHash('sha256');
  for (const [table, omitted] of Object.entries(FILLED)) {
    const ours = table === 'setting' ? 'where updated_by is not null' : '';
    const rows = await ask<{ row: string }>(ownerUrl, `select (to_jsonb(t) - $1::text[])::text as row from ${table} t ${ours} order by 1`, [
      omitted,
    ]);
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) hash.update(row);
  }
  return hash.digest('hex');
}

async function countAll(ownerUrl: string): Promise<unknown> {
  const [row] = await ask(
    ownerUrl,
    `select (select count(*)::int from client) as clients, (select count(*)::int from app_user) as people,
      (select count(*)::int from history) as entries, (select value from meta where key = 'mode') as mode`,
  );
  return row;
}

const NOTHING = { clients: 0, people: 0, entries: 0, mode: null };

type Loaded = Awaited<ReturnType<typeof createEmptyDatabase>>;

describe('loading', () => {
  let atOnce: Loaded;
  let afterKill: Loaded;
  let people: Awaited<ReturnType<typeof loadDemo>>;

  test('is done once: whoever comes at the same moment waits and leaves it at that', async () => {
    atOnce = await createEmptyDatabase('demo_twice');
    const answers = await Promise.all([loadDemo(atOnce.ownerUrl, SMALL), loadDemo(atOnce.ownerUrl, SMALL)]);
    expect(answers.map((people) => people.map(({ username }) => username)).sort((a, b) => a.length - b.length)).toEqual([
      [],
      NAMED_PEOPLE.map(({ username }) => username),
    ]);
    expect(await countAll(atOnce.ownerUrl)).toMatchObject({ clients: 120, people: 25, mode: 'demo' });
  });

  test('a load killed half-way has never begun, and the next start loads', async () => {
    afterKill = await createEmptyDatabase('demo_killed');
    const { ownerUrl } = afterKill;
    const script = `import { loadDemo } from ${JSON.stringify(new URL('./load-demo.ts', import.meta.url).href)};
      await loadDemo(${JSON.stringify(ownerUrl)}, { size: 'medium', passwords: 'demo', now: ${JSON.stringify(NOW)} });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal)));
    // Wait until it is writing contacts, which come after the people and the clients.
    const database = new URL(ownerUrl.replace(/^postgres(ql)?:\/\/[^/]*/, 'http://x')).pathname.slice(1);
    const writing = `select 1 from pg_stat_activity where datname = '${database}' and query like 'copy "contact"%' and pid <> pg_backend_pid()`;
    while ((await ask(ownerUrl, writing)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    expect(await countAll(ownerUrl)).toEqual(NOTHING);
    people = await loadDemo(ownerUrl, { ...SMALL, passwords: 'random' });
    expect(await countAll(ownerUrl)).toMatchObject({ clients: 120, people: 25, mode: 'demo' });
  });

  test('gives the same rows every time', async () => {
    expect(await digest(atOnce.ownerUrl)).toBe(await digest(afterKill.ownerUrl));
  });

  test('on a network the passwords are random, told once, and the word demo opens nothing', async () => {
    expect(new Set(people.map((person) => person.password)).size).toBe(8);
    const users = await ask<{ username: string; password_hash: string }>(
      afterKill.ownerUrl,
      'select username, password_hash from app_user order by id',
    );
    for (const { username, password } of people) {
      const { password_hash } = users.find((user) => user.username === username)!;
      expect(await verifyPassword(password, password_hash)).toBe(true);
    }
    const distinct = [...new Set(users.map((user) => user.password_hash))];
    for (const hash of distinct) expect(await verifyPassword('demo', hash)).toBe(false);
  });

  test('the product works on it: Mona opens a client, and a new one gets the next number', async () => {
    const app = await startCommittedApp('unused', { url: atOnce.appUrl });
    const mona = await app.as('mona');
    const survivor = await mona.call(getClient, { id: 4 });
    expect(survivor.name).toBe('Tidewinder Paving Ltd.');
    expect(await mona.refused(getClient, { id: 14 })).toMatchObject({ status: 301, body: { merged_into: 4 } });
    expect((await mona.call(createClient, {}, { name: 'Next' })).id).toBe(121);
    await app.close();
  });
});
