import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config.ts';
import { DATABASE, OWNER } from '../postgres/roles.ts';
import { findSocketFolder, socketUrl } from '../postgres/socket-folder.ts';
import { StartProblem } from '../postgres/start-problem.ts';
import { openDatabaseServer } from './database-server.ts';

/** The running product's database, for a command beside it; where none runs, PostgreSQL is started for the time of the command. */
export async function reachDatabase(config: Config, say: (line: string) => void): Promise<{ ownerUrl: string; close(): Promise<void> }> {
  if (config.databaseUrl) {
    await refuseEmpty(config.databaseUrl);
    return { ownerUrl: config.databaseUrl, close: async () => {} };
  }
  // A folder named by mistake would otherwise get a database of its own.
  if (!existsSync(join(config.dataDir, 'pg')))
    throw new StartProblem(`There is no database in ${config.dataDir}: give the DATA_DIR (or DATABASE_URL) the product is started with.`);
  try {
    return await openDatabaseServer(config, say, new AbortController().signal);
  } catch (error) {
    const door = findSocketFolder(config.dataDir);
    if (!door || !(error instanceof StartProblem)) throw error;
    return { ownerUrl: socketUrl(door, OWNER, DATABASE), close: async () => {} };
  }
}

async function refuseEmpty(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ is_there: boolean }>(`select to_regclass('meta') is not null as is_there`);
    if (!rows[0]!.is_there) throw new StartProblem('The database of DATABASE_URL is empty: give the one the product is started with.');
  } finally {
    await client.end();
  }
}
