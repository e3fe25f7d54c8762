import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { databaseUrl } from './cluster.ts';

/** A database that has been migrated and holds nothing yet, as at a first start. Answers the addresses of both roles. */
export async function createEmptyDatabase(name: string): Promise<{ ownerUrl: string; appUrl: string }> {
  const adminUrl = inject('adminUrl');
  const full = `dmse_test_${name}_${process.pid}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`drop database if exists ${full} with (force)`);
    await admin.query(`create database ${full} owner dmse_owner template template0 encoding 'UTF8' locale 'C'`);
  } finally {
    await admin.end();
  }
  const ownerUrl = databaseUrl(adminUrl, full, 'dmse_owner');
  await migrate(ownerUrl);
  return { ownerUrl, appUrl: databaseUrl(adminUrl, full, 'dmse_app') };
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
