import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { DB } from './rows.generated.ts';

// The wire speaks integers, ISO instants and plain days; so does every row that leaves the driver.
pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1082, (text) => text);
pg.types.setTypeParser(1184, (text) => new Date(text).toISOString());

/** What a handler holds: everything it writes goes through here and is kept or dropped as one. */
export type Tx = Kysely<DB>;

export type Database = {
  /** A read-only look at the data. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A single read that needs no snapshot beyond its own: spared the two round trips of a transaction. */
  peek<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One transaction: all of it lands, or none. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const LIMITS = '-c statement_timeout=15000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=30000';

export function openPool(url: string, size: number, setRole: string | null): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    // The lesser role is taken on with the connection itself, so that no query can come before it.
    options: setRole ? `${LIMITS} -c role=${setRole}` : LIMITS,
    connectionTimeoutMillis: 10_000,
    application_name: 'dmse',
  });
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  // The same for one that dies in a handler's hands: its query fails, and that is how the handler learns of it.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

export function openDatabase(pool: pg.Pool): Database {
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    read: (work) => kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    peek: (work) => work(kysely),
    write: (work) => kysely.transaction().execute(work),
    close: () => kysely.destroy(),
  };
}

/** The database is there and answers. */
export async function ping(db: Database): Promise<void> {
  await db.read((tx) => sql`select 1`.execute(tx));
}
