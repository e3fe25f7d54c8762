import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemo, getMemo, getMemoOriginal, listMemos } from '@dmse/contract/memos/memo';
import { documentFromText } from '@dmse/domain/memos/plain-text';
import { createTransport } from 'nodemailer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBossQueue } from '../adapters/boss-queue.ts';
import { listenForInboundMail } from '../adapters/mail/inbound-smtp.ts';
import { receiveMail } from '../areas/memos/inbound-mail/receive-mail.service.ts';
import type { Database } from '../db/database.ts';
import { INBOX_DOMAIN, JOB_INBOX, prepareInbox, setInbox } from '../testing/fixtures/inbox-fixture.ts';
import { freePort } from '../testing/free-port.ts';
import { type ImapMailbox, openMailbox } from '../testing/imap-mailbox.ts';
import { listenForMail } from '../testing/mail-listener.ts';
import { type CommittedApp, startCommittedApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { startInbox } from './start-inbox.ts';
import { startWorkers } from './start-workers.ts';

const SILENT = { info() {}, warn() {}, error() {} };
let app: CommittedApp;
let job: number;
let closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  app = await startCommittedApp('inbox');
  ({ job } = await app.db.write(prepareInbox));
});
beforeEach(async () => {
  await app.db.write((tx) => setInbox(tx, { imap_host: '', imap_user: '', imap_port: 993, smtp_listen_port: 0 }));
});
afterEach(async () => {
  for (const close of closers.reverse()) await close();
  closers = [];
});
afterAll(() => app.close());

function corpus(name: string): Buffer {
  const text = readFileSync(new URL(`../areas/memos/inbound-mail/corpus/${name}.eml`, import.meta.url)).toString('latin1');
  return Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1');
}

let written = 0;
function mailOf(words: string, headers: Record<string, string> = {}): Buffer {
  written += 1;
  const lines = { From: 'joe@example.ca', To: JOB_INBOX, Subject: words, 'Message-ID': `<inbox-${written}@example.ca>`, ...headers };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${head.join('')}\r\n${words}\r\n`);
}

async function titles(): Promise<string[]> {
  const { results } = await (await app.as('joe')).call(listMemos, { job, page_size: 200 });
  return results.map(({ title }) => title).reverse();
}

/** Somebody's mail server, handing a mail to ours. */
async function send(port: number, raw: Buffer, envelope = { from: 'joe@example.ca', to: [JOB_INBOX] }): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    return (await transport.sendMail({ envelope, raw })).response;
  } catch (error) {
    return (error as { response?: string }).response ?? (error as Error).message;
  } finally {
    transport.close();
  }
}

function open(everyMs = 200, imapPassword: string | null = 'secret'): void {
  const inbox = startInbox({
    db: app.db,
    adapters: app.adapters,
    config: { host: '127.0.0.1', tls: null, imapPassword },
    log: null,
    everyMs,
  });
  closers.push(() => inbox.stop());
}

describe('the SMTP listener', () => {
  test('opens when the settings name a port, takes mail for the inbox domain and nothing else, and closes again', async () => {
    const port = await freePort();
    open();
    await app.db.write((tx) => setInbox(tx, { smtp_listen_port: port }));
    await until(async () => (await send(port, mailOf('Opened'))).startsWith('250'));
    expect(await titles()).toContain('Opened');
    expect(await send(port, mailOf('Relay'), { from: 'joe@example.ca', to: ['victim@elsewhere.example'] })).toMatch(
      /^550 .*inbox\.example\.ca only/,
    );
    expect(await send(port, corpus('31-unknown-sender'), { from: 'neighbour@home.example', to: [`anything@${INBOX_DOMAIN}`] })).toMatch(
      /^250/,
    );
    const row = await app.db.read((tx) =>
      tx.selectFrom('inbound_mail').selectAll().where('from_address', '=', 'neighbour@home.example').executeTakeFirstOrThrow(),
    );
    expect(row).toMatchObject({ state: 'triage', source: 'smtp', recipients: expect.arrayContaining([`anything@${INBOX_DOMAIN}`]) });
    await app.db.write((tx) => setInbox(tx, { smtp_listen_port: 0 }));
    await until(async () => (await send(port, mailOf('Closed'))).includes('ECONNREFUSED'));
  });

  test('SEC-S17 doubts a sender whose envelope comes from elsewhere', async () => {
    const port = await freePort();
    await app.db.write((tx) => setInbox(tx, { smtp_listen_port: port }));
    open();
    await until(async () => (await send(port, mailOf('Spoofed'), { from: 'x@evil.example', to: [JOB_INBOX] })).startsWith('250'));
    expect(await titles()).not.toContain('Spoofed');
  });

  test('says yes only when the mail is kept; while the database is away the sender is asked to come back', async () => {
    let isAway = true;
    const db: Database = { ...app.db, read: (work) => (isAway ? Promise.reject(new Error('the database is away')) : app.db.read(work)) };
    const parts = { db, adapters: app.adapters, now: () => new Date().toISOString() };
    const listener = await listenForInboundMail({
      ...{ host: '127.0.0.1', port: 0, domain: INBOX_DOMAIN, tls: null, maxBytes: 100_000, log: SILENT },
      take: (bytes, envelope) => receiveMail(parts, bytes, { source: 'smtp', envelope }),
    });
    closers.push(listener.stop);
    const mail = mailOf('Patience');
    expect(await send(listener.port, mail)).toMatch(/^451 4\.3\.0/);
    expect(await titles()).not.toContain('Patience');
    isAway = false;
    expect(await send(listener.port, mail)).toMatch(/^250/);
    // The yes was lost on the line; the sender tries once more.
    expect(await send(listener.port, mail)).toMatch(/^250/);
    expect((await titles()).filter((title) => title === 'Patience')).toHaveLength(1);
    expect(await send(listener.port, mailOf('x'.repeat(100_001)))).toMatch(/^552/);
  });
});

describe('the IMAP mailbox', () => {
  let mailbox: ImapMailbox;
  beforeEach(async () => {
    mailbox = await openMailbox();
    closers.push(() => mailbox.close());
    const { port: imap_port, user: imap_user } = mailbox;
    await app.db.write((tx) => setInbox(tx, { imap_host: '127.0.0.1', imap_port, imap_user }));
  });

  test('is read as it fills, from where it was, and left as it is', async () => {
    await mailbox.deliver(mailOf('First in the box'));
    await mailbox.deliver(corpus('02-html'));
    open();
    await until(async () => (await titles()).includes('Documents'));
    expect((await titles()).slice(-2)).toEqual(['First in the box', 'Documents']);
    await mailbox.deliver(mailOf('While it listens'));
    await until(async () => (await titles()).includes('While it listens'));
    await mailbox.stop();
    await mailbox.deliver(mailOf('While the server was away'));
    await mailbox.start();
    await until(async () => (await titles()).includes('While the server was away'));
    expect((await mailbox.list()).filter((name) => /:2,.*[STD]/.test(name))).toEqual([]);
    expect(await mailbox.list()).toHaveLength(4);
    const cursor = await app.db.read((tx) =>
      tx.selectFrom('mailbox_cursor').selectAll().where('mailbox', 'like', `%:${mailbox.port}/%`).execute(),
    );
    expect(cursor).toMatchObject([{ mailbox: `inbox@127.0.0.1:${mailbox.port}/INBOX`, last_uid: 4 }]);
  });

  test('that was numbered anew is read again, and makes no second memo', async () => {
    await mailbox.deliver(mailOf('Numbered'));
    open();
    await until(async () => (await titles()).includes('Numbered'));
    await mailbox.renumber();
    await mailbox.deliver(mailOf('After the numbering'));
    await until(async () => (await titles()).includes('After the numbering'));
    expect((await titles()).filter((title) => title === 'Numbered')).toHaveLength(1);
  });

  test('is not read without its password', async () => {
    await mailbox.deliver(mailOf('Locked'));
    open(200, null);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await titles()).not.toContain('Locked');
  });
});

test('a memo goes out by mail, is answered by mail, and the answer is a memo on the same job', async () => {
  const outgoing = await listenForMail({});
  closers.push(() => outgoing.close());
  const port = await freePort();
  await app.db.write((tx) => setInbox(tx, { smtp_listen_port: port }));
  open();
  const dataDir = await mkdtemp(join(tmpdir(), 'dmse-inbox-'));
  const queue = createBossQueue({ url: app.url });
  const workers = await startWorkers({
    db: app.db,
    adapters: { ...app.adapters, queue },
    config: { dataDir, smtpUrl: `smtp://127.0.0.1:${outgoing.port}`, leaveQueues: [] },
    log: null,
  });
  closers.push(async () => {
    await workers.stop();
    await queue.close();
    await rm(dataDir, { recursive: true });
  });
  const joe = await app.as('joe');
  const memo = await joe.call(createMemo, {}, { job, title: 'Shall we dig?', text: documentFromText('The frost is out.') });
  await until(() => outgoing.received.some(({ to, source }) => to.includes('mona@example.ca') && source.includes('Shall we dig?')));
  const { source } = outgoing.received.find(({ to, source: text }) => to.includes('mona@example.ca') && text.includes('Shall we dig?'))!;
  const header = (name: string) => new RegExp(`^${name}: (.*)\\r$`, 'mi').exec(source)![1]!;
  expect(header('Auto-Submitted')).toBe('auto-generated');
  const answer = mailOf('Yes, on Monday.', {
    From: 'Mona <mona@example.ca>',
    To: header('Reply-To'),
    Subject: `Re: ${header('Subject')}`,
    'In-Reply-To': header('Message-ID'),
  });
  const envelope = { from: 'mona@example.ca', to: [header('Reply-To')] };
  await until(async () => (await send(port, answer, envelope)).startsWith('250'));
  const { results } = await joe.call(listMemos, { job });
  expect(results[0]).toMatchObject({ title: 'Re: Shall we dig?', sender: '', created_by: { full_name: expect.stringMatching(/^Mona/) } });
  const answered = await joe.call(getMemo, { id: results[0]!.id });
  expect(answered.recipients.map(({ address }) => address)).toEqual(['pia@example.ca']);
  expect(await joe.call(getMemoOriginal, { id: answered.id })).toMatchObject({ text: 'Yes, on Monday.\n', from: 'Mona <mona@example.ca>' });
  await until(async () => (await joe.call(getMemo, { id: memo.id })).recipients.every(({ state }) => state === 'sent'));
  // Our own mail, come back by a rule in somebody's mail program, stays without effect.
  expect(await send(port, Buffer.from(source), envelope)).toMatch(/^250/);
  expect((await joe.call(listMemos, { job })).results[0]!.id).toBe(answered.id);
});
