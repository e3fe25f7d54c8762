import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { StartProblem } from '../postgres/start-problem.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

/** A number nobody else uses, so that two servers starting at once migrate one after the other. */
const MIGRATION_LOCK = 712_004_411;

export async function listMigrations(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => /^\d{4}_[\w-]+\.sql$/.test(name)).sort();
}

/**
 * Brings a database up to the newest migration, as its owner. Each file runs in a transaction of its own together with the row
 * that says it ran, so a crash leaves a whole number of migrations behind. A database from a newer product is refused. `wanted` stops
 * at what a backup was taken from.
 */
export async function migrate(ownerUrl: string, wanted?: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  // A connection that is lost fails the query in hand; it must not end the process besides.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query('create table if not exists migration (name text primary key, ran_on timestamptz not null default now())');
    const done = new Set((await client.query<{ name: string }>('select name from migration')).rows.map((row) => row.name));
    const known = await listMigrations();
    const newer = [...done, ...(wanted ?? [])].filter((name) => !known.includes(name)).sort();
    if (newer.length > 0) {
      throw new StartProblem(
        `This database was written by a newer version of DMSE (it holds ${newer.at(-1)}): start that version or a later one. Nothing was changed.`,
      );
    }
    const missing = known.filter((name) => !done.has(name) && (wanted?.includes(name) ?? true));
    for (const name of missing) await runMigration(client, name);
    return missing;
  } finally {
    await client.end();
  }
}

async function runMigration(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(new URL(name, FOLDER), 'utf8');
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into migration (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {}); // where the connection is gone, so is the transaction
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
