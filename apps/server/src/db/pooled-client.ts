import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

const NAMED = /^select \/\* (\w+) \*\//;

/** Goes to the front of a fixed look-up, which is then prepared once per connection. The same name always stands for the same text. */
export function statementName(name: string): RawBuilder<unknown> {
  return sql.raw(`/* ${name} */`);
}

/** What PostgreSQL says where a table has got a column since the statement was prepared, as while a newer server migrates. */
const PLAN_OUTDATED = '0A000';

/**
 * Sends a statement. One that carries a name in a comment after its `select` is prepared once per connection under that name: for fixed
 * look-ups by a unique key. A search never has one, since the plan that fits every search fits none of them.
 */
async function send(client: pg.PoolClient, text: string, values: unknown[], isAlone: boolean): Promise<pg.QueryResult> {
  const name = NAMED.exec(text)?.[1];
  if (!name) return client.query(text, values);
  try {
    return await client.query({ name, text, values });
  } catch (error) {
    if (!isAlone || (error as { code?: string }).code !== PLAN_OUTDATED) throw error;
    return client.query(text, values);
  }
}

/** How Kysely begins what `read()` asks for. */
const BEGIN_READING = 'start transaction isolation level repeatable read read only';

/**
 * A pool for reading, whose connections are read-only by themselves. A transaction begins with its second statement: the first needs no
 * snapshot beyond its own, and most reads have no other, so that they are spared the two round trips.
 */
export function lazyReaders(pool: pg.Pool): PostgresPool {
  return adapt(pool, (client) => {
    let statements = 0;
    /** Null outside of a transaction, or in one that has begun. */
    let waiting: Promise<unknown> | true | null = null;
    return async (text, values) => {
      if (text === BEGIN_READING) {
        [statements, waiting] = [0, true];
        return { command: 'BEGIN', rows: [] };
      }
      if (waiting === true && (text === 'commit' || text === 'rollback')) {
        waiting = null;
        return { command: text.toUpperCase(), rows: [] };
      }
      statements += 1;
      const isAlone = waiting === true && statements === 1;
      if (waiting === true && !isAlone) waiting = client.query(BEGIN_READING);
      if (waiting !== true) await waiting;
      return send(client, text, values, isAlone);
    };
  });
}

/** A pool for writing: what it is told is what it does. */
export function plainWriters(pool: pg.Pool): PostgresPool {
  return adapt(pool, (client) => (text, values) => send(client, text, values, false));
}

type Query = (text: string, values: unknown[]) => Promise<{ command: string; rows: unknown[] }>;

function adapt(pool: pg.Pool, queryOf: (client: pg.PoolClient) => Query): PostgresPool {
  const adapted = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = adapted.get(client);
      if (known) return known;
      const made = { query: queryOf(client), release: (error?: Error) => client.release(error) } as unknown as PostgresPoolClient;
      adapted.set(client, made);
      return made;
    },
    end: () => pool.end(),
    options: pool.options,
  } as PostgresPool;
}
