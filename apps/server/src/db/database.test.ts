import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { find } from '../areas/clients/client/client.queries.ts';
import { ask } from '../testing/empty-database.ts';
import { cloneDatabase, ownerUrlOf } from '../testing/test-database.ts';
import { awaitOutside, type Database, openDatabase, openPool, readInstant, type SlowStatement, type Tx } from './database.ts';
import { orderBy, pageOf } from './paging.ts';
import { readRows } from './read-rows.ts';

let url: string;
let db: Database;

beforeAll(async () => {
  url = await cloneDatabase(`dmse_test_database_${process.pid}`);
  // One connection for reading, so that every read meets what the one before it left behind.
  db = openDatabase(openPool(url, 1, null));
});
afterAll(() => db.close());

const STAMPS = { created_on: '2026-03-04T14:00:00.000Z', updated_on: '2026-03-04T14:00:00.000Z' };
const addClient = (name: string) =>
  db.write((tx) =>
    tx
      .insertInto('client')
      .values({ name, ...STAMPS })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
const countClients = async (tx: Tx) => (await sql<{ n: number }>`select count(*) as n from client`.execute(tx)).rows[0]!.n;

/** What the server is doing on a connection, as others see it. */
async function stateOf(pid: number): Promise<string> {
  const [row] = await ask<{ state: string }>(url, 'select state from pg_stat_activity where pid = $1', [pid]);
  return row!.state;
}

test('a slow statement is told, with places for what was entered and without it', async () => {
  const hasty = openDatabase(openPool(url, 1, null), 50);
  const told: SlowStatement[] = [];
  hasty.tellSlow((statement) => told.push(statement));
  await hasty.read((tx) => sql`select pg_sleep(0.1), ${'canary'}::text`.execute(tx));
  await hasty.close();
  expect(told).toEqual([{ ms: expect.any(Number), sql: 'select pg_sleep(0.1), $1::text', has_failed: false }]);
});

describe('reading', () => {
  test('begins no transaction for one statement, and one for two', async () => {
    const states = await db.read(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const first = await stateOf(rows[0]!.pid);
      await sql`select 1`.execute(tx);
      return [first, await stateOf(rows[0]!.pid)];
    });
    expect(states).toEqual(['idle', 'idle in transaction']);
  });

  test('sees one moment from the second statement on', async () => {
    const counts = await db.read(async (tx) => {
      await sql`select 1`.execute(tx);
      const before = await countClients(tx);
      await addClient('Meanwhile');
      return [before, await countClients(tx)];
    });
    expect(counts[0]).toBe(counts[1]);
  });

  test('cannot write, neither with its first statement nor with a later one, and the next read is not harmed', async () => {
    const write = (tx: Tx) => sql`update client set note = 'x'`.execute(tx);
    await expect(db.read(write)).rejects.toMatchObject({ code: '25006' });
    await expect(db.read(async (tx) => [await countClients(tx), await write(tx)])).rejects.toMatchObject({ code: '25006' });
    await expect(db.read(async (tx) => [await countClients(tx), await countClients(tx), await write(tx)])).rejects.toMatchObject({
      code: '25006',
    });
    expect(await db.read(countClients)).toBeGreaterThan(0);
  });

  test('runs statements that are sent at once', async () => {
    const answers = await db.read((tx) => Promise.all([countClients(tx), countClients(tx), countClients(tx)]));
    expect(new Set(answers).size).toBe(1);
  });

  test('a fixed look-up is prepared once, and still answers when its table has got a column since', async () => {
    const { id } = await addClient('Prepared');
    const prepared = () =>
      db.read(async (tx) => (await sql<{ name: string }>`select name from pg_prepared_statements where name <> ''`.execute(tx)).rows);
    await db.read((tx) => find(tx, id));
    await db.read((tx) => find(tx, id));
    expect(await prepared()).toEqual([{ name: expect.stringMatching(/^client_by_id_\d+$/) }]);
    await ask(ownerUrlOf(url), 'alter table client add column added_tomorrow int');
    expect(await db.read((tx) => find(tx, id))).toMatchObject({ name: 'Prepared', added_tomorrow: null });
  });
});

test('a write fails once when its table has got a column since, and the next on the same connection is good', async () => {
  const { id } = await addClient('Migrated meanwhile');
  await db.write((tx) => find(tx, id));
  await ask(ownerUrlOf(url), 'alter table client add column added_the_day_after int');
  await expect(db.write((tx) => find(tx, id))).rejects.toMatchObject({ code: '0A000' });
  expect(await db.write((tx) => find(tx, id))).toMatchObject({ name: 'Migrated meanwhile', added_the_day_after: null });
});

describe('pages', () => {
  test('later pages have the rows that follow, in order and with everything they show', async () => {
    for (let n = 10; n < 20; n += 1) await addClient(`Page ${n}`);
    const page = (number: number) =>
      db.read((tx) =>
        pageOf(
          tx
            .selectFrom('client')
            .leftJoin('app_user', 'app_user.id', 'client.created_by')
            .select(['client.name', 'app_user.full_name', sql<number>`(select count(*) from job where job.client = client.id)`.as('jobs')])
            .where('client.name', 'like', 'Page %'),
          { page: number, page_size: 4 },
          [sql`client.name desc`],
        ),
      );
    const row = (n: number) => ({ name: `Page ${n}`, full_name: null, jobs: 0 });
    expect(await page(1)).toEqual({ count: 10, results: [19, 18, 17, 16].map(row) });
    expect(await page(2)).toEqual({ count: 10, results: [15, 14, 13, 12].map(row) });
    expect(await page(3)).toEqual({ count: 10, results: [11, 10].map(row) });
    expect(await page(4)).toEqual({ count: 10, results: [] });
  });

  const MANY = 12_007;
  const place = { label: sql`known_place.label`, lon: { notNull: sql`known_place.lon` } };
  async function addPlaces(): Promise<number[]> {
    await db.write((tx) =>
      sql`insert into known_place (kind, label, lon, lat, source)
        select 'address', 'Way ' || n % 7, n % 100, 46, 'pages' from generate_series(1, ${MANY}::int) n`.execute(tx),
    );
    const { rows } = await db.read((tx) =>
      sql<{ id: number }>`select id from known_place where source = 'pages' order by lon, id`.execute(tx),
    );
    return rows.map((row) => row.id);
  }

  test('of a long list are the same from whichever end they are read, and however they are found', async () => {
    const ids = await addPlaces();
    const page = (number: number, ordering: string, isSearch: boolean) =>
      db.read((tx) =>
        pageOf(
          tx.selectFrom('known_place').select(['id', 'label']).where('source', '=', 'pages'),
          { page: number, page_size: 25 },
          orderBy(ordering, place, 'lon', sql`known_place.id`),
          { isSearch },
        ),
      );
    for (const isSearch of [false, true])
      for (const number of [1, 2, 201, 202, 240, 241, 300, 480, 481]) {
        const [start, end] = [(number - 1) * 25, number * 25];
        const up = await page(number, 'lon', isSearch);
        expect([up.count, up.results.map(({ id }) => id)], `page ${number}`).toEqual([MANY, ids.slice(start, end)]);
        expect(Object.keys(up.results[0]!)).toEqual(['id', 'label']);
        const down = await page(number, '-lon', isSearch);
        expect(down.results.map(({ id }) => id)).toEqual([...ids].reverse().slice(start, end));
      }
    for (const isSearch of [false, true]) expect(await page(482, 'lon', isSearch)).toEqual({ count: MANY, results: [] });
  });
});

test('instants: what is read from PostgreSQL is what a date would say', () => {
  for (const text of [
    '2026-03-04 14:00:00+00',
    '2026-03-04 14:00:00.5+00',
    '2026-03-04 14:00:00.123456+00',
    '2026-03-04 14:00:00.12-03:30',
  ])
    expect(readInstant(text), text).toBe(new Date(text).toISOString());
});

test('lists of texts: each comes back from PostgreSQL as it was, whatever is in it', async () => {
  const text = fc.oneof(
    fc.constantFrom(null, '', 'NULL', 'Jobs User', 'IT', ' a', '{', '}', 'a,b', '"', '\\'),
    fc.string({ unit: 'binary' }).filter((any) => !any.includes('\0')),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(text, { maxLength: 5 }), { minLength: 1, maxLength: 40 }), async (lists) => {
      const columns = lists.map((list, at) => sql`${list}::text[] as ${sql.ref(`list_${at}`)}`);
      const { rows } = await db.read((tx) => sql<Record<string, unknown>>`select ${sql.join(columns)}`.execute(tx));
      expect(Object.values(rows[0]!)).toEqual(lists);
    }),
    { numRuns: 20 },
  );
});

describe('reading many rows', () => {
  const numbers = (last: number) => sql<{ n: number }>`select n from generate_series(1, ${last}::int) n order by n`;
  const collect = async (tx: Tx, last: number) => {
    const found: number[] = [];
    for await (const { n } of readRows(tx, numbers(last))) found.push(n);
    return found;
  };

  test.each([0, 1, 2000, 2001, 5000])('gives each of %i once, in order, also as the first thing that is asked', async (last) => {
    const expected = Array.from({ length: last }, (_, at) => at + 1);
    expect(await db.read((tx) => collect(tx, last))).toEqual(expected);
    expect(await db.write((tx) => collect(tx, last))).toEqual(expected);
  });

  test('two at a time, and one that is left half way, do not disturb each other', async () => {
    const pairs = await db.read(async (tx) => {
      for await (const _ of readRows(tx, numbers(5000))) break;
      const [first, second] = [readRows(tx, numbers(3000)), readRows(tx, numbers(3000))];
      const found: [number, number][] = [];
      for await (const { n } of first) found.push([n, ((await second.next()).value as { n: number }).n]);
      return found;
    });
    expect(pairs).toHaveLength(3000);
    expect(pairs.every(([a, b]) => a === b)).toBe(true);
    expect(await db.read(countClients)).toBeGreaterThanOrEqual(0);
  });

  test('says what is wrong with the query', async () => {
    const bad = sql<{ n: number }>`select 1 / (3 - n) as n from generate_series(1, 5) n`;
    await expect(db.read((tx) => readRows(tx, bad).next())).rejects.toThrow('division by zero');
    expect(await db.read((tx) => collect(tx, 3))).toEqual([1, 2, 3]);
  });
});

test('a transaction that waits for work elsewhere is not ended as idle', async () => {
  const wait = () => new Promise<string>((resolve) => setTimeout(() => resolve('done'), 900));
  const limit = sql`set local idle_in_transaction_session_timeout = 400`;
  const answers = await db.write(async (tx) => {
    await limit.execute(tx);
    const answer = await awaitOutside(tx, wait(), 50);
    return [answer, await countClients(tx)];
  });
  expect(answers).toEqual(['done', expect.any(Number)]);
});
