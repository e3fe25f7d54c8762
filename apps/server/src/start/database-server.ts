import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config.ts';
import { takeDataLock } from '../postgres/data-lock.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { StartProblem } from '../postgres/start-problem.ts';
import { keepWalIn } from '../postgres/wal-settings.ts';
import { lookAtDatabase, whyNotUse } from './given-database.ts';

/** Where the data lives: our own PostgreSQL in the data folder, or the one DATABASE_URL names. */
export type DatabaseServer = {
  isEmbedded: boolean;
  ownerUrl: string;
  appUrl: string;
  /** The lesser role to step down to, where one login serves both. */
  setRole: string | null;
  announce(address: string): void;
  close(): Promise<void>;
};

export async function openDatabaseServer(config: Config, say: (line: string) => void, asked: AbortSignal): Promise<DatabaseServer> {
  return config.databaseUrl ? openGiven(config.databaseUrl, config.databaseAppUrl) : openEmbedded(config, say, asked);
}

async function openEmbedded({ dataDir, backup }: Config, say: (line: string) => void, asked: AbortSignal): Promise<DatabaseServer> {
  const lock = takeDataLock(dataDir);
  try {
    const log = join(dataDir, 'wal');
    if (backup.days !== null) mkdirSync(log, { recursive: true, mode: 0o700 });
    const embedded = await startEmbedded({ dataDir, say, asked, settings: backup.days === null ? {} : keepWalIn(log) });
    const close = async () => {
      await embedded.stop().finally(() => lock.release());
    };
    return { isEmbedded: true, ownerUrl: embedded.ownerUrl, appUrl: embedded.appUrl, setRole: null, announce: lock.announce, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openGiven(ownerUrl: string, appUrl: string | null): Promise<DatabaseServer> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const why = whyNotUse(await lookAtDatabase(client), appUrl !== null);
    if (why) throw new StartProblem(why);
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw new StartProblem(`The database of DATABASE_URL cannot be used: ${explainConnection(error as Error & { code?: string })}`);
  } finally {
    await client.end().catch(() => {});
  }
  return {
    isEmbedded: false,
    ownerUrl,
    appUrl: appUrl ?? ownerUrl,
    setRole: appUrl ? null : 'dmse_app',
    announce: () => {},
    close: async () => {},
  };
}

function explainConnection(error: Error & { code?: string }): string {
  if (error.code === 'ECONNREFUSED') return 'nothing listens at that address.';
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') return 'there is no host of that name.';
  if (error.code === '28P01' || error.code === '28000') return 'the user name or password is not accepted.';
  if (error.code === '3D000') return 'there is no database of that name; create it first.';
  return `${error.message.replace(/\.$/, '')}.`;
}
