import { updateSettingSection } from '@dmse/contract/settings/core';
import { getMail, getMailSource, listMails, sendTestMail } from '@dmse/contract/staff/mail';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Context } from '../../../call/context.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { queueMail } from './mail.service.ts';

const app = useTestApp();

function context(): Context {
  return { tx: app.tx(), now: app.clock.now, actor: { id: 1 }, adapters: app.adapters } as unknown as Context;
}

async function queued(): Promise<unknown[]> {
  const { rows } = await sql<{ data: unknown }>`select data from pgboss.job where name = 'mail' order by created_on`.execute(app.tx());
  return rows.map((row) => row.data);
}

describe('queueing a mail', () => {
  test('writes a row for each recipient and a job that sends it', async () => {
    const ids = await queueMail(context(), { to: ['joe@example.ca', 'mona@example.ca', 'joe@example.ca'], subject: 'Memo', text: 'Hi' });
    expect(ids).toHaveLength(2);
    expect(await queued()).toEqual(expect.arrayContaining(ids.map((mail) => ({ mail }))));
    const alice = await app.as('alice');
    const { results } = await alice.call(listMails, { query: 'memo' });
    expect(results.map(({ to, state, tries }) => ({ to, state, tries }))).toEqual([
      { to: ['mona@example.ca'], state: 'queued', tries: 0 },
      { to: ['joe@example.ca'], state: 'queued', tries: 0 },
    ]);
  });

  test('each has a Message-ID of its own', async () => {
    const ids = await queueMail(context(), { to: ['a@example.ca', 'b@example.ca'], subject: 'x', text: 'x' });
    const alice = await app.as('alice');
    const [one, two] = await Promise.all(ids.map((id) => alice.call(getMail, { id })));
    expect(one!.message_id).toMatch(/^<[\w-]{36}@[\w.-]+>$/);
    expect(one!.message_id).not.toBe(two!.message_id);
  });

  test('a stored address that is none is refused without failing what was being done', async () => {
    const [id] = await queueMail(context(), { to: ['nobody at home'], subject: 'x', text: 'x' });
    const alice = await app.as('alice');
    expect(await alice.call(getMail, { id: id! })).toMatchObject({ state: 'refused', answer: 'This is not an e-mail address.' });
    expect(await queued()).toEqual([]);
  });

  test('SEC-S18 the subject is one line', async () => {
    const [id] = await queueMail(context(), { to: ['joe@example.ca'], subject: 'Plan\r\nBcc: evil@example.com', text: 'x' });
    const alice = await app.as('alice');
    expect((await alice.call(getMail, { id: id! })).subject).toBe('Plan Bcc: evil@example.com');
    const eml = await (await alice.call(getMailSource, { id: id! })).text();
    expect(eml).not.toMatch(/^Bcc:/im);
  });
});

describe('the staff panel', () => {
  test('Alice sends herself a test mail and reads it as it will go out', async () => {
    const alice = await app.as('alice');
    await alice.call(
      updateSettingSection,
      { section: 'mail' },
      { from_name: 'DMSE Office', from_address: 'office@dmse.example.ca', footer: 'Since 1978' },
    );
    const { id } = await alice.call(sendTestMail, {});
    const mail = await alice.call(getMail, { id });
    expect(mail).toMatchObject({ to: ['alice@example.ca'], state: 'queued', created_on: app.clock.now });
    expect(mail.text).toMatch(/Since 1978\n$/);
    const answer = await alice.send(getMailSource, { id });
    expect(answer.headers['content-type']).toBe('message/rfc822');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="mail-\d+\.eml"/);
    const eml = answer.body.toString();
    expect(eml).toContain('From: DMSE Office <office@dmse.example.ca>');
    expect(eml).toContain('To: alice@example.ca');
    expect(eml).toContain(`Message-ID: ${mail.message_id}`);
    expect((await alice.send(getMailSource, { id })).body.toString()).toBe(eml);
  });

  test('mails are found by words and by state', async () => {
    await queueMail(context(), { to: ['rené@example.ca'], subject: 'Levé terminé', text: 'x' });
    await queueMail(context(), { to: ['bad address'], subject: 'Levé refusé', text: 'x' });
    const alice = await app.as('alice');
    expect((await alice.call(listMails, { query: 'leve RENE' })).count).toBe(1);
    expect((await alice.call(listMails, { query: 'leve', state: ['refused'] })).count).toBe(1);
    expect((await alice.call(listMails, { query: 'leve', state: ['queued', 'refused'] })).count).toBe(2);
    expect((await alice.call(listMails, { query: 'leve', page: 2, page_size: 1 })).results).toHaveLength(1);
  });

  test('is not for everyone, and an unknown mail is not found', async () => {
    expect((await (await app.as('joe')).refused(listMails, {})).status).toBe(403);
    const alice = await app.as('alice');
    expect((await alice.refused(getMail, { id: 999_999 })).status).toBe(404);
    expect((await alice.refused(getMailSource, { id: 999_999 })).status).toBe(404);
  });
});
