import pg from 'pg';
import type { Config } from '../config.ts';
import { takeDataLock } from '../db/embedded/data-lock.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { StartProblem } from '../db/embedded/start-problem.ts';

const OLDEST = 15;

/** Where the data lives: our own PostgreSQL in the data folder, or the one DATABASE_URL names. */
export type House = {
  isEmbedded: boolean;
  ownerUrl: string;
  appUrl: string;
  /** The lesser role to step down to, where one login serves both. */
  setRole: string | null;
  announce(address: string): void;
  close(): Promise<void>;
};

export async function openHouse(config: Config, say: (line: string) => void): Promise<House> {
  return config.databaseUrl ? openGiven(config.databaseUrl, config.databaseAppUrl) : openEmbedded(config.dataDir, say);
}

async function openEmbedded(dataDir: string, say: (line: string) => void): Promise<House> {
  const lock = takeDataLock(dataDir);
  try {
    const embedded = await startEmbedded({ dataDir, say });
    const close = async () => {
      await embedded.stop();
      lock.release();
    };
    return { isEmbedded: true, ownerUrl: embedded.ownerUrl, appUrl: embedded.appUrl, setRole: null, announce: lock.announce, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openGiven(ownerUrl: string, appUrl: string | null): Promise<House> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ number: string }>(`select current_setting('server_version_num') as number`);
    const major = Math.floor(Number(rows[0]?.number ?? 0) / 10_000);
    if (major < OLDEST) throw new StartProblem(`DATABASE_URL leads to PostgreSQL ${major}; version ${OLDEST} or newer is needed.`);
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
