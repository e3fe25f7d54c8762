import { readFileSync } from 'node:fs';
import { getFile } from '@dmse/contract/files/upload';
import {
  discardInboundMail,
  fileInboundMail,
  getInboundMail,
  listInboundMails,
  restoreInboundMail,
  viewInboundMail,
} from '@dmse/contract/memos/inbound-mail';
import { createMemo, getMemo, getMemoOriginal } from '@dmse/contract/memos/memo';
import { documentFromText } from '@dmse/domain/memos/plain-text';
import { beforeEach, describe, expect, it } from 'vitest';
import { toEntry } from '../../../records/history.ts';
import { prepareInbox } from '../../../testing/fixtures/inbox-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { receiveMail } from './receive-mail.service.ts';

const app = useTestApp();
let job: number;
beforeEach(async () => {
  ({ job } = await prepareInbox(app.tx()));
});

async function receive(name: string): Promise<number> {
  const text = readFileSync(new URL(`./corpus/${name}.eml`, import.meta.url)).toString('latin1');
  const parts = { db: app.db, adapters: app.adapters, now: () => app.clock.now };
  return (await receiveMail(parts, Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1'), { source: 'imap' })).id;
}

async function sentences(): Promise<string[]> {
  const rows = await app
    .tx()
    .selectFrom('history')
    .leftJoin('app_user', 'app_user.id', 'history.by')
    .select(['history.id', 'at', 'by', 'app_user.full_name as by_name', 'action', 'changes', 'noun', 'record_id', 'record_name'])
    .where('noun', 'in', ['mail', 'memo'])
    .orderBy('history.id')
    .execute();
  return rows.map((row) => toEntry(row).sentence);
}

describe('the triage list', () => {
  it('shows what waits, why, and where it might belong', async () => {
    await receive('31-unknown-sender');
    await receive('01-plain');
    const alice = await app.as('alice');
    const { count, results } = await alice.call(listInboundMails, { state: ['triage'] });
    expect(count).toBe(1);
    expect(results[0]).toMatchObject({
      from_address: 'neighbour@home.example',
      reason: 'Its sender is neither a user nor a contact.',
      suggested_job: { id: job, num: '26-9001' },
      words: 'Your stakes are on my lawn.',
      memo: null,
    });
    expect((await alice.call(listInboundMails, { query: 'culvert joe' })).results[0]).toMatchObject({ state: 'filed' });
    expect((await alice.call(viewInboundMail, { id: results[0]!.id })).text).toBe('Your stakes are on my lawn.\n');
  });

  it('a mail is filed by hand: a memo of its sender, with its files, told to those who run the job; once', async () => {
    const id = await receive('36-two-jobs');
    const alice = await app.as('alice');
    const filed = await alice.call(fileInboundMail, { id }, { job });
    expect(filed).toMatchObject({ state: 'filed', settled_by: { full_name: expect.stringMatching(/^Alice/) } });
    expect((await alice.call(fileInboundMail, { id }, { job })).memo).toBe(filed.memo);
    const memo = await (await app.as('joe')).call(getMemo, { id: filed.memo! });
    expect(memo).toMatchObject({ title: 'Both jobs', created_by: { full_name: expect.stringMatching(/^Joe/) }, sender: '' });
    expect(memo.recipients).toHaveLength(2);
    expect((await alice.send(discardInboundMail, { id })).status).toBe(409);
    expect((await sentences()).at(-1)).toMatch(/^Alice \w+ filed as a memo on job 26-9001 the mail “Both jobs” from Joe Jobs\.$/);
  });

  it('whoever files a mail is not mailed about it', async () => {
    const id = await receive('36-two-jobs');
    const alice = await app.as('alice');
    const lead = await app.tx().selectFrom('app_user').select('id').where('username', '=', 'alice').executeTakeFirstOrThrow();
    await app
      .tx()
      .updateTable('job')
      .set({ project_leads: [lead.id] })
      .where('id', '=', job)
      .execute();
    const { memo } = await alice.call(fileInboundMail, { id }, { job });
    expect((await alice.call(getMemo, { id: memo! })).recipients.map(({ address }) => address)).toEqual(['mona@example.ca']);
  });

  it('SEC-S17 a mail that may not be from the account it names is filed under its address, not under the account', async () => {
    const id = await receive('27-spoofed-return-path');
    const { memo } = await (await app.as('alice')).call(fileInboundMail, { id }, { job });
    expect(await (await app.as('joe')).call(getMemo, { id: memo! })).toMatchObject({
      created_by: null,
      sender: 'Mona Manager <mona@example.ca>',
    });
  });

  it('a mail is put aside, put back, and filed after all', async () => {
    const id = await receive('37-no-job');
    const alice = await app.as('alice');
    expect(await alice.call(discardInboundMail, { id })).toMatchObject({ state: 'discarded', settled_on: app.clock.now });
    expect(await alice.call(restoreInboundMail, { id })).toMatchObject({ state: 'triage', settled_on: null, settled_by: null });
    await alice.call(discardInboundMail, { id });
    expect((await alice.call(fileInboundMail, { id }, { job })).state).toBe('filed');
    expect((await sentences()).map((line) => line.replace(/^Alice \w+ /, ''))).toEqual([
      'put aside the mail “Question [EXTERNAL]” from Carla Client.',
      'put back on the list the mail “Question [EXTERNAL]” from Carla Client.',
      'put aside the mail “Question [EXTERNAL]” from Carla Client.',
      'The system created memo Question [EXTERNAL].',
      'filed as a memo on job 26-9001 the mail “Question [EXTERNAL]” from Carla Client.',
    ]);
  });

  it('what was ignored can be taken up too; a job that is not there is refused', async () => {
    const id = await receive('18-auto-reply');
    const alice = await app.as('alice');
    expect((await alice.send(fileInboundMail, { id }, { job: 2_000_000_000 })).status).toBe(400);
    expect((await alice.call(restoreInboundMail, { id })).state).toBe('triage');
    expect((await alice.call(getInboundMail, { id })).state).toBe('triage');
  });
});

describe('SEC-S10 the files of a mail', () => {
  it('are read by those who may read the memo; while it waits, by those who sort the mail', async () => {
    const fileOf = (url: string) => ({ id: Number(/file\/(\d+)/.exec(url)![1]) });
    const [joe, alice, chelsea] = [await app.as('joe'), await app.as('alice'), await app.as('chelsea')];
    const waiting = await alice.call(getInboundMail, { id: await receive('31-unknown-sender') });
    expect((await alice.send(getFile, fileOf(waiting.eml_url))).status).toBe(200);
    expect((await joe.send(getFile, fileOf(waiting.eml_url))).status).toBe(404);
    const filed = await alice.call(getInboundMail, { id: await receive('07-inline-picture') });
    const memo = await joe.call(getMemo, { id: filed.memo! });
    const original = await joe.call(getMemoOriginal, { id: filed.memo! });
    expect(memo.original_url).toBe(`/api/jobs/memo/${memo.id}/original/`);
    expect(original.html).toMatch(/<img src="data:image\/png;base64,/);
    for (const url of [original.eml_url, memo.attachments[0]!.url]) {
      expect((await joe.send(getFile, fileOf(url))).status).toBe(200);
      expect((await chelsea.send(getFile, fileOf(url))).status).toBe(404);
    }
  });
});

it('SEC-S18 a title cannot smuggle a header into the mail', async () => {
  const joe = await app.as('joe');
  const text = documentFromText('x');
  const title = 'Plan\r\nBcc: everybody@example.ca';
  const answer = await joe.send(createMemo, {}, { job, title, text });
  const mails = await app.tx().selectFrom('mail').select(['subject', 'recipients']).where('subject', 'like', '%Plan%').execute();
  expect(answer.status === 400 ? mails : mails.filter(({ subject }) => /[\r\n]/.test(subject))).toEqual([]);
});
