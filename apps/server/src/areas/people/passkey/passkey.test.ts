import * as factor from '@dmse/contract/people/factor';
import { getSelf } from '@dmse/contract/people/user';
import { describe, expect, it } from 'vitest';
import { openBrowser } from '../../../testing/fixtures/browser-fixture.ts';
import { createSoftPasskey } from '../../../testing/fixtures/soft-passkey.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { findRelyingParty } from './passkey.service.ts';

const app = useTestApp();
const PARTY = { id: 'dmse.example.ca', origin: 'https://dmse.example.ca' };

async function addPasskey(username: string, party = PARTY) {
  const client = await app.as(username);
  const key = createSoftPasskey(party);
  const { options, ticket } = await client.call(factor.beginPasskey, {});
  const body = { ticket, name: 'Phone', answer: key.create(String(options.challenge)) };
  return { client, key, body };
}

/** The challenge on the page that is shown. */
const challengeOf = (browser: ReturnType<typeof openBrowser>) => JSON.parse(browser.read(/data-passkey="([^"]+)"/)!).challenge as string;

describe('passkeys', () => {
  it('sign Joe in without a password, and a second answer to the same question does not', async () => {
    const { client, key, body } = await addPasskey('joe');
    expect((await openBrowser(app.fastify).open('/auth/login/')).body).not.toContain('data-passkey');
    const made = await client.call(factor.createPasskey, {}, body);
    expect(made.recovery_codes).toHaveLength(10);
    expect((await client.refused(factor.createPasskey, {}, body)).status).toBe(400);

    const browser = openBrowser(app.fastify);
    await browser.open('/auth/login/?next=/app/jobs');
    const answer = JSON.stringify(key.get(challengeOf(browser)));
    const [csrf, asked] = [browser.read(/name="csrf" value="([^"]+)"/)!, { ...browser.jar }];
    const entered = await browser.submit('/auth/passkey/', { answer, next: '/app/jobs', device: 'field' });
    expect([entered.statusCode, entered.headers.location]).toEqual([303, '/app/jobs']);
    expect(await browser.client().call(getSelf, {})).toMatchObject({ username: 'joe', session: { kind: 'field' } });
    const again = openBrowser(app.fastify);
    Object.assign(again.jar, asked);
    expect((await again.submit('/auth/passkey/', { answer, csrf, next: '/app/' })).statusCode).toBe(401);
    for (const odd of ['', '{', 'null', '{"id":5}', '{"id":"none"}']) {
      await again.open('/auth/login/');
      expect((await again.submit('/auth/passkey/', { answer: odd })).statusCode).toBe(401);
    }
  });

  it('are a second factor after the password, and show again who it is', async () => {
    const { client, key, body } = await addPasskey('joe');
    const { id } = await client.call(factor.createPasskey, {}, body);
    const browser = openBrowser(app.fastify);
    expect((await browser.signIn('joe', 'demo')).headers.location).toBe('/auth/code/');
    await browser.open('/auth/code/');
    const answer = JSON.stringify(key.get(challengeOf(browser)));
    expect((await browser.submit('/auth/passkey/', { second: '1', answer })).statusCode).toBe(303);
    const joe = browser.client();
    app.clock.now = '2026-03-04T16:00:00.000Z';
    expect((await joe.refused(factor.removePasskey, { id })).body).toMatchObject({ code: 'CONFIRM_NEEDED' });
    const { passkey } = await joe.call(factor.getConfirmWays, {});
    const shown = { ticket: passkey!.ticket, answer: key.get(String(passkey!.options.challenge)) };
    await joe.call(factor.confirmSelf, {}, { passkey: shown });
    await joe.call(factor.removePasskey, { id });
    expect(await joe.call(factor.getSecurity, {})).toMatchObject({ passkeys: [], recovery_codes_left: 0 });
  });

  it('of another site, or of another person, are not taken', async () => {
    const { client, body } = await addPasskey('joe', { id: 'evil.example', origin: 'https://evil.example' });
    expect((await client.refused(factor.createPasskey, {}, body)).status).toBe(400);
    const mine = await addPasskey('joe');
    const mona = await app.as('mona');
    expect((await mona.refused(factor.createPasskey, {}, mine.body)).status).toBe(400);
    expect(findRelyingParty({ publicOrigin: 'http://10.0.0.5:8080' })).toBeNull();
    expect(findRelyingParty({ publicOrigin: 'http://localhost:8080' })).toEqual({ id: 'localhost', origin: 'http://localhost:8080' });
  });
});
