import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { databaseUrl } from '../testing/cluster.ts';
import { ask } from '../testing/empty-database.ts';
import { type GivenDatabase, lookAtDatabase, whyNotUse } from './given-database.ts';

const FINE: GivenDatabase = {
  version: 18,
  database: 'firm',
  login: 'dmse',
  tables: [],
  is_ours: false,
  has_app_role: false,
  may_create_role: true,
  may_become_app: false,
  may_create_in_schema: true,
  may_create_in_database: true,
};

describe('why a database cannot be used', () => {
  test.each<[string, Partial<GivenDatabase>, RegExp | null]>([
    ['an empty one', {}, null],
    ['one of ours', { tables: ['client', 'migration'], is_ours: true }, null],
    ['one whose first start was cut off', { tables: ['migration'] }, null],
    ['an old PostgreSQL', { version: 14 }, /PostgreSQL 14; version 15 or newer/],
    ["another program's", { tables: ['client', 'migration', 'orders'] }, /belongs to another program \(it holds client, orders\)/],
    ['a login that may not create tables', { may_create_in_schema: false }, /"grant create on schema public to dmse"/],
    ['a login that may not create schemas', { may_create_in_database: false }, /"grant create on database firm to dmse"/],
    ['a login that may not create roles', { may_create_role: false }, /"alter role dmse createrole"/],
    ['a role that is not lent to the login', { has_app_role: true }, /"grant dmse_app to dmse"/],
    ['a role that is', { has_app_role: true, may_become_app: true, may_create_role: false }, null],
  ])('%s', (_name, differs, words) => {
    const why = whyNotUse({ ...FINE, ...differs }, false);
    if (words) expect(why).toMatch(words);
    else expect(why).toBeNull();
  });

  test('a role with a login of its own need not be lent', () => {
    expect(whyNotUse({ ...FINE, has_app_role: true }, true)).toBeNull();
  });
});

describe('a look at a real one', () => {
  const name = `dmse_test_given_${process.pid}`;
  const login = `dmse_guest_${process.pid}`;
  const adminUrl = inject('adminUrl');
  const ownerUrl = databaseUrl(adminUrl, name, 'dmse_owner');
  const guestUrl = databaseUrl(adminUrl, name, login);
  const look = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await lookAtDatabase(client);
    } finally {
      await client.end();
    }
  };
  beforeAll(async () => {
    await ask(adminUrl, `create database ${name} owner dmse_owner template template0 encoding 'UTF8' locale 'C'`);
    await ask(adminUrl, `create role ${login} login`);
  });
  afterAll(async () => {
    await ask(adminUrl, `drop database ${name} with (force)`);
    await ask(adminUrl, `drop role ${login}`);
  });

  test('empty, and what a guest may not do there', async () => {
    expect(await look(ownerUrl)).toMatchObject({ database: name, tables: [], is_ours: false, may_create_in_schema: true });
    expect(await look(guestUrl)).toMatchObject({
      login,
      may_create_role: false,
      may_create_in_schema: false,
      may_create_in_database: false,
    });
  });

  test('a table of an extension is nobody’s; any other is a stranger’s, also one called migration', async () => {
    await ask(adminUrl.replace(/\/postgres\?/, `/${name}?`), 'create extension if not exists pg_stat_statements').catch(() => {});
    expect((await look(ownerUrl)).tables).toEqual([]);
    await ask(ownerUrl, 'create table orders (id int)');
    await ask(ownerUrl, 'create table migration (id int, batch int)');
    expect(await look(ownerUrl)).toMatchObject({ tables: ['migration', 'orders'], is_ours: false });
    expect(whyNotUse(await look(ownerUrl), true)).toMatch(/belongs to another program/);
    await ask(ownerUrl, 'drop table orders, migration');
  });

  test('ours is known again, and one from a newer DMSE is refused with a sentence and left as it is', async () => {
    await migrate(ownerUrl);
    expect(await look(ownerUrl)).toMatchObject({ is_ours: true });
    await ask(ownerUrl, `insert into migration (name) values ('9999_tomorrow.sql')`);
    await expect(migrate(ownerUrl)).rejects.toMatchObject({
      name: 'StartProblem',
      message: expect.stringMatching(/newer version of DMSE \(it holds 9999_tomorrow\.sql\)/),
    });
  });
});
