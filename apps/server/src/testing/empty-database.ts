import pg from 'pg';
import { inject } from 'vitest';
import { cloneCommand, databaseUrl, EMPTY } from './cluster.ts';

/** A database that has been migrated and holds nothing yet, as at a first start. Answers the addresses of both roles. */
export async function createEmptyDatabase(name: string): Promise<{ ownerUrl: string; appUrl: string }> {
  const adminUrl = inject('adminUrl');
  const full = `dmse_test_${name}_${process.pid}`;
  await ask(adminUrl, `drop database if exists ${full} with (force)`);
  await ask(adminUrl, cloneCommand(full, EMPTY));
  return { ownerUrl: databaseUrl(adminUrl, full, 'dmse_owner'), appUrl: databaseUrl(adminUrl, full, 'dmse_app') };
}

/** Asks the database something as its owner. */
export async function ask<T extends pg.QueryResultRow>(ownerUrl: string, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}
