import { argon2Sync } from 'node:crypto';
import * as client from '@dmse/contract/clients/client';
import * as user from '@dmse/contract/people/user';
import { describe, expect, it } from 'vitest';
import { safeNext } from '../pages/next-path.ts';
import { openBrowser } from '../testing/fixtures/browser-fixture.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

async function idOf(username: string): Promise<number> {
  return (await app.tx().selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id;
}

/** The rows of the list of security requirements about signing in, each as whoever only sees HTTP would try it. */
describe('security of sign-in', () => {
  it('SEC-S01 the cookie holds 256 random bits that no script reads', async () => {
    const browser = openBrowser(app.fastify);
    const answer = await browser.signIn('joe', 'demo');
    const cookie = answer.cookies.find(({ name }) => name === 'sessionid')!;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(Buffer.from(cookie.value, 'base64url')).toHaveLength(32);
    const again = await browser.signIn('joe', 'demo');
    expect(again.cookies.find(({ name }) => name === 'sessionid')!.value).not.toBe(cookie.value);
  });

  it('SEC-S02 a session is over after signing in anew, signing out, being disabled, and when an administrator ends it', async () => {
    const browser = openBrowser(app.fastify);
    await browser.signIn('joe', 'demo');
    const old = browser.client();
    await browser.signIn('joe', 'demo');
    expect((await old.refused(user.getSelf, {})).status).toBe(401);
    const joe = browser.client();
    expect((await joe.call(user.listOwnSessions, {})).results.filter(({ is_current }) => is_current)).toHaveLength(1);
    const { sessionid, csrftoken } = browser.jar;
    expect((await browser.submit('/auth/logout/', { csrf: csrftoken! })).statusCode).toBe(303);
    expect([sessionid === browser.jar.sessionid, (await joe.refused(user.getSelf, {})).status]).toEqual([false, 401]);

    const alice = await app.as('alice');
    const other = await app.as('joe');
    await alice.call(user.endSessions, { id: await idOf('joe') });
    expect((await other.refused(user.getSelf, {})).status).toBe(401);

    const [desk, tablet] = [await app.as('fern'), await app.as('fern', 'field')];
    await alice.call(user.updateUser, { id: await idOf('fern') }, { is_active: false });
    for (const one of [desk, tablet]) expect((await one.refused(user.getSelf, {})).status).toBe(401);
    expect((await openBrowser(app.fastify).signIn('fern', 'demo')).statusCode).toBe(401);
    // What she did stays hers.
    expect((await alice.call(user.getUser, { id: await idOf('fern') })).full_name).toBe('Fern Francoeur');
  });

  it.each([
    ['office', 12, 7],
    ['field', 14 * 24, 30],
  ] as const)('SEC-S03 a session of kind %s ends after %i idle hours and %i days in all', async (kind, idle, days) => {
    const start = Date.parse(app.clock.now);
    const at = (hours: number) => {
      app.clock.now = new Date(start + hours * 3_600_000).toISOString();
    };
    const [left, used] = [await app.as('joe', kind), await app.as('joe', kind)];
    for (let hours = idle - 1; hours < days * 24; hours += idle - 1) {
      at(hours);
      await used.call(user.getSelf, {});
    }
    expect((await left.refused(user.getSelf, {})).status).toBe(401);
    at(days * 24);
    expect((await used.refused(user.getSelf, {})).status).toBe(401);
  });

  it('SEC-S04 a form of another site changes nothing', async () => {
    const joe = await app.as('joe');
    const before = await joe.call(client.listClients, {});
    const { sessionid, csrftoken } = joe.credentials!;
    const cookie = `sessionid=${sessionid}; csrftoken=${csrftoken}`;
    const forged = [
      { 'content-type': 'application/json' },
      { 'content-type': 'application/json', 'x-csrftoken': 'wrong' },
      { 'content-type': 'application/json', 'x-csrftoken': csrftoken, 'sec-fetch-site': 'cross-site' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'multipart/form-data; boundary=x' },
    ];
    for (const headers of forged) {
      const answer = await app.fastify.inject({
        method: 'POST',
        url: '/api/clients/client/',
        headers: { cookie, ...headers },
        payload: '{"name":"x"}',
      });
      expect(answer.statusCode, JSON.stringify(headers)).toBe(403);
    }
    expect((await joe.call(client.listClients, {})).count).toBe(before.count);
  });

  it.each(['/auth/login/', '/auth/passkey/', '/auth/forgot/'])('SEC-S04 %s takes no form but its own', async (path) => {
    const [browser, other] = [openBrowser(app.fastify), openBrowser(app.fastify)];
    await other.open('/auth/login/');
    await browser.open('/auth/login/');
    const foreign = other.read(/name="csrf" value="([^"]+)"/)!;
    for (const csrf of ['', 'wrong', foreign]) {
      const answer = await browser.submit(path, { csrf, username: 'joe', password: 'demo', address: 'joe', code: '000000', answer: '{}' });
      expect(answer.statusCode, csrf).toBe(403);
    }
    expect(browser.jar.sessionid).toBeUndefined();
  });

  it('SEC-S05 guesses are stopped at one address, and the owner gets in from another', async () => {
    const guesser = openBrowser(app.fastify, '10.1.1.1');
    const rows = Array.from({ length: 10 }, () => ({ account: 'mona', address: '10.1.1.1', at: app.clock.now, succeeded: false }));
    await app.tx().insertInto('sign_in_attempt').values(rows).execute();
    const stopped = await guesser.signIn('mona', 'no');
    expect([stopped.statusCode, Number(stopped.headers['retry-after'])]).toEqual([429, 900]);
    expect((await openBrowser(app.fastify, '10.1.1.2').signIn('mona', 'demo')).statusCode).toBe(303);
    // A guess at each of a hundred accounts is no way round.
    const many = Array.from({ length: 100 }, (_, at) => ({ account: `a${at}`, address: '10.1.1.3', at: app.clock.now, succeeded: false }));
    await app.tx().insertInto('sign_in_attempt').values(many).execute();
    expect((await openBrowser(app.fastify, '10.1.1.3').signIn('mona', 'demo')).statusCode).toBe(429);
  });

  it('SEC-S06 a password is stored as argon2id, and a weak one is not taken', async () => {
    const joe = await app.as('joe');
    for (const new_password of ['short', 'password1234', 'joejardine12', 'aaaaaaaaaaaa', 'dmse2026dmse'])
      expect((await joe.refused(user.changePassword, {}, { current_password: 'demo', new_password })).body).toHaveProperty('new_password');
    await joe.call(user.changePassword, {}, { current_password: 'demo', new_password: 'trois truites au lac' });
    const stored = await app.tx().selectFrom('app_user').select('password_hash').where('username', '=', 'joe').executeTakeFirstOrThrow();
    expect(stored.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('SEC-S05 a name nobody has, a wrong password and somebody who was switched off are told the same', async () => {
    await app.tx().updateTable('app_user').set({ is_active: false }).where('username', '=', 'fern').execute();
    const pages: string[] = [];
    for (const [username, password] of [
      ['nobody', 'demo'],
      ['mona', 'wrong'],
      ['fern', 'demo'],
    ]) {
      const { statusCode, body } = await openBrowser(app.fastify).signIn(username!, password!);
      const said = body.replace(`value="${username}"`, '').replace(/name="csrf" value="[^"]+"/, '');
      pages.push(`${statusCode} ${said}`);
    }
    expect(pages[0]).toMatch(/^401 .*The username or password is not right/s);
    expect(new Set(pages).size).toBe(1);
  });

  it('SEC-S06 128 characters without any composition are taken, 129 are not, and a weaker hash is made anew at the next sign-in', async () => {
    const joe = await app.as('joe');
    const long = 'le vent du large souffle encore '.repeat(5).slice(0, 128);
    const change = (new_password: string) => ({ current_password: 'demo', new_password });
    expect((await joe.refused(user.changePassword, {}, change(`${long}x`))).body).toHaveProperty('new_password');
    await joe.call(user.changePassword, {}, change(long));
    expect((await openBrowser(app.fastify).signIn('joe', long)).statusCode).toBe(303);

    const hashOf = async () =>
      (await app.tx().selectFrom('app_user').select('password_hash').where('username', '=', 'mona').executeTakeFirstOrThrow())
        .password_hash;
    const nonce = Buffer.alloc(16, 1);
    const key = argon2Sync('argon2id', { message: 'demo', nonce, memory: 8192, passes: 1, parallelism: 1, tagLength: 32 });
    const [salt, hash] = [nonce, key].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
    const weak = `$argon2id$v=19$m=8192,t=1,p=1$${salt}$${hash}`;
    await app.tx().updateTable('app_user').set({ password_hash: weak }).where('username', '=', 'mona').execute();
    expect([(await openBrowser(app.fastify).signIn('mona', 'wrong')).statusCode, await hashOf()]).toEqual([401, weak]);
    expect((await openBrowser(app.fastify).signIn('mona', 'demo')).statusCode).toBe(303);
    expect(await hashOf()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('SEC-S08 nobody gets in by what others ship with', async () => {
    for (const [username, password] of [
      ['admin', 'admin'],
      ['root', 'root'],
      ['admin', 'password'],
      ['alice', ''],
    ])
      expect((await openBrowser(app.fastify).signIn(username!, password!)).statusCode, username).toBe(401);
  });

  it('SEC-S12 a role that is taken away is gone with the next call', async () => {
    const [alice, joe] = [await app.as('alice'), await app.as('joe')];
    await joe.call(client.listClients, {});
    await alice.call(user.updateUser, { id: await idOf('joe') }, { granted: [] });
    expect((await joe.refused(client.listClients, {})).status).toBe(403);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    '/%09/evil.example',
    'javascript:alert(1)',
    '/app/../..//evil.example',
  ])('SEC-S28 signing in does not lead to %s', async (next) => {
    const browser = openBrowser(app.fastify);
    expect((await browser.signIn('joe', 'demo', { next })).headers.location).toBe('/app/');
    expect(safeNext(next)).toBe('/app/');
  });
});
