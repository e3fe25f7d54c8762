import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { DATABASE, OWNER } from '../postgres/roles.ts';
import { findSocketFolder, socketUrl } from '../postgres/socket-folder.ts';
import { StartProblem } from '../postgres/start-problem.ts';
import { openDatabaseServer } from './database-server.ts';
import { findMode } from './mode.ts';

/** The running product's database, for a command beside it; where none runs, PostgreSQL is started for the time of the command. */
export async function reachDatabase(config: Config, say: (line: string) => void): Promise<{ ownerUrl: string; close(): Promise<void> }> {
  if (config.databaseUrl) {
    if ((await findMode(config.databaseUrl)) === null)
      throw new StartProblem('The database of DATABASE_URL is empty: give the one the product is started with.');
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
