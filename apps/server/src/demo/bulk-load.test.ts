import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase, openPool } from '../db/database.ts';
import { ask, createEmptyDatabase } from '../testing/empty-database.ts';
import { beginAnew, dropAside, vacuumAll, withoutIndexes } from './bulk-load.ts';

const TABLES = ['job', 'time_entry', 'wip_line', 'journal', 'invoice_revision'];

/** What keeps the rows of every table in order, and whether it is switched on. */
const GUARDS = `
  select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) || convalidated as says from pg_constraint where contype <> 'n'
  union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
  union all select 'public', relname, relkind::text from pg_class where relnamespace = 'public'::regnamespace
  order by 1, 2, 3`;

let ownerUrl: string;
beforeAll(async () => {
  ({ ownerUrl } = await createEmptyDatabase('bulk'));
});

test('tables that were filled in bulk have every reference, index and trigger they had', async () => {
  const before = await ask(ownerUrl, GUARDS);
  const db = openDatabase(openPool(ownerUrl, 1, null));
  try {
    await db.write((tx) =>
      withoutIndexes(tx, TABLES, async () => {
        await beginAnew(tx, TABLES);
        await sql`create unlogged table demo_some as select 1 as id`.execute(tx);
        await dropAside(tx);
      }),
    );
  } finally {
    await db.close();
  }
  expect(await ask(ownerUrl, GUARDS)).toEqual(before);
  await expect(ask(ownerUrl, 'truncate wip_line')).rejects.toThrow();
});

test('tables are all looked at afterwards, by whatever PostgreSQL it is', async () => {
  await vacuumAll(ownerUrl);
  const unseen = `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples < 0`;
  expect(await ask(ownerUrl, unseen)).toEqual([]);
});
