import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase, openPool } from '../db/database.ts';
import { cloneDatabase, ownerUrlOf } from '../testing/test-database.ts';
import { sealHistory, verifyChain } from './history-chain.ts';

let db: Database;
let owner: pg.Client;
let url: string;

beforeAll(async () => {
  url = await cloneDatabase('dmse_test_chain');
  db = openDatabase(openPool(url, 5, null));
  owner = new pg.Client({ connectionString: ownerUrlOf(url) });
  await owner.connect();
});
beforeEach(() => owner.query('truncate history, history_chain restart identity'));
afterAll(async () => {
  await db.close();
  await owner.end();
});

const INSERT = `insert into history (noun, record_id, record_name, version, action, changes, at, request_id)
  select 'client', n::text, 'Client ' || n, 1, 'created', '[{"field": "name", "to": "été"}]', now(), null from generate_series($1::int, $2::int) n`;

function writeRows(from: number, to: number, client: pg.Client = owner) {
  return client.query(INSERT, [from, to]);
}

function verify() {
  return db.read(verifyChain);
}

/**
 * Other tests keep transactions open on the same server, which hold the seal back as any open one would: the load of a medium demo
 * firm takes minutes on a busy machine.
 */
const MAX_WAIT_MS = 300_000;
vi.setConfig({ testTimeout: MAX_WAIT_MS + 60_000 });

async function sealUntil(count: number): Promise<number> {
  let sealed = 0;
  for (const end = Date.now() + MAX_WAIT_MS; sealed < count && Date.now() < end; ) {
    sealed += await sealHistory(db);
    if (sealed < count) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return sealed;
}

describe('history count', () => {
  test('is what was written and kept, also after the numbers have been put together', async () => {
    const counted = async () =>
      (await owner.query<{ rows: number; n: number }>('select sum(rows)::int as rows, count(*)::int as n from history_count')).rows[0]!;
    await owner.query('delete from history_count');
    await writeRows(1, 30);
    await writeRows(31, 40);
    await owner.query('begin');
    await writeRows(41, 50);
    await owner.query('rollback');
    expect(await counted()).toEqual({ rows: 40, n: 2 });
    await sealUntil(40);
    expect(await counted()).toEqual({ rows: 40, n: 1 });
  });
});

describe('INT-I14 the history is sealed', () => {
  test('row after row, in one chain that can be reckoned anew', async () => {
    await writeRows(1, 30);
    expect(await sealUntil(30)).toBe(30);
    expect(await sealHistory(db)).toBe(0);
    await writeRows(31, 40);
    expect(await sealUntil(10)).toBe(10);
    expect(await verify()).toMatchObject({ checked: 40, broken: null, head: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('also when there is more than one batch of it', async () => {
    await writeRows(1, 4500);
    expect(await sealUntil(4500)).toBe(4500);
    expect(await verify()).toMatchObject({ checked: 4500, broken: null });
  });

  test('a process that stops leaves the rest for the next time', async () => {
    await writeRows(1, 4500);
    let asked = 0;
    const mustStop = () => {
      asked += 1;
      return asked > 1;
    };
    while ((await sealHistory(db, { mustStop })) === 0) asked = 0;
    expect(await verify()).toMatchObject({ checked: 2000, broken: null });
    expect(await sealUntil(2500)).toBe(2500);
    expect(await verify()).toMatchObject({ checked: 4500, broken: null });
  });

  test('a row whose transaction still runs waits, and so do those that came after it; none is lost', async () => {
    const slow = new pg.Client({ connectionString: ownerUrlOf(url) });
    await slow.connect();
    try {
      await writeRows(1, 3);
      await slow.query('begin');
      await writeRows(4, 4, slow);
      await writeRows(5, 6);
      expect(await sealUntil(3)).toBe(3);
      expect(await sealHistory(db)).toBe(0);
      await slow.query('commit');
    } finally {
      // Left open, it would keep the next story waiting for ever.
      await slow.end();
    }
    expect(await sealUntil(3)).toBe(3);
    expect(await verify()).toMatchObject({ checked: 6, broken: null });
  });

  test('a row that came to light far behind the others is found by the nightly pass', async () => {
    await writeRows(1, 1);
    await owner.query(`select setval(pg_get_serial_sequence('history', 'id'), 50000)`);
    await writeRows(2, 3);
    await owner.query(`insert into history_chain (history_id, hash) values (50002, '\\x00')`);
    expect(await sealUntil(1)).toBe(1);
    expect(await sealHistory(db)).toBe(0);
    expect(await sealHistory(db, { everywhere: true })).toBe(1);
  });

  test('two at once do not lay two chains', async () => {
    await writeRows(1, 500);
    const sealed = await Promise.all([sealHistory(db), sealHistory(db), sealHistory(db)]);
    const left = 500 - sealed.reduce((sum, count) => sum + count, 0);
    expect(await sealUntil(left)).toBe(left);
    expect(await verify()).toMatchObject({ checked: 500, broken: null });
  });
});

describe('INT-I14 whoever tampers is found out', () => {
  const tampering: [string, string, number][] = [
    ['a changed name', `update history set record_name = 'Nobody' where id = 7`, 7],
    ['a changed value', `update history set changes = '[]' where id = 12`, 12],
    ['an instant moved by a microsecond', `update history set at = at + interval '1 microsecond' where id = 3`, 3],
    ['another author', `update history set by = 1 where id = 20`, 20],
    ['a row taken out', `delete from history_chain where history_id = 9; delete from history where id = 9`, 10],
    [
      'a row whose link was left',
      `alter table history_chain drop constraint history_chain_history_id_fkey; delete from history where id = 5`,
      5,
    ],
    ['a hash replaced', `update history_chain set hash = sha256('x') where history_id = 2`, 2],
  ];

  test.each(tampering)('%s', async (_, statement, id) => {
    await writeRows(1, 25);
    await sealUntil(25);
    await owner.query('begin');
    await owner.query(statement);
    await owner.query('commit');
    expect((await verify()).broken).toMatchObject({ history_id: id });
    await owner.query(`truncate history_chain;
      alter table history_chain drop constraint if exists history_chain_history_id_fkey;
      alter table history_chain add constraint history_chain_history_id_fkey foreign key (history_id) references history (id)`);
  });

  test('and the server itself is not allowed to', async () => {
    const app = new pg.Client({ connectionString: url });
    await app.connect();
    await writeRows(1, 2);
    for (const statement of [
      `update history set record_name = 'x'`,
      'delete from history',
      'delete from history_chain',
      `update history_chain set hash = ''`,
      'truncate history',
    ]) {
      await expect(app.query(statement)).rejects.toThrow('permission denied');
    }
    await app.end();
  });
});
