import { readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileInboundMail } from '@dmse/contract/memos/inbound-mail';
import { getMemo, listMemos } from '@dmse/contract/memos/memo';
import { listMails } from '@dmse/contract/staff/mail';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { JOB_INBOX, prepareInbox, setInbox } from '../../../testing/fixtures/inbox-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import * as inbound from './inbound-mail.queries.ts';
import { documentOfMail } from './mail-document.ts';
import { cleanHtml } from './mail-view.ts';
import { MAIL_BYTES, MAIL_PIECES, readMail } from './read-mail.ts';
import { type Receipt, receiveMail } from './receive-mail.service.ts';

const CORPUS = new URL('./corpus/', import.meta.url);
const app = useTestApp();
let sent: Awaited<ReturnType<typeof prepareInbox>>;
beforeEach(async () => {
  sent = await prepareInbox(app.tx());
});

let written = 0;
function mailOf(words: string, headers: Record<string, string> = {}): Buffer {
  written += 1;
  const lines = { From: 'joe@example.ca', To: JOB_INBOX, Subject: 'Hello', 'Message-ID': `<receive-${written}@example.ca>`, ...headers };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${head.join('')}\r\n${words}\r\n`);
}

function receive(bytes: Buffer): Promise<Receipt> {
  return receiveMail({ db: app.db, adapters: app.adapters, now: () => app.clock.now }, bytes, { source: 'imap' });
}

async function reasonOf({ id }: Receipt): Promise<string> {
  return (await inbound.find(app.tx(), id))!.reason;
}

describe('a large mail', () => {
  function withFile(bytes: number): Buffer {
    const line = `${'QUJD'.repeat(19)}\r\n`;
    const file = `--edge\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="scan.las"\r\nContent-Transfer-Encoding: base64\r\n\r\n${line.repeat(Math.floor(bytes / line.length))}`;
    return mailOf(`--edge\r\nContent-Type: text/plain\r\n\r\nThe whole cloud.\r\n${file}--edge--`, {
      'Content-Type': 'multipart/mixed; boundary=edge',
    });
  }

  it('of nearly 30 MB becomes a memo with its file whole', async () => {
    const bytes = withFile(29 * 1024 * 1024);
    const { memo } = await receive(bytes);
    const { attachments } = await (await app.as('joe')).call(getMemo, { id: memo! });
    expect(attachments).toMatchObject([{ name: 'scan.las', bytes: Math.floor((29 * 1024 * 1024) / 78) * 57 }]);
  });

  it('of more is kept whole and waits for somebody, with what its headers tell', async () => {
    const bytes = withFile(MAIL_BYTES + 1);
    const receipt = await receive(bytes);
    expect(await reasonOf(receipt)).toMatch(/larger than 30 MB/);
    expect(await inbound.find(app.tx(), receipt.id)).toMatchObject({
      state: 'triage',
      subject: 'Hello',
      suggested_job: { num: '26-9001' },
    });
    const { eml } = (await inbound.find(app.tx(), receipt.id))!;
    expect(await app.tx().selectFrom('file').select('bytes').where('id', '=', eml).executeTakeFirst()).toEqual({ bytes: bytes.length });
  });

  function withFiles(count: number): Buffer {
    const files = Array.from(
      { length: count },
      (_, at) =>
        `--edge\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="points-${at}.txt"\r\n\r\nPoint ${at}\r\n`,
    );
    return mailOf(`--edge\r\nContent-Type: text/plain\r\n\r\nAll the points.\r\n${files.join('')}--edge--`, {
      'Content-Type': 'multipart/mixed; boundary=edge',
    });
  }

  it('of 3,000 attachments becomes a memo with each of them, in their order', async () => {
    const { memo } = await receive(withFiles(3000));
    const { attachments } = await (await app.as('joe')).call(getMemo, { id: memo! });
    expect(attachments.map(({ name }) => name)).toEqual(Array.from({ length: 3000 }, (_, at) => `points-${at}.txt`));
    expect(attachments[2999]).toMatchObject({ bytes: 'Point 2999'.length, mime_type: 'text/plain' });
    const { sha256 } = (await app.tx().selectFrom('file').select('sha256').where('id', '=', attachments[2999]!.id).executeTakeFirst())!;
    expect(await text(app.adapters.files.open(sha256))).toBe('Point 2999');
  });

  it('of more pieces than are taken apart is kept whole, says so, and can still be filed', async () => {
    const bytes = withFiles(MAIL_PIECES + 1);
    const receipt = await receive(bytes);
    expect(receipt.state).toBe('triage');
    expect(await reasonOf(receipt)).toBe('It has more than 5,000 pieces and was not taken apart.');
    const alice = await app.as('alice');
    const { memo } = await alice.call(fileInboundMail, { id: receipt.id }, { job: sent.job });
    expect(JSON.stringify((await alice.call(getMemo, { id: memo! })).text)).toContain('The whole of it is in the original.');
    const { eml } = (await inbound.find(app.tx(), receipt.id))!;
    expect(await app.tx().selectFrom('file').select('bytes').where('id', '=', eml).executeTakeFirst()).toEqual({ bytes: bytes.length });
  });

  it('whose text has no end is cut where a memo ends, and says so', async () => {
    const plain = await receive(mailOf('word '.repeat(100_000)));
    const html = await receive(mailOf(`<p>${'word <b>x</b> '.repeat(50_000)}</p>`, { 'Content-Type': 'text/html' }));
    for (const { memo } of [plain, html]) {
      const row = await app.tx().selectFrom('memo').select('words').where('id', '=', memo).executeTakeFirstOrThrow();
      expect(row.words.length).toBeGreaterThan(50_000);
      expect(row.words).toMatch(/The mail goes on\. The whole of it is in the original\.$/);
    }
  });

  it('of elements within elements without end is read', async () => {
    // So many that a reading which looks back at every element would take minutes.
    const deep = '<blockquote><ul><li><div><b>'.repeat(50_000);
    expect(documentOfMail(await readMail(mailOf(`${deep}x`, { 'Content-Type': 'text/html' }))).content).toHaveLength(1);
    expect(cleanHtml(`${deep}x`, new Map())).toContain('x');
  });
});

describe('SEC-S17 who sent it', () => {
  const results = (words: string) => ({ 'Authentication-Results': words });

  it('is for the firm’s own mail server to say, once it is named', async () => {
    await setInbox(app.tx(), { authserv_id: 'mx.example.ca' });
    expect((await receive(mailOf('x', results('mx.example.ca; dmarc=pass header.from=example.ca')))).state).toBe('filed');
    expect((await receive(mailOf('x', results('mx.evil.example; dmarc=pass header.from=example.ca')))).state).toBe('triage');
    expect((await receive(mailOf('x', results('mx.example.ca; dmarc=none')))).state).toBe('triage');
    expect((await receive(mailOf('x'))).state).toBe('triage');
  });

  it('two machines that answer each other are stopped', async () => {
    const states: string[] = [];
    for (let mail = 0; mail < 31; mail += 1) states.push((await receive(mailOf('Thank you for your mail.'))).state);
    expect(states.filter((state) => state === 'filed')).toHaveLength(30);
    expect(states.at(-1)).toBe('triage');
    app.clock.now = '2026-03-04T16:00:01.000Z';
    expect((await receive(mailOf('An hour later.'))).state).toBe('filed');
  });
});

describe('a mail that comes back', () => {
  it('marks the recipient it did not reach, on the memo and in the list of mails', async () => {
    const bounce = readFileSync(new URL('38-bounce.eml', CORPUS)).toString('latin1').replaceAll('\n', '\r\n');
    await receive(Buffer.from(bounce, 'latin1'));
    const joe = await app.as('joe');
    const [recipient] = (await joe.call(getMemo, { id: sent.memo })).recipients;
    expect(recipient).toMatchObject({ address: 'mona@example.ca', state: 'bounced', answer: expect.stringContaining('User unknown') });
    expect((await joe.call(listMemos, { job: sent.job })).results[0]).toMatchObject({ undelivered: 1 });
    const alice = await app.as('alice');
    expect((await alice.call(listMails, { state: ['bounced'] })).results).toMatchObject([{ id: sent.mail, state: 'bounced' }]);
  });
});

describe('law: whatever arrives is kept', () => {
  const mails = readdirSync(CORPUS)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(new URL(name, CORPUS)));

  it('broken in any place, a mail is read without failing, and its text is a memo’s', async () => {
    const breakage = fc.record({
      mail: fc.nat(mails.length - 1),
      from: fc.nat(4000),
      cut: fc.nat(200),
      put: fc.oneof(
        fc.uint8Array({ maxLength: 30 }),
        fc.constantFrom('\0', '<', '--edge\n', '=?', '\ud800', 'Content-Type: text/html\n\n', '>').map((words) => Buffer.from(words)),
      ),
    });
    await fc.assert(
      fc.asyncProperty(breakage, async ({ mail, from, cut, put }) => {
        const whole = mails[mail]!;
        const at = from % (whole.length + 1);
        const read = await readMail(Buffer.concat([whole.subarray(0, at), put, whole.subarray(at + cut)]));
        const words = JSON.stringify(documentOfMail(read));
        expect(words).not.toMatch(/\\u0000|"href":"(?!https?:|mailto:)/i);
        expect(JSON.stringify([read.subject, read.from, read.recipients, read.message_id])).not.toMatch(/\\u00[01]/);
      }),
      { seed: 20260304, numRuns: 400 },
    );
  });

  it('and has its row', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const { id } = await receive(Buffer.from(bytes));
        expect(await inbound.find(app.tx(), id)).toBeDefined();
      }),
      { seed: 20260304, numRuns: 25 },
    );
  });
});
