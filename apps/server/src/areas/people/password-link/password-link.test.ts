import * as user from '@dmse/contract/people/user';
import { updateSettingSection } from '@dmse/contract/settings/core';
import * as mail from '@dmse/contract/staff/mail';
import { describe, expect, it } from 'vitest';
import type { MailMessage } from '../../../adapters/mail/mail-message.ts';
import { openBrowser } from '../../../testing/fixtures/browser-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { deliverMail } from '../../staff/mail/mail-delivery.service.ts';
import { sendReset } from './password-link.service.ts';

const app = useTestApp();
const NEW = 'quatre truites au lac';

async function ask(address: string) {
  const browser = openBrowser(app.fastify);
  await browser.open('/auth/forgot/');
  return browser.submit('/auth/forgot/', { address });
}

/** Delivers every mail that waits, and answers what was sent. */
async function readMails(): Promise<MailMessage[]> {
  const sent: MailMessage[] = [];
  const mailer = {
    deliver: async (message: MailMessage) => {
      sent.push(message);
      return { state: 'sent' as const, answer: '250 ok' };
    },
    close() {},
  };
  const waiting = await app.tx().selectFrom('mail').select('id').where('state', '=', 'queued').orderBy('id').execute();
  for (const { id } of waiting) await deliverMail({ ...app, ...app.adapters, mailer, now: () => app.clock.now }, id);
  return sent;
}
const tokenOf = ({ text }: MailMessage) => /https:\/\/dmse\.example\.ca(\/auth\/password\/\?token=[\w-]{43})\n/.exec(text)![1]!;

async function choose(path: string, password: string, repeated = password) {
  const browser = openBrowser(app.fastify);
  const page = await browser.open(path);
  return { page, answer: await browser.submit('/auth/password/', { token: path.split('=')[1]!, password, repeated }) };
}

describe('a forgotten password', () => {
  it('answers the same whether the address is known or not, and mails only who is there', async () => {
    const [known, unknown] = [await ask('Joe@example.ca'), await ask('nobody@example.ca')];
    const strip = (body: string) => body.replace(/name="csrf" value="[^"]+"/g, '');
    expect([known.statusCode, strip(known.body)]).toEqual([unknown.statusCode, strip(unknown.body)]);
    for (const address of ['joe@example.ca', 'nobody@example.ca']) await sendReset(app, address, app.clock.now);
    expect((await readMails()).map(({ to }) => to)).toEqual(['joe@example.ca']);
  });

  it('is chosen anew once, by a link that is short-lived and stored nowhere; every session ends', async () => {
    const joe = await app.as('joe');
    await sendReset(app, 'joe@example.ca', app.clock.now);
    const alice = await app.as('alice');
    const { results } = await alice.call(mail.listMails, {});
    const path = tokenOf((await readMails())[0]!);
    const { text } = await alice.call(mail.getMail, { id: results[0]!.id });
    expect(text).toContain('[a link that only this mail shows]');
    expect(JSON.stringify(await app.tx().selectFrom('mail').selectAll().execute())).not.toContain(path.split('=')[1]);

    expect((await choose(path, 'joejardine12')).answer.statusCode).toBe(400);
    expect((await choose(path, NEW, 'another')).answer.body).toContain('The two passwords differ.');
    const { answer } = await choose(path, NEW);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/auth/login/?done=password']);
    expect((await joe.refused(user.getSelf, {})).status).toBe(401);
    const again = await choose(path, 'cinq truites au lac');
    expect([again.page.statusCode, again.answer.statusCode]).toEqual([410, 410]);
    expect((await openBrowser(app.fastify).signIn('joe', NEW)).statusCode).toBe(303);
    const { results: history } = await alice.call(user.listUserHistory, {
      id: (await alice.call(user.listUsers, { query: 'joe' })).results[0]!.id,
    });
    expect(history[0]).toMatchObject({ by: { full_name: 'Joe Jardine' }, changes: [{ label: 'Password' }] });
  });

  it('is not chosen by a link that is too old, nor by somebody who was switched off', async () => {
    await sendReset(app, 'joe@example.ca', app.clock.now);
    await sendReset(app, 'mona@example.ca', app.clock.now);
    const [joe, mona] = (await readMails()).map(tokenOf);
    await app.tx().updateTable('app_user').set({ is_active: false }).where('username', '=', 'mona').execute();
    expect((await choose(mona!, NEW)).answer.statusCode).toBe(410);
    app.clock.now = '2026-03-04T15:30:00.000Z';
    expect((await choose(joe!, NEW)).answer.statusCode).toBe(410);
  });

  it('is mailed three times an hour, and asked for ten times from one address', async () => {
    for (let i = 0; i < 5; i += 1) await sendReset(app, 'joe', app.clock.now);
    expect(await readMails()).toHaveLength(3);
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await ask('joe')).statusCode);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});

describe('an invitation', () => {
  it('Alice invites Nora, who chooses a password herself; in French where the firm speaks it', async () => {
    const alice = await app.as('alice');
    await alice.call(updateSettingSection, { section: 'region' }, { locale: 'fr-CA' });
    const nora = { username: 'nora', email: 'nora@example.ca', full_name: 'Nora Nadeau', invite: true };
    const { user: made, password } = await alice.call(user.createUser, {}, nora);
    expect(password).toBeNull();
    const [mailed] = await readMails();
    expect([mailed!.to, mailed!.text]).toEqual(['nora@example.ca', expect.stringContaining('Bonjour Nora Nadeau')]);
    await alice.call(user.inviteUser, { id: made.id });
    const [second] = await readMails();
    app.clock.now = '2026-03-06T15:00:00.000Z';
    expect((await choose(tokenOf(second!), NEW)).answer.statusCode).toBe(303);
    expect((await choose(tokenOf(mailed!), NEW)).answer.statusCode).toBe(410);
    expect((await openBrowser(app.fastify).signIn('nora', NEW)).statusCode).toBe(303);
  });
});
