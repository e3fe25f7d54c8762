import { beginTotp, getConfirmWays } from '@dmse/contract/people/factor';
import * as provider from '@dmse/contract/people/provider';
import * as user from '@dmse/contract/people/user';
import { updateSettingSection } from '@dmse/contract/settings/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityClient } from '../../../adapters/identity/identity-client.ts';
import { buildApp } from '../../../app.ts';
import { openBrowser } from '../../../testing/fixtures/browser-fixture.ts';
import { startOidcProvider } from '../../../testing/fixtures/oidc-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
const person = (email: string, groups: string[] = [], email_verified = true) => ({ email, email_verified, name: 'Nora Nadeau', groups });
const PEOPLE = {
  'j-1': person('Joe@example.ca', ['surveyors']),
  'n-1': person('nora@example.ca', ['surveyors', 'accounts']),
  'x-1': person('mona@example.ca', [], false),
};
// The number of the system is part of the address that has to be registered, so each test gives its own this one.
const ID = 7001;
let there: Awaited<ReturnType<typeof startOidcProvider>>;
beforeAll(async () => {
  there = await startOidcProvider(() => `https://dmse.example.ca/auth/sso/${ID}/callback/`, PEOPLE);
});
afterAll(() => there.stop());

async function addSystem(more: { creates_accounts?: boolean; group_roles?: object } = {}) {
  const { creates_accounts = false, group_roles = {} } = more;
  await sql`insert into identity_provider (id, name, issuer, client_id, client_secret, creates_accounts, group_roles, created_on, updated_on)
    overriding system value values (${ID}, 'Firm login', ${there.issuer}, 'dmse', ${app.adapters.seal.close('canary-oidc-secret')},
      ${creates_accounts}, ${JSON.stringify(group_roles)}, ${app.clock.now}, ${app.clock.now})`.execute(app.tx());
}

/** A person goes there, signs in, and comes back. */
async function goThere(login: string, browser = openBrowser(app.fastify), more = '') {
  const begun = await browser.open(`/auth/sso/${ID}/?next=/app/jobs${more}`);
  const back = await there.signIn(String(begun.headers.location), login);
  return { browser, begun, back, answer: await browser.open(back.pathname + back.search) };
}

describe('signing in by another system', () => {
  it('brings Joe in by his verified address, with code, PKCE, state and nonce, and next time by the link', async () => {
    await addSystem();
    expect((await openBrowser(app.fastify).open('/auth/login/')).body).toContain('Sign in with Firm login');
    const { browser, begun, answer } = await goThere('j-1');
    const asked = new URL(String(begun.headers.location)).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      nonce: expect.any(String),
      state: expect.any(String),
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/app/jobs']);
    expect((await browser.client().call(user.getSelf, {})).username).toBe('joe');
    await app.tx().updateTable('app_user').set({ email: 'other@example.ca' }).where('username', '=', 'joe').execute();
    expect((await goThere('j-1')).answer.statusCode).toBe(303);
    await app.tx().updateTable('app_user').set({ is_active: false }).where('username', '=', 'joe').execute();
    expect((await goThere('j-1')).answer.statusCode).toBe(401);
  });

  it('refuses an answer that this browser did not ask for, one that comes twice, and one of another system', async () => {
    await addSystem();
    const { browser, back, answer } = await goThere('j-1');
    expect(answer.statusCode).toBe(303);
    expect((await browser.open(back.pathname + back.search)).statusCode).toBe(401);
    const stranger = openBrowser(app.fastify);
    expect((await stranger.open(back.pathname + back.search)).statusCode).toBe(401);
    await stranger.open(`/auth/sso/${ID}/`);
    expect((await stranger.open(back.pathname + back.search)).statusCode).toBe(401);
    expect((await stranger.open(`/auth/sso/${ID + 1}/callback/${back.search}`)).statusCode).toBe(401);
    expect(stranger.jar.sessionid).toBeUndefined();
  });

  it('links nobody by an address that is not verified, and makes accounts only where it may', async () => {
    await addSystem();
    for (const login of ['x-1', 'n-1']) {
      const { answer } = await goThere(login);
      expect(answer.statusCode).toBe(401);
      expect(answer.body).toContain(`Ask an administrator to link it: Firm login, ${login}.`);
    }
    const alice = await app.as('alice');
    const { results } = await alice.call(user.listUsers, { query: 'mona' });
    await alice.call(provider.createIdentity, { id: results[0]!.id }, { provider: 'firm login', subject: 'x-1' });
    expect((await goThere('x-1')).answer.statusCode).toBe(303);
    const { id: identity } = (await alice.call(provider.listIdentities, { id: results[0]!.id })).results[0]!;
    await alice.call(provider.removeIdentity, { id: results[0]!.id, identity });
    expect((await goThere('x-1')).answer.statusCode).toBe(401);
  });

  it('makes Nora an account with the roles of her groups, which follow the table and leave other roles alone', async () => {
    await addSystem({ creates_accounts: true, group_roles: { surveyors: ['Field Editor'], accounts: ['Invoices User'], nobody: ['IT'] } });
    const { browser } = await goThere('n-1');
    const self = await browser.client().call(user.getSelf, {});
    expect(self).toMatchObject({ username: 'nora', email: 'nora@example.ca', full_name: 'Nora Nadeau', initials: 'NN' });
    expect(self.groups).toEqual(['Employee', 'Invoices User', 'Field User', 'Field Editor']);
    await app
      .tx()
      .updateTable('app_user')
      .set({ granted: ['Jobs User', 'IT', 'Field Editor'] })
      .where('username', '=', 'nora')
      .execute();
    const again = await goThere('n-1');
    expect((await again.browser.client().call(user.getSelf, {})).groups).toEqual([
      'Employee',
      'Jobs User',
      'Invoices User',
      'Field User',
      'Field Editor',
    ]);
  });

  it('ends sessions when the system says so, once, and believes nobody else', async () => {
    await addSystem();
    const { browser } = await goThere('j-1');
    const other = await app.as('joe');
    const tell = (logout_token: string) => openBrowser(app.fastify).submit(`/auth/sso/${ID}/logout/`, { logout_token });
    expect((await tell('x.y.z')).statusCode).toBe(400);
    expect((await tell(await there.logoutToken({ sub: 'j-1', nonce: 'x' }))).statusCode).toBe(400);
    expect((await tell(await there.logoutToken({ sub: 'j-1', events: {} }))).statusCode).toBe(400);
    expect((await browser.client().call(user.getSelf, {})).username).toBe('joe');
    const at = (seconds: number) => ({ sub: 'j-1', iat: Math.floor(Date.now() / 1000) + seconds });
    for (const seconds of [-600, 600]) expect((await tell(await there.logoutToken(at(seconds)))).statusCode).toBe(400);
    // Their clock is a little ahead of ours.
    const token = await there.logoutToken(at(15));
    expect((await tell(token)).statusCode).toBe(200);
    expect((await browser.client().refused(user.getSelf, {})).status).toBe(401);
    expect((await other.call(user.getSelf, {})).username).toBe('joe');
    expect((await tell(token)).statusCode).toBe(400);

    // One that is named ends and the person's others go on, but for those whose names were never told.
    const [named, unnamed, third] = [(await goThere('j-1')).browser, (await goThere('j-1')).browser, (await goThere('j-1')).browser];
    const [{ id = 0 } = {}] = (await third.client().call(user.listOwnSessions, {})).results.filter((one) => one.is_current);
    await sql`update session set provider_session = null where identity_provider = ${ID}`.execute(app.tx());
    await sql`update session set provider_session = 's-3' where id = ${id}`.execute(app.tx());
    const [{ id: first = 0 } = {}] = (await named.client().call(user.listOwnSessions, {})).results.filter((one) => one.is_current);
    await sql`update session set provider_session = 's-1' where id = ${first}`.execute(app.tx());
    expect((await tell(await there.logoutToken({ sub: 'j-1', sid: 's-1' }))).statusCode).toBe(200);
    for (const ended of [named, unnamed]) expect((await ended.client().refused(user.getSelf, {})).status).toBe(401);
    expect((await third.client().call(user.getSelf, {})).username).toBe('joe');
    expect((await other.call(user.getSelf, {})).username).toBe('joe');
  });
});

describe('before a dangerous act', () => {
  it('whom another system has signed in, without a factor here, goes there again and is asked there', async () => {
    await addSystem();
    const { db, adapters, config } = app;
    const readiness = { whyNotWrite: () => null, whyNotServe: () => null };
    const firm = await buildApp({ db, adapters, config, mode: 'firm', readiness, now: () => app.clock.now });
    const browser = openBrowser(firm);
    await goThere('j-1', browser);
    app.clock.now = '2026-03-04T15:30:00.000Z';
    const joe = browser.client();
    expect((await joe.refused(beginTotp, {})).body).toMatchObject({ code: 'CONFIRM_NEEDED' });
    expect(await joe.call(getConfirmWays, {})).toEqual({
      password: false,
      code: false,
      passkey: null,
      provider: { id: ID, name: 'Firm login' },
    });
    const { begun } = await goThere('j-1', browser, '&again=1');
    expect(new URL(String(begun.headers.location)).searchParams.get('prompt')).toBe('login');
    await browser.client().call(beginTotp, {});
    expect((await joe.refused(user.getSelf, {})).status).toBe(401);
    await firm.close();
  });
});

describe('the systems that sign people in', () => {
  it('SEC-S34 keep their secret sealed and answer it to nobody; a new address needs it again', async () => {
    const alice = await app.as('alice');
    const made = await alice.call(
      provider.createIdentityProvider,
      {},
      {
        name: 'Keycloak',
        issuer: 'http://127.0.0.1:9',
        client_id: 'dmse',
        client_secret: 'canary-typed-secret',
        group_roles: [{ group: 'a', role: 'IT' }],
      },
    );
    expect(made).toMatchObject({
      has_secret: true,
      redirect_uri: `https://dmse.example.ca/auth/sso/${made.id}/callback/`,
      group_roles: [{ group: 'a', role: 'IT' }],
    });
    const moved = await alice.refused(provider.updateIdentityProvider, { id: made.id }, { issuer: 'http://127.0.0.1:10' });
    expect(moved.body).toHaveProperty('client_secret');
    await alice.call(provider.updateIdentityProvider, { id: made.id }, { scopes: 'openid email groups' });
    const everything = [
      await alice.call(provider.listIdentityProviders, {}),
      await app.tx().selectFrom('identity_provider').selectAll().execute(),
      await app.tx().selectFrom('history').selectAll().execute(),
    ];
    expect(JSON.stringify(everything)).not.toContain('canary-typed-secret');
  });

  it('SEC-S27 are asked by https and at a public address only, unless whoever starts the server named them', async () => {
    const client = createIdentityClient({ isTrusted: (issuer) => issuer === 'http://127.0.0.1:8090' });
    for (const issuer of [
      'http://login.example.ca',
      'https://127.0.0.1',
      'https://169.254.169.254/x',
      'https://10.0.0.5',
      'https://[::1]',
      'https://u:p@login.example.ca',
    ])
      expect(await client.whyNot(issuer), issuer).toEqual(expect.any(String));
    expect(await client.whyNot('http://127.0.0.1:8090')).toBeNull();
    const access = { id: 1, version: 1, issuer: 'https://127.0.0.1:1', client_id: 'x', client_secret: null, scopes: 'openid' };
    await expect(client.start(access, 'https://dmse.example.ca/')).rejects.toThrow();
  });

  it('take the place of the password form, and an emergency account stays', async () => {
    const alice = await app.as('alice');
    const { results } = await alice.call(user.listUsers, { query: 'alice' });
    const off = { has_password_form: false, password_users: [results[0]!.id] };
    expect((await alice.refused(updateSettingSection, { section: 'sign_in' }, off)).body).toHaveProperty('has_password_form');
    await addSystem();
    expect((await alice.refused(updateSettingSection, { section: 'sign_in' }, { ...off, password_users: [] })).body).toHaveProperty(
      'password_users',
    );
    await alice.call(updateSettingSection, { section: 'sign_in' }, off);
    const browser = openBrowser(app.fastify);
    expect((await browser.open('/auth/login/')).body).not.toContain('name="password"');
    expect((await browser.open('/auth/forgot/')).statusCode).toBe(303);
    expect((await browser.open('/auth/login/?password=1')).body).toContain('name="password"');
    expect((await browser.submit('/auth/login/', { username: 'joe', password: 'demo' })).statusCode).toBe(401);
    expect((await browser.submit('/auth/login/', { username: 'alice', password: 'demo' })).statusCode).toBe(303);
  });

  it('leave a way in: the last of them and the last emergency account stay while the password form is off', async () => {
    const alice = await app.as('alice');
    const { id } = await alice.call(user.getSelf, {});
    await addSystem({ group_roles: { it: ['Users Admin'] } });
    await alice.call(updateSettingSection, { section: 'sign_in' }, { has_password_form: false, password_users: [id] });
    const off = await alice.refused(provider.updateIdentityProvider, { id: ID }, { is_active: false });
    expect(off.body).toHaveProperty('is_active');
    const nora = { username: 'nora', email: 'nora@example.ca', full_name: 'Nora Nadeau', granted: ['Users Admin' as const] };
    const { user: made } = await alice.call(user.createUser, {}, nora);
    const gone = await alice.refused(user.updateUser, { id }, { granted: ['IT'] });
    expect(gone.body.detail).toMatch(/last emergency account/);
    // The table would take the role from whoever is not in the group.
    await alice.call(provider.createIdentity, { id }, { provider: 'Firm login', subject: 'j-1' });
    await goThere('j-1');
    expect((await alice.call(user.getUser, { id })).granted).toContain('Users Admin');
    await alice.call(updateSettingSection, { section: 'sign_in' }, { password_users: [id, made.id] });
    await alice.call(user.updateUser, { id: made.id }, { is_active: false });
    await alice.call(updateSettingSection, { section: 'sign_in' }, { has_password_form: true });
    await alice.call(provider.updateIdentityProvider, { id: ID }, { is_active: false });
  });
});
