import * as factor from '@dmse/contract/people/factor';
import * as user from '@dmse/contract/people/user';
import { setTimeLock } from '@dmse/contract/time/week';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../app.ts';
import { openBrowser } from '../../../testing/fixtures/browser-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import { codeAt, fromBase32, stepOf } from './totp.ts';

const app = useTestApp();
let firm: FastifyInstance;
beforeAll(async () => {
  const readiness = { whyNotWrite: () => null, whyNotServe: () => null };
  const { db, adapters, config } = app;
  firm = await buildApp({ db, adapters, config, mode: 'firm', readiness, now: () => app.clock.now });
});
afterAll(() => firm.close());

const later = (minutes: number) => {
  app.clock.now = new Date(Date.parse(app.clock.now) + minutes * 60_000).toISOString();
};

/** Alice, who must have a second factor, sets up her app on her first way in. */
async function setUpAlice() {
  const browser = openBrowser(firm);
  const first = await browser.signIn('alice', 'demo', { next: '/staff/users' });
  expect([first.statusCode, first.headers.location, browser.jar.sessionid]).toEqual([303, '/auth/code/', undefined]);
  expect((await browser.open('/auth/code/')).body).toContain('<svg class="qr"');
  const secret = fromBase32(browser.read(/<code>([^<]+)</)!);
  const setup = browser.read(/name="setup" value="([^"]+)"/)!;
  const shown = await browser.submit('/auth/code/', { code: codeAt(secret, stepOf(app.clock.now)), setup });
  const codes = [...shown.body.matchAll(/<li>([a-z0-9-]+)<\/li>/g)].map(([, code]) => code!);
  return { browser, shown, secret, codes, code: () => codeAt(secret, stepOf(app.clock.now)) };
}

describe('second factor', () => {
  it('SEC-S07 is asked of an administrator in a firm; a code is right once, and so is a recovery code', async () => {
    const { factor_roles } = await getSection(app.tx(), 'sign_in');
    expect(factor_roles.toSorted()).toEqual(['IT', 'Invoices Admin', 'Payments Admin', 'Users Admin']);
    const { browser, shown, codes, code } = await setUpAlice();
    expect([shown.statusCode, codes.length]).toEqual([200, 10]);
    expect(shown.body).toContain('href="/staff/users"');
    expect(await browser.client().call(factor.getSecurity, {})).toMatchObject({ is_required: true, recovery_codes_left: 10 });

    const second = openBrowser(firm);
    expect((await second.signIn('alice', 'demo')).headers.location).toBe('/auth/code/');
    await second.open('/auth/code/');
    const replayed = await second.submit('/auth/code/', { code: code() });
    expect([replayed.statusCode, second.jar.sessionid]).toEqual([401, undefined]);
    later(1);
    const { second: step } = second.jar;
    const answer = await second.submit('/auth/code/', { code: code() });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/app/']);
    expect((await second.client().call(user.getSelf, {})).username).toBe('alice');

    // The step of the sign-in is used up too, and nobody gets in with that cookie alone.
    const third = openBrowser(firm);
    await third.open('/auth/login/');
    third.jar.second = step!;
    later(1);
    expect((await third.submit('/auth/code/', { code: code() })).statusCode).toBe(401);

    for (const expected of [303, 401]) {
      const fourth = openBrowser(firm);
      await fourth.signIn('alice', 'demo');
      await fourth.open('/auth/code/');
      expect((await fourth.submit('/auth/code/', { code: codes[0]!.toUpperCase() })).statusCode).toBe(expected);
    }
    const stored = await app.tx().selectFrom('recovery_code').select('code_hash').execute();
    expect(stored.map((row) => row.code_hash.toString())).not.toContain(codes[1]);
    const { secret } = await app.tx().selectFrom('totp').select('secret').executeTakeFirstOrThrow();
    expect(app.adapters.seal.open(secret)).toBeTruthy();
  });

  it('is not replaced by whoever knows the password, and wrong codes are counted', async () => {
    await setUpAlice();
    const thief = openBrowser(firm);
    await thief.signIn('alice', 'demo');
    expect((await thief.open('/auth/code/')).body).not.toContain('class="qr"');
    for (let i = 0; i < 10; i += 1) expect((await thief.submit('/auth/code/', { code: '000000' })).statusCode).toBe(401);
    const stopped = await thief.submit('/auth/code/', { code: '000000' });
    expect([stopped.statusCode, stopped.headers['retry-after']]).toEqual([429, '900']);
  });

  it('ends a session without one as soon as a role needs it, and asks nobody else', async () => {
    const browser = openBrowser(firm);
    expect((await browser.signIn('joe', 'demo')).headers.location).toBe('/app/');
    const joe = browser.client();
    expect((await joe.call(user.getSelf, {})).username).toBe('joe');
    await app
      .tx()
      .updateTable('app_user')
      .set({ granted: ['Payments Admin'] })
      .where('username', '=', 'joe')
      .execute();
    expect((await joe.refused(user.getSelf, {})).status).toBe(401);
    expect((await browser.signIn('joe', 'demo')).headers.location).toBe('/auth/code/');
  });

  it('is not given up while a role needs it; an administrator takes a lost one away', async () => {
    const { browser } = await setUpAlice();
    const alice = browser.client();
    expect((await alice.refused(factor.removeTotp, {})).body.detail).toMatch(/Your groups need a second factor/);
    const { id } = await alice.call(user.getSelf, {});
    expect(await alice.call(user.getUser, { id })).toMatchObject({ has_authenticator: true, passkeys: 0 });
    await alice.call(factor.resetFactors, { id });
    expect((await alice.refused(user.getSelf, {})).status).toBe(401);
    expect(await app.tx().selectFrom('totp').selectAll().execute()).toEqual([]);
  });
});

describe('before a dangerous act', () => {
  it('the factor is asked again after a while, and the rest goes on as before', async () => {
    const { browser, code } = await setUpAlice();
    const alice = browser.client();
    const { results } = await alice.call(user.listUsers, { query: 'chelsea' });
    const give = { granted: ['Jobs User' as const] };
    await alice.call(user.updateUser, { id: results[0]!.id }, give);
    later(20);
    const again = { granted: ['Jobs Manager' as const] };
    expect((await alice.refused(user.updateUser, { id: results[0]!.id }, again)).body).toMatchObject({ code: 'CONFIRM_NEEDED' });
    expect((await alice.refused(setTimeLock, {}, { locked_through: null })).body).toMatchObject({ code: 'CONFIRM_NEEDED' });
    await alice.call(user.updateUser, { id: results[0]!.id }, { phone: '506 555-0100' });
    expect(await alice.call(factor.getConfirmWays, {})).toMatchObject({ password: false, code: true, passkey: null, provider: null });
    expect((await alice.refused(factor.confirmSelf, {}, { password: 'demo' })).status).toBe(400);
    expect((await alice.refused(factor.confirmSelf, {}, { code: '000000' })).body).toHaveProperty('code');
    await alice.call(factor.confirmSelf, {}, { code: code() });
    await alice.call(user.updateUser, { id: results[0]!.id }, again);
  });

  it('a person without a factor shows the password in a firm, and is not asked in a demo', async () => {
    const browser = openBrowser(firm);
    await browser.signIn('tess', 'demo');
    const tess = browser.client();
    later(20);
    expect((await tess.refused(setTimeLock, {}, { locked_through: null })).status).toBe(403);
    expect((await tess.refused(factor.confirmSelf, {}, { password: 'no' })).body).toHaveProperty('password');
    await tess.call(factor.confirmSelf, {}, { password: 'demo' });
    await tess.call(setTimeLock, {}, { locked_through: null });
    const demo = await app.as('tess');
    later(300);
    await demo.call(setTimeLock, {}, { locked_through: null });
  });
});
