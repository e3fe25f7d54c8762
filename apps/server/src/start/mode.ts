import pg from 'pg';
import type { Config, Mode } from '../config.ts';
import { StartProblem } from '../postgres/start-problem.ts';
import type { DatabaseServer } from './database-server.ts';

/** What the database is; null where nothing has been made of it yet. */
export async function findMode(ownerUrl: string): Promise<Mode | null> {
  const client = new pg.Client({ connectionString: ownerUrl });
  // A connection that is lost fails the query in hand; it must not end the process besides.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('public.meta') is not null as exists`);
    if (!rows[0]?.exists) return null;
    const mode = await client.query<{ value: Mode }>(`select value from meta where key = 'mode'`);
    return mode.rows[0]?.value ?? null;
  } finally {
    await client.end();
  }
}

/**
 * Demo or firm: written into the database at its first start, and never changed. Demo passwords can so never reach a firm's data: an
 * empty database that somebody named by DATABASE_URL must be told what it is to become.
 */
export async function decideMode(config: Config, database: DatabaseServer): Promise<{ mode: Mode; isFirstStart: boolean }> {
  const mode = await findMode(database.ownerUrl);
  const { askedMode } = config;
  if (mode === null) {
    if (askedMode === null && !database.isEmbedded) {
      throw new StartProblem(
        'This database is empty. Say what it shall become: DMSE_MODE=firm for real work, DMSE_MODE=demo for the demo firm.',
      );
    }
    return { mode: askedMode ?? 'demo', isFirstStart: true };
  }
  if (askedMode !== null && askedMode !== mode) {
    const words = { demo: 'the demo firm', firm: "a firm's own data" };
    throw new StartProblem(
      `This database holds ${words[mode]} and was asked to start as ${words[askedMode]}. Use another DATA_DIR or DATABASE_URL for that.`,
    );
  }
  return { mode, isFirstStart: false };
}
