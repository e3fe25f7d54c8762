import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { cloneDatabase, ownerUrlOf } from '../../testing/test-database.ts';
import { listMigrations, migrate } from '../migrate.ts';
import { generateRows } from './generate-rows.ts';
import { printSchema } from './schema-text.ts';

const SCHEMA = new URL('../../../../../db/schema.sql', import.meta.url);
const ROWS = new URL('../rows.generated.ts', import.meta.url);

/** A copy: while somebody is in the template itself, no other test can clone it. */
let appUrl: string;
let ownerUrl: string;
beforeAll(async () => {
  appUrl = await cloneDatabase('dmse_test_printed');
  ownerUrl = ownerUrlOf(appUrl);
});

const HINT = 'run: node apps/server/src/db/print/print.ts';

it('db/schema.sql is what the migrations give', async () => {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    expect(await printSchema(client), HINT).toBe(await readFile(SCHEMA, 'utf8'));
  } finally {
    await client.end();
  }
});

it('the row types are what the migrations give', async () => {
  expect(await generateRows(ownerUrl), HINT).toBe(await readFile(ROWS, 'utf8'));
});

it('a second migration of the same database does nothing', async () => {
  expect((await listMigrations()).length).toBeGreaterThan(0);
  expect(await migrate(ownerUrl)).toEqual([]);
});

it('the run-time role may not rewrite history, and is no superuser', async () => {
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  try {
    for (const text of [
      'update history set action = action',
      'delete from history',
      'delete from app_user',
      'drop table client',
      'update meta set value = value',
    ]) {
      await expect(client.query(text), text).rejects.toThrow(/permission denied|must be owner/);
    }
    const { rows } = await client.query(`select rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user`);
    expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }]);
  } finally {
    await client.end();
  }
});
