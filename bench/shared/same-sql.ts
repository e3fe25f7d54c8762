import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DummyDriver, Kysely, PostgresAdapter, PostgresDialect, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import * as clients from '../../apps/server/src/areas/clients/client/client.queries.ts';
import * as contacts from '../../apps/server/src/areas/clients/contact/contact.queries.ts';
import * as jobs from '../../apps/server/src/areas/jobs/job/job.queries.ts';
import * as quotes from '../../apps/server/src/areas/jobs/quote/quote.queries.ts';
import { byHash } from '../../apps/server/src/areas/people/session/session.queries.ts';
import { openPool, type Tx } from '../../apps/server/src/db/database.ts';
import type { DB } from '../../apps/server/src/db/rows.generated.ts';

type Lister = (tx: never, filter: never) => Promise<unknown>;
const LISTS: Record<string, Lister> = {
  '/api/clients/client/': clients.list,
  '/api/clients/contact/': contacts.list,
  '/api/jobs/': (tx, filter) => jobs.list(tx, filter, new Date().toISOString().slice(0, 10)),
  '/api/jobs/quote/': quotes.list,
};

export type Statement = { text: string; values: unknown[] };

/** What the product's own query code sends for a search, noted down instead of run, so that the comparison is with the same SQL. */
export async function captureSql(path: string, filter: object): Promise<Statement[]> {
  const statements: Statement[] = [];
  const kysely = new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query: { sql, parameters } }) => {
      statements.push({ text: sql, values: [...parameters] });
    },
    plugins: [
      {
        transformQuery: ({ node }) => node,
        // A count large enough that the page is asked for too; no record is called exactly what was typed.
        transformResult: async () => ({ rows: /^\s*select 1 from/.test(statements.at(-1)?.text ?? '') ? [] : [{ count: 1_000_000 }] }),
      },
    ],
  });
  const list = LISTS[path];
  if (!list) throw new Error(`The query code of ${path} is not known here.`);
  // Every request asks whose session it is.
  await kysely.executeQuery(byHash(Buffer.alloc(32)));
  await list(kysely as never, { ...filter, page_size: 25 } as never);
  return statements;
}

/** What the product's own code sends while it answers, asked of the database itself, since each statement follows from what came before. */
export async function recordSql(dataDir: string, work: (tx: Tx) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const pool = openPool(`postgres://dmse_app@/dmse?host=${encodeURIComponent(findSocket(dataDir))}`, 1, null);
  const kysely = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query: { sql, parameters } }) => {
      statements.push({ text: sql, values: [...parameters] });
    },
  });
  try {
    // Every request asks whose session it is.
    await kysely.executeQuery(byHash(Buffer.alloc(32)));
    await work(kysely);
  } finally {
    await kysely.destroy();
  }
  return statements;
}

export type SameSql = {
  ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
  time(statements: Statement[]): Promise<number>;
  /** How long all took in one transaction, its beginning and end included, and each of them, in their order. */
  timeEach(statements: Statement[]): Promise<{ all: number; each: number[] }>;
  untilSealed(): Promise<void>;
  close(): Promise<void>;
};

/** As the server's own role; the owner of the tables may prepare what the server may not. */
export async function openSql(dataDir: string, user: 'dmse_app' | 'dmse_owner' = 'dmse_app'): Promise<SameSql> {
  // A read has no helpers in the product either.
  const client = new pg.Client({ host: findSocket(dataDir), user, database: 'dmse', options: '-c max_parallel_workers_per_gather=0' });
  // A bench that fails ends the product, and with it this connection; the failure is what is told.
  client.on('error', () => {});
  await client.connect();
  async function timeEach(statements: Statement[]): Promise<{ all: number; each: number[] }> {
    const each: number[] = [];
    const first = performance.now();
    await client.query('start transaction isolation level repeatable read read only');
    for (const { text, values } of statements) {
      const began = performance.now();
      await client.query(text, values);
      each.push(performance.now() - began);
    }
    await client.query('commit');
    return { all: performance.now() - first, each };
  }
  return {
    ask: async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows,
    time: async (statements) => (await timeEach(statements)).all,
    timeEach,
    /** Until the history of a firm that was just made is sealed: that goes on in the background, and would be measured too. */
    async untilSealed() {
      const open = 'select from history h where not exists (select from history_chain c where c.history_id = h.id) limit 1';
      while ((await client.query(open)).rowCount) await new Promise((resolve) => setTimeout(resolve, 2000));
    },
    close: () => client.end(),
  };
}

/** The postmaster writes down, in the fifth line of its pid file, where its socket lies. */
export function findSocket(dataDir: string): string {
  return readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[4] ?? '';
}
