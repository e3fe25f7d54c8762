import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database, Tx } from '../db/database.ts';
import type { DB } from '../db/rows.generated.ts';
import { cloneCommand, databaseUrl, TEMPLATE } from './cluster.ts';

let made: Promise<string> | null = null;

/** This worker's own database, cloned from the template once. Answers the address of the run-time role. */
export function workerDatabaseUrl(): Promise<string> {
  made ??= cloneDatabase(`dmse_test_worker_${process.env.VITEST_POOL_ID ?? '0'}_${process.pid}`);
  return made;
}

/** A database of one's own, for stories that really commit. Answers the address of the run-time role. */
export async function cloneDatabase(name: string): Promise<string> {
  const adminUrl = inject('adminUrl');
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(cloneCommand(name, TEMPLATE));
  } finally {
    await admin.end();
  }
  return databaseUrl(adminUrl, name, 'dmse_app');
}

export function ownerUrlOf(appUrl: string): string {
  return appUrl.replace('dmse_app@', 'dmse_owner@');
}

export type RollbackDatabase = Database & { begin(): Promise<void>; rollback(): Promise<void>; tx(): Tx };

/**
 * A database whose every transaction is a savepoint inside one that the test rolls back. Deferred constraints are checked where the
 * real thing would commit, and calls take turns, as they share the connection. A read has nothing to take back; one that the database
 * itself refuses ends the test's transaction, and everything after it fails.
 */
export function createRollbackDatabase(url: string): RollbackDatabase {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  let outer: Awaited<ReturnType<ReturnType<typeof kysely.startTransaction>['execute']>> | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  function takeTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work, work);
    turn = mine.catch(() => {});
    return mine;
  }
  function begun(): Tx {
    if (!outer) throw new Error('begin() first.');
    return outer as unknown as Tx;
  }
  async function inSavepoint<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const tx = begun();
    await sql`savepoint request; set constraints all deferred`.execute(tx);
    try {
      const result = await work(tx);
      await sql`set constraints all immediate; set constraints all deferred; release savepoint request`.execute(tx);
      return result;
    } catch (error) {
      await sql`rollback to savepoint request`.execute(tx);
      throw error;
    }
  }
  return {
    lookUp: (query) => takeTurn(async () => (await begun().executeQuery(query)).rows[0]),
    read: (work) => takeTurn(async () => work(begun())),
    write: (work) => takeTurn(() => inSavepoint(work)),
    tellSlow() {},
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => kysely.destroy(),
    tx: () => outer as unknown as Tx,
    async begin() {
      outer = await kysely.startTransaction().execute();
    },
    async rollback() {
      await outer?.rollback().execute();
      outer = null;
    },
  };
}
