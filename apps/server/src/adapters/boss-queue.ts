import { createHash } from 'node:crypto';
import pg from 'pg';
import { type Db, fromKysely, PgBoss } from 'pg-boss';
import bossPackage from 'pg-boss/package.json' with { type: 'json' };
import { DEAD_LETTERS, QUEUES, SCHEDULES } from '../background/queues.ts';
import { openPool } from '../db/database.ts';
import type { Job, WorkLog, WorkQueue } from './queue.ts';

const GRACE_MS = 30_000;
/** Somebody waits for a job that is sent by itself; many at once are done when there is time. */
const AFTER_SINGLE_JOBS = -1;

/** pg-boss on connections of the lesser role. The tables are there already: `installQueue` made them as the owner. */
export function createBossQueue({ url, setRole = null }: { url: string; setRole?: string | null }): WorkQueue {
  const pool = openPool(url, 4, setRole);
  let sender: Promise<PgBoss> | null = null;

  /** Started with the first job that is sent: the server listens before its database is ready. */
  function openSender(): Promise<PgBoss> {
    sender ??= startBoss(pool, false, () => {}).catch((error) => {
      sender = null;
      throw error;
    });
    return sender;
  }

  return {
    async send(tx, queue, data, key) {
      const boss = await openSender();
      await boss.send(queue, data, { db: fromKysely(tx), ...(key === undefined ? {} : { singletonKey: key }) });
    },
    async sendAll(tx, queue, jobs) {
      if (jobs.length === 0) return;
      const boss = await openSender();
      await boss.insert(
        queue,
        jobs.map(({ data, key }) => ({ data, singletonKey: key, priority: AFTER_SINGLE_JOBS })),
        { db: fromKysely(tx) },
      );
    },
    async retry(tx, queue, id) {
      const boss = await openSender();
      const { affected } = (await boss.retry(queue, id, { db: fromKysely(tx) })) as { affected?: number };
      return affected === 1;
    },
    async openWorker(log, leave) {
      const boss = await startBoss(pool, true, (error) => log.error({ reason: error.message }, 'queue failed'));
      boss.on('warning', (warning) => log.warn({ reason: warning.message }, 'queue warning'));
      return {
        work: async (queue, everySeconds, handle) => {
          if (!leave.includes(queue)) await work(boss, log, queue, everySeconds, handle);
        },
        stop: () => boss.stop({ graceful: true, timeout: GRACE_MS }),
      };
    },
    async close() {
      await (await sender)?.stop({ graceful: false });
      await pool.end();
    },
  };
}

async function startBoss(pool: pg.Pool, works: boolean, onError: (error: Error) => void): Promise<PgBoss> {
  const boss = new PgBoss({
    db: asDb(pool),
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    schedule: works,
    supervise: works,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    maintenanceIntervalSeconds: 3600,
    // Rebuilding indexes is the owner's business, and so is the vacuum.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', onError);
  return boss.start();
}

async function work<T extends object>(
  boss: PgBoss,
  log: WorkLog,
  queue: string,
  everySeconds: number,
  handle: (job: Job<T>) => Promise<void>,
): Promise<void> {
  const worker = await boss.work<T, void, { pollingIntervalSeconds: number; includeMetadata: true }>(
    queue,
    { pollingIntervalSeconds: everySeconds, includeMetadata: true },
    async ([job]) => {
      if (!job) return;
      try {
        await handle({ id: job.id, data: job.data, signal: job.signal, source: job.sourceName });
      } catch (error) {
        log.warn({ queue, job: job.id, tries: job.retryCount + 1, reason: (error as Error).message }, 'job failed');
        throw error;
      } finally {
        // Where there was one job there may be more: look again at once, and only then by the clock.
        boss.notifyWorker(worker);
      }
    },
  );
}

/** The rest of the server reads instants as text; pg-boss expects dates. */
const BOSS_TYPES = {
  getTypeParser: (oid: number, format?: 'text') => (oid === 1184 ? (text: string) => new Date(text) : pg.types.getTypeParser(oid, format)),
};

function asDb(pool: pg.Pool): Db {
  return { executeSql: (text, values) => pool.query({ text, values, types: BOSS_TYPES as pg.CustomTypesConfig }) };
}

const INSTALL_LOCK = 712_004_412;

/** Changes whenever the tables or the plans in work/queues.ts do. */
const FINGERPRINT = createHash('sha256')
  .update(JSON.stringify([bossPackage.version, QUEUES, SCHEDULES]))
  .digest('hex')
  .slice(0, 16);

/** Makes or brings up to date the queue's own schema, as the owner. Where all is as it should be this is one question. */
export async function installQueue(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  // A connection that is lost fails the query in hand; it must not end the process besides.
  owner.on('error', () => {});
  await owner.connect();
  try {
    const isCurrent = async () => {
      const { rows } = await owner.query(`select obj_description(oid, 'pg_namespace') as mark from pg_namespace where nspname = 'pgboss'`);
      return rows[0]?.mark === FINGERPRINT;
    };
    if (await isCurrent()) return;
    await owner.query('select pg_advisory_lock($1)', [INSTALL_LOCK]);
    if (await isCurrent()) return;
    await installSchema(ownerUrl);
    await owner.query(`
      grant usage on schema pgboss to dmse_app;
      grant select, insert, update, delete on all tables in schema pgboss to dmse_app;
      grant usage on all sequences in schema pgboss to dmse_app;
      grant execute on all functions in schema pgboss to dmse_app;
      comment on schema pgboss is '${FINGERPRINT}';`);
  } finally {
    await owner.end();
  }
}

async function installSchema(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    max: 2,
    schema: 'pgboss',
    schedule: false,
    supervise: false,
    bamIntervalSeconds: 10,
  });
  let trouble: Error | null = null;
  boss.on('error', (error) => {
    trouble = error;
  });
  await boss.start();
  try {
    const { [DEAD_LETTERS]: deadLetters, ...others } = QUEUES;
    for (const [name, { says: _, ...plan }] of Object.entries({ [DEAD_LETTERS]: deadLetters, ...others })) {
      await boss.createQueue(name, plan);
      const { policy: __, ...changeable } = plan;
      await boss.updateQueue(name, changeable);
    }
    for (const { queue, cron, missed } of SCHEDULES) await boss.schedule(queue, cron, null, { missed });
    await waitForIndexes(boss);
    if (trouble) throw trouble;
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** An update of pg-boss may build indexes after the fact; they are the owner's to build, so they are waited for here. */
async function waitForIndexes(boss: PgBoss): Promise<void> {
  for (let waited = 0; waited < 300; waited += 1) {
    const left = (await boss.getBamStatus()).filter(({ status, count }) => count > 0 && status !== 'completed');
    if (left.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
