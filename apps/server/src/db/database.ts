import { type CompiledQuery, Kysely, type LogEvent, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { askOnce, lazyReaders, plainWriters } from './pooled-client.ts';
import type { DB } from './rows.generated.ts';

// The wire speaks numbers, ISO instants and plain days; so does every row that leaves the driver. Numeric columns hold quantities and
// percents of a few digits.
// The driver's list of types names no lists.
const LIST_OF_TEXTS: number = 1009;
const readAnyTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(LIST_OF_TEXTS);
pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(LIST_OF_TEXTS, readTexts);
pg.types.setTypeParser(1082, (text) => text);
pg.types.setTypeParser(1184, readInstant);
pg.types.setTypeParser(1700, Number);

/** An instant as the wire has it. What PostgreSQL writes in UTC is nearly that already; to read it as a date takes ten times as long. */
export function readInstant(text: string): string {
  const utc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text);
  return utc ? `${utc[1]}T${utc[2]}.${(utc[3] ?? '').padEnd(3, '0').slice(0, 3)}Z` : new Date(text).toISOString();
}

/** A list of texts. The driver reads it letter by letter, which for the roles of a person takes longer than all else of a short call. */
export function readTexts(text: string): (string | null)[] {
  if (text === '{}') return [];
  if (text.includes('\\') || text.includes('{', 1)) return readAnyTexts(text);
  const items = text.slice(1, -1).match(/"[^"]*"|[^,]+/g) ?? [];
  return items.map((item) => (item.startsWith('"') ? item.slice(1, -1) : item === 'NULL' ? null : item));
}

/** What a handler holds: everything it writes goes through here and is kept or dropped as one. */
export type Tx = Kysely<DB>;

export type Database = {
  /** A look at the data on a connection that cannot write. From the second statement on, all see the same moment. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One statement that stands ready, on a connection that cannot write: the one row it finds. What every call asks goes this short way. */
  lookUp<Row>(query: CompiledQuery<Row>): Promise<Row | undefined>;
  /** One transaction: all of it lands, or none. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Statements that take long are told from now on. They have places for what people entered, and nothing of that itself. */
  tellSlow(tell: (statement: SlowStatement) => void): void;
  /** How the connections are used. */
  load(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
};

export type SlowStatement = { ms: number; sql: string; has_failed: boolean };
const SLOW_MS = 1000;
const LONGEST_SQL = 2000;

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
  return guardConnections(pool);
}

function guardConnections(pool: pg.Pool): pg.Pool {
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  // The same for one that dies in a handler's hands: its query fails, and that is how the handler learns of it.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/** The same database for reading only: whatever is sent there, in a transaction or not, cannot write. */
function openReaders({ options }: pg.Pool): pg.Pool {
  // No helpers for a read: each takes milliseconds to start, and the processors are there for everybody.
  const alone = '-c max_parallel_workers_per_gather=0';
  const readOnly = `${options.options ?? ''} -c default_transaction_read_only=on -c default_transaction_isolation=repeatable\\ read ${alone}`;
  // The password is hidden from the copy of all the others.
  return guardConnections(new pg.Pool({ ...options, password: options.password, options: readOnly }));
}

export function openDatabase(pool: pg.Pool, slowMs = SLOW_MS): Database {
  let tell: (statement: SlowStatement) => void = () => {};
  const log = ({ level, query, queryDurationMillis: ms }: Pick<LogEvent, 'level' | 'query' | 'queryDurationMillis'>) => {
    if (ms < slowMs) return;
    tell({ ms: Math.round(ms), sql: query.sql.replace(/\s+/g, ' ').slice(0, LONGEST_SQL), has_failed: level === 'error' });
  };
  const writers = new Kysely<DB>({ log, dialect: new PostgresDialect({ pool: plainWriters(pool) }) });
  const readingPool = openReaders(pool);
  const readers = new Kysely<DB>({ log, dialect: new PostgresDialect({ pool: lazyReaders(readingPool) }) });
  return {
    tellSlow(to) {
      tell = to;
    },
    async lookUp<Row>(query: CompiledQuery<Row>) {
      const began = performance.now();
      const { rows } = await askOnce(readingPool, query.sql, query.parameters);
      log({ level: 'query', query, queryDurationMillis: performance.now() - began });
      return rows[0] as Row | undefined;
    },
    read: (work) => readers.connection().execute(work),
    write: (work) => writers.transaction().execute(work),
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => void (await Promise.all([writers.destroy(), readers.destroy()])),
  };
}

/**
 * Waits within a transaction for work that is done elsewhere. Meanwhile the database is asked something now and then: a transaction that
 * stands idle is ended by it.
 */
export async function awaitOutside<T>(tx: Tx, work: Promise<T>, everyMs = 10_000): Promise<T> {
  const timer = setInterval(() => void sql`select 1`.execute(tx).catch(() => {}), everyMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** The database is there and answers. */
export async function ping(db: Database): Promise<void> {
  await db.read((tx) => sql`select 1`.execute(tx));
}
