import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

const NAMED = /^\s*select \/\* (\w+) \*\//;

/** Goes to the front of a fixed look-up, which is then prepared once per connection. The same name always stands for the same text. */
export function statementName(name: string): RawBuilder<unknown> {
  return sql.raw(`/* ${name} */`);
}

/** What PostgreSQL says where a table has got a column since the statement was prepared, as while a newer server migrates. */
const PLAN_OUTDATED = '0A000';
/** Goes up when a plan is found outdated: from then on every connection prepares its statements anew, under new names. */
let generation = 0;

/**
 * Sends a statement. One that carries a name in a comment after its `select` is prepared once per connection under that name: for fixed
 * look-ups by a unique key. A search never has one, since the plan that fits every search fits none of them. Where the plan is outdated, a
 * statement that stands alone is sent again; a transaction has failed by then, and whoever asked for it asks again.
 */
async function send(client: pg.PoolClient, text: string, values: readonly unknown[], isAlone: boolean): Promise<pg.QueryResult> {
  const name = NAMED.exec(text)?.[1];
  if (!name) return client.query(text, [...values]);
  const prepared = generation;
  try {
    return await client.query({ name: `${name}_${prepared}`, text, values: [...values] });
  } catch (error) {
    if ((error as { code?: string }).code !== PLAN_OUTDATED) throw error;
    if (generation === prepared) generation += 1;
    if (!isAlone) throw error;
    return client.query(text, [...values]);
  }
}

/** One statement alone on any connection of a pool. */
export async function askOnce(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
  const client = await pool.connect();
  try {
    return await send(client, text, values, true);
  } finally {
    client.release();
  }
}

const BEGIN_READING = 'start transaction isolation level repeatable read read only';

/**
 * A pool for reading, whose connections are read-only by themselves. From being taken until it is given back, a connection is one look at
 * the data. A transaction begins with its second statement: the first needs no snapshot beyond its own, and most looks have no other, so
 * that they are spared the two round trips.
 */
export function lazyReaders(pool: pg.Pool): PostgresPool {
  return adapt(pool, (client) => {
    let statements = 0;
    let begun: Promise<unknown> | null = null;
    return {
      async query(text, values) {
        statements += 1;
        const isAlone = statements === 1;
        if (!isAlone && !begun) begun = client.query(BEGIN_READING);
        await begun;
        return send(client, text, values, isAlone);
      },
      release(error) {
        const end = begun;
        [statements, begun] = [0, null];
        if (!end || error) return client.release(error);
        // Nobody waits for the end of what has only read. Where a statement has failed, this rolls back.
        client.query('commit').then(() => client.release(), client.release.bind(client));
      },
    };
  });
}

/** A pool for writing: what it is told is what it does. */
export function plainWriters(pool: pg.Pool): PostgresPool {
  return adapt(pool, (client) => ({
    query: (text, values) => send(client, text, values, false),
    release: (error) => client.release(error),
  }));
}

type Adapted = {
  query: (text: string, values: unknown[]) => Promise<{ command: string; rows: unknown[] }>;
  release: (error?: Error) => void;
};

function adapt(pool: pg.Pool, adaptClient: (client: pg.PoolClient) => Adapted): PostgresPool {
  const adapted = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = adapted.get(client);
      if (known) return known;
      const made = adaptClient(client) as PostgresPoolClient;
      adapted.set(client, made);
      return made;
    },
    end: () => pool.end(),
    options: pool.options,
  } as PostgresPool;
}
