import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBossQueue } from '../../../adapters/boss-queue.ts';
import { createDocuments } from '../../../adapters/documents/documents.ts';
import { createDiskFileStore } from '../../../adapters/files/disk-file-store.ts';
import { createSmtpMailer, type Mailer } from '../../../adapters/mail/mailer.ts';
import { createProcessor } from '../../../adapters/processing/processor.ts';
import { loadSigner } from '../../../adapters/processing/signer.ts';
import type { WorkQueue } from '../../../adapters/queue.ts';
import { startWorkers } from '../../../background/start-workers.ts';
import type { Context } from '../../../call/context.ts';
import { type Database, openDatabase, openPool } from '../../../db/database.ts';
import { answerWith, listenForMail, type MailListener } from '../../../testing/mail-listener.ts';
import { cloneDatabase, ownerUrlOf } from '../../../testing/test-database.ts';
import { NO_LINK } from '../../../testing/test-secrets.ts';
import { until } from '../../../testing/until.ts';
import * as mails from './mail.queries.ts';
import { queueMail } from './mail.service.ts';
import { deliverMail, requeueMails } from './mail-delivery.service.ts';

const NOW = '2026-03-04T15:00:00.000Z';
let url: string;
let db: Database;
let queue: WorkQueue;
let owner: pg.Client;
let dataDir: string;
let closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  url = await cloneDatabase('dmse_test_mail');
  db = openDatabase(openPool(url, 5, null));
  queue = createBossQueue({ url });
  owner = new pg.Client({ connectionString: ownerUrlOf(url) });
  await owner.connect();
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dmse-mail-'));
  await owner.query(`delete from mail; delete from pgboss.job`);
});
afterEach(async () => {
  for (const close of closers.reverse()) await close();
  closers = [];
  await rm(dataDir, { recursive: true });
});
afterAll(async () => {
  await queue.close();
  await db.close();
  await owner.end();
});

async function write(subject = 'Hello'): Promise<number> {
  const ids = await db.write((tx) =>
    queueMail({ tx, now: NOW, actor: { id: 1 }, adapters: { queue } } as unknown as Context, {
      to: ['joe@example.ca'],
      subject,
      text: 'Hi',
    }),
  );
  return ids[0]!;
}

function look(id: number) {
  return db.read((tx) => mails.find(tx, id));
}

/** Nobody waits out the minutes between two tries here. */
function untilHurried(isTrue: () => Promise<boolean>): Promise<void> {
  return until(async () => {
    await owner.query(`update pgboss.job set start_after = now() where state = 'retry'`);
    return isTrue();
  });
}

async function startProcess(smtpUrl: string | null): Promise<void> {
  const side = createBossQueue({ url });
  const files = await createDiskFileStore(join(dataDir, 'files'));
  const workers = await startWorkers({
    db,
    adapters: {
      files,
      queue: side,
      maxUploadBytes: 0,
      documents: createDocuments(),
      processor: createProcessor(files, loadSigner(dataDir)),
      ...NO_LINK,
    },
    config: { dataDir, smtpUrl, leaveQueues: [] },
    log: null,
  });
  closers.push(async () => {
    await workers.stop();
    await side.close();
  });
}

async function listen(options: SMTPServerOptions = {}, port?: number): Promise<MailListener> {
  const listener = await listenForMail(options, port);
  closers.push(() => listener.close());
  return listener;
}

describe('a queued mail', () => {
  test('is sent once, though three processes look for work', async () => {
    const listener = await listen();
    for (let process = 0; process < 3; process += 1) await startProcess(`smtp://127.0.0.1:${listener.port}`);
    const ids = [await write('one'), await write('two'), await write('three')];
    await untilHurried(async () => (await Promise.all(ids.map(look))).every((row) => row?.state === 'sent'));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(listener.received.map((mail) => /^Subject: (.*)\r$/m.exec(mail.source)![1]).sort()).toEqual(['one', 'three', 'two']);
    expect(await look(ids[0]!)).toMatchObject({ tries: 1, answer: expect.stringMatching(/^250 /) });
    expect((await look(ids[0]!))!.sent_on).not.toBeNull();
  });

  test('that is refused ends there, with the words', async () => {
    const listener = await listen({ onRcptTo: (_to, _session, done) => done(answerWith(550, '5.1.1 Unknown here')) });
    await startProcess(`smtp://127.0.0.1:${listener.port}`);
    const id = await write();
    await untilHurried(async () => (await look(id))?.state === 'refused');
    expect(await look(id)).toMatchObject({ answer: '550 5.1.1 Unknown here', tries: 1, sent_on: null });
    // The mail is refused first and its job ended after that; one that failed would be tried again.
    const jobState = async () => (await owner.query(`select state from pgboss.job where name = 'mail'`)).rows;
    await until(async () => (await jobState())[0]?.state !== 'active');
    expect(await jobState()).toEqual([{ state: 'completed' }]);
  });

  test('that is put off twice is sent at the third try', async () => {
    let times = 0;
    const listener = await listen({
      onRcptTo: (_to, _session, done) => {
        times += 1;
        done(times < 3 ? answerWith(451, '4.3.0 Busy, come back') : undefined);
      },
    });
    await startProcess(`smtp://127.0.0.1:${listener.port}`);
    const id = await write();
    await untilHurried(async () => (await look(id))?.answer === '451 4.3.0 Busy, come back');
    await untilHurried(async () => (await look(id))?.state === 'sent');
    expect(await look(id)).toMatchObject({ tries: 3 });
    expect(listener.received).toHaveLength(1);
  });

  test('waits for a mail server that is away', async () => {
    const gone = await listenForMail({});
    await gone.close();
    await startProcess(`smtp://127.0.0.1:${gone.port}`);
    const id = await write();
    await untilHurried(async () => ((await look(id))?.tries ?? 0) >= 2);
    expect(await look(id)).toMatchObject({ state: 'queued', answer: expect.stringContaining('ECONNREFUSED') });
    const listener = await listen({}, gone.port);
    await untilHurried(async () => (await look(id))?.state === 'sent');
    expect(listener.received).toHaveLength(1);
  });

  test('that failed after every try says so, and can be sent after all', async () => {
    let isMended = false;
    const listener = await listen({
      onMailFrom: (_from, _session, done) => done(isMended ? undefined : answerWith(530, '5.7.0 Sign in first')),
    });
    await startProcess(`smtp://127.0.0.1:${listener.port}`);
    const id = await write();
    await owner.query(`update pgboss.job set retry_limit = 2 where name = 'mail'`);
    await untilHurried(async () => (await look(id))?.state === 'failed');
    expect(await look(id)).toMatchObject({ tries: 3, answer: '530 5.7.0 Sign in first' });
    isMended = true;
    const { rows } = await owner.query(`select id from pgboss.job where name = 'mail' and state = 'failed'`);
    expect(await db.write((tx) => queue.retry(tx, 'mail', rows[0].id))).toBe(true);
    await untilHurried(async () => (await look(id))?.state === 'sent');
    expect(await look(id)).toMatchObject({ tries: 4 });
  });

  test('is kept in the data folder where there is no mail server', async () => {
    await startProcess(null);
    const id = await write();
    await untilHurried(async () => (await look(id))?.state === 'kept');
    const row = await look(id);
    expect(row!.answer).toContain((await readdir(join(dataDir, 'mail')))[0]);
  });
});

describe('INT-F23 a process that dies after sending', () => {
  test('sends again under the same Message-ID; one that has ended well is never sent again', async () => {
    const listener = await listen();
    const mailer = createSmtpMailer(`smtp://127.0.0.1:${listener.port}`);
    const id = await write();
    const dying: Mailer = {
      ...mailer,
      deliver: async (message) => {
        await mailer.deliver(message);
        throw new Error('killed');
      },
    };
    const now = () => NOW;
    const files = await createDiskFileStore(join(dataDir, 'files'));
    await expect(deliverMail({ db, mailer: dying, files, seal: NO_LINK.seal, now }, id)).rejects.toThrow('killed');
    await deliverMail({ db, mailer, files, seal: NO_LINK.seal, now }, id);
    await deliverMail({ db, mailer, files, seal: NO_LINK.seal, now }, id);
    mailer.close();
    expect(listener.received).toHaveLength(2);
    expect(listener.received[1]!.source).toBe(listener.received[0]!.source);
    expect(await look(id)).toMatchObject({ state: 'sent', tries: 2 });
  });
});

test('a waiting mail that lost its job gets another; one that has it does not get two', async () => {
  const lost = await write('lost');
  await owner.query('delete from pgboss.job');
  const waiting = await write('waiting');
  expect(await db.write((tx) => requeueMails(tx, queue, '2026-03-05T15:00:00.000Z'))).toBe(2);
  const { rows } = await owner.query(`select (data ->> 'mail')::int as mail from pgboss.job where name = 'mail' order by 1`);
  expect(rows).toEqual([{ mail: lost }, { mail: waiting }]);
});
