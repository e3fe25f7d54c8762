import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase, openPool } from '../db/database.ts';
import { cloneDatabase, ownerUrlOf } from '../testing/test-database.ts';
import { until } from '../testing/until.ts';
import { createBossQueue, installQueue } from './boss-queue.ts';
import type { QueueWorker, WorkLog, WorkQueue } from './queue.ts';

const SILENT: WorkLog = { info: () => {}, warn: () => {}, error: () => {} };

let url: string;
let db: Database;
let queue: WorkQueue;
let owner: pg.Client;
const open: (() => Promise<void>)[] = [];

beforeAll(async () => {
  url = await cloneDatabase('dmse_test_queue');
  db = openDatabase(openPool(url, 5, null));
  queue = createBossQueue({ url });
  owner = new pg.Client({ connectionString: ownerUrlOf(url) });
  await owner.connect();
});
afterAll(async () => {
  for (const close of open.reverse()) await close();
  await queue.close();
  await db.close();
  await owner.end();
});

async function openWorker(leave: readonly string[] = []): Promise<QueueWorker> {
  const side = createBossQueue({ url });
  const worker = await side.openWorker(SILENT, leave);
  open.push(async () => {
    await worker.stop();
    await side.close();
  });
  return worker;
}

async function jobs(name: string): Promise<{ id: string; state: string; data: unknown }[]> {
  return (await owner.query('select id, state, data from pgboss.job where name = $1 order by created_on', [name])).rows;
}

describe('a job', () => {
  test('is done after its transaction has ended well, and never for one that did not', async () => {
    await db.write((tx) => queue.send(tx, 'thumbnail', { file: 1 }));
    await expect(
      db.write(async (tx) => {
        await queue.send(tx, 'thumbnail', { file: 2 });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect((await jobs('thumbnail')).map((job) => job.data)).toEqual([{ file: 1 }]);
    await owner.query(`delete from pgboss.job where name = 'thumbnail'`);
  });

  test('that is sent by itself is done before many that were sent at once', async () => {
    await db.write((tx) =>
      queue.sendAll(
        tx,
        'scan',
        [1, 2].map((scan) => ({ data: { scan }, key: String(scan) })),
      ),
    );
    await db.write((tx) => queue.send(tx, 'scan', { scan: 3 }, '3'));
    const done: number[] = [];
    await (await openWorker()).work<{ scan: number }>('scan', 1, async ({ data }) => void done.push(data.scan));
    await until(() => done.length === 3);
    expect(done[0]).toBe(3);
  });

  test('of a key that still waits is not added a second time; of another key it is', async () => {
    await db.write(async (tx) => {
      await queue.send(tx, 'thumbnail', { file: 1 }, '1');
      await queue.send(tx, 'thumbnail', { file: 1 }, '1');
      await queue.send(tx, 'thumbnail', { file: 2 }, '2');
    });
    expect(await jobs('thumbnail')).toHaveLength(2);
    await owner.query(`delete from pgboss.job where name = 'thumbnail'`);
  });

  test('is done by one of several processes, once, and by none that leaves its queue to others', async () => {
    const done: number[] = [];
    const left: number[] = [];
    await (await openWorker(['mail'])).work<{ mail: number }>('mail', 0.5, async ({ data }) => void left.push(data.mail));
    for (let process = 0; process < 3; process += 1) {
      const worker = await openWorker();
      await worker.work<{ mail: number }>('mail', 0.5, async ({ data }) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        done.push(data.mail);
      });
    }
    const wanted = Array.from({ length: 60 }, (_, index) => index);
    await db.write(async (tx) => {
      for (const mail of wanted) await queue.send(tx, 'mail', { mail }, String(mail));
    });
    await until(async () => (await jobs('mail')).every((job) => job.state === 'completed'));
    expect(done.sort((a, b) => a - b)).toEqual(wanted);
    expect(left).toEqual([]);
  });

  test('that fails is tried again; after its last try it is a dead letter, and can be given one more', async () => {
    let fails = true;
    const tried: string[] = [];
    const dead: unknown[] = [];
    const worker = await openWorker();
    await worker.work('nightly', 0.5, async ({ id }) => {
      tried.push(id);
      if (fails) throw new Error('not tonight');
    });
    await worker.work('dead-letter', 0.5, async ({ source, data }) => void dead.push({ source, data }));
    await db.write((tx) => queue.send(tx, 'nightly', { night: 1 }));
    const hurry = () => owner.query(`update pgboss.job set start_after = now() where name = 'nightly' and state = 'retry'`);
    await until(async () => {
      await hurry();
      return dead.length === 1;
    });
    expect(tried).toHaveLength(4);
    expect(dead).toEqual([{ source: 'nightly', data: { night: 1 } }]);
    const [job] = await jobs('nightly');
    expect(job?.state).toBe('failed');

    fails = false;
    expect(await db.write((tx) => queue.retry(tx, 'nightly', job!.id))).toBe(true);
    await until(async () => (await jobs('nightly'))[0]?.state === 'completed');
    expect(tried).toHaveLength(5);
    expect(await db.write((tx) => queue.retry(tx, 'nightly', job!.id))).toBe(false);
  });

  test('in hand is finished before a worker stops', async () => {
    const side = createBossQueue({ url });
    const worker = await side.openWorker(SILENT, []);
    let isStarted = false;
    let isDone = false;
    await worker.work('thumbnail', 0.5, async () => {
      isStarted = true;
      await new Promise((resolve) => setTimeout(resolve, 700));
      isDone = true;
    });
    await db.write((tx) => queue.send(tx, 'thumbnail', { file: 9 }));
    await until(() => isStarted);
    await worker.stop();
    await side.close();
    expect(isDone).toBe(true);
    expect((await jobs('thumbnail')).map((job) => job.state)).toEqual(['completed']);
  });
});

describe('the tables of the queue', () => {
  test('are made by the owner, and when all is there it is one question', async () => {
    const before = (await owner.query(`select xmin::text from pgboss.queue order by name`)).rows;
    await installQueue(ownerUrlOf(url));
    expect((await owner.query(`select xmin::text from pgboss.queue order by name`)).rows).toEqual(before);
  });

  test('are brought up to date when a plan has changed', async () => {
    await owner.query(`comment on schema pgboss is 'older'; update pgboss.queue set retry_limit = 1 where name = 'mail'`);
    await Promise.all([installQueue(ownerUrlOf(url)), installQueue(ownerUrlOf(url))]);
    const { rows } = await owner.query(`select retry_limit from pgboss.queue where name = 'mail'`);
    expect(rows).toEqual([{ retry_limit: 16 }]);
  });

  test('are not the server’s to change', async () => {
    const app = new pg.Client({ connectionString: url });
    await app.connect();
    await expect(app.query('drop table pgboss.job')).rejects.toThrow('must be owner');
    await expect(app.query('create table pgboss.mine (id int)')).rejects.toThrow('permission denied');
    await app.end();
  });
});
