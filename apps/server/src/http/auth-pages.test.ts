import { getSelf } from '@dmse/contract/people/user';
import { createTestClient } from '@dmse/testkit/client';
import { describe, expect, it } from 'vitest';
import { transportOf, useTestApp } from '../testing/test-app.ts';
import { safeNext } from './next-path.ts';

const app = useTestApp();

type Jar = Record<string, string>;

function readCookies(headers: Record<string, unknown>): Jar {
  const lines = [headers['set-cookie'] ?? []].flat() as string[];
  return Object.fromEntries(lines.map((line) => line.split(';')[0]!.split('=') as [string, string]));
}

async function openPage(next = '/app/', address = '127.0.0.1') {
  const page = await app.fastify.inject({ url: `/auth/login/?next=${encodeURIComponent(next)}`, remoteAddress: address });
  return { page, signin: readCookies(page.headers).signin!, csrf: /name="csrf" value="([^"]+)"/.exec(page.body)![1]! };
}

async function submit(fields: Record<string, string>, { address = '127.0.0.1', cookie = '' } = {}) {
  const { signin, csrf } = await openPage('/app/', address);
  return app.fastify.inject({
    method: 'POST',
    url: '/auth/login/',
    remoteAddress: address,
    headers: { cookie: `signin=${signin}; ${cookie}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ csrf, next: '/app/', ...fields }).toString(),
  });
}

describe('signing in', () => {
  it('Mona signs in without script and is sent where she was going', async () => {
    const answer = await submit({ username: 'Mona', password: 'demo', next: '/app/client/5?x=1' });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/app/client/5?x=1');
    const jar = readCookies(answer.headers);
    const cookies = [answer.headers['set-cookie']].flat().join('\n');
    expect(cookies).toMatch(/sessionid=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax/);
    const mona = createTestClient(transportOf(app.fastify), { sessionid: jar.sessionid!, csrftoken: jar.csrftoken! });
    expect(await mona.call(getSelf, {})).toMatchObject({ username: 'mona', session: { kind: 'office' } });
  });

  it('signs in by e-mail address too, and a tablet for longer', async () => {
    const answer = await submit({ username: 'fern@example.ca', password: 'demo', device: 'field' });
    const jar = readCookies(answer.headers);
    const fern = createTestClient(transportOf(app.fastify), { sessionid: jar.sessionid!, csrftoken: jar.csrftoken! });
    expect((await fern.call(getSelf, {})).session).toEqual({ kind: 'field', expires_on: '2026-03-18T15:00:00.000Z' });
  });

  it('says the same for a wrong password and for a name nobody has, and keeps the name typed', async () => {
    const wrong = await submit({ username: 'mona', password: 'no' });
    const nobody = await submit({ username: 'nobody<script>', password: 'no' });
    expect([wrong.statusCode, nobody.statusCode]).toEqual([401, 401]);
    expect(wrong.body).toContain('The username or password is not right.');
    expect(nobody.body).toContain('The username or password is not right.');
    expect(nobody.body).toContain('value="nobody&#60;script&#62;"');
  });

  it('throttles an account from one address and lets its owner in from another', async () => {
    for (let i = 0; i < 10; i += 1) {
      await app
        .tx()
        .insertInto('sign_in_attempt')
        .values({ account: 'mona', address: '127.0.0.1', at: app.clock.now, succeeded: false })
        .execute();
    }
    const stopped = await submit({ username: 'mona', password: 'demo' });
    expect(stopped.statusCode).toBe(429);
    expect(stopped.body).toContain('Wait 15 minutes');
    expect((await submit({ username: 'mona', password: 'demo' }, { address: '10.0.0.9' })).statusCode).toBe(303);
    app.clock.now = '2026-03-04T15:16:00.000Z';
    expect((await submit({ username: 'mona', password: 'demo' })).statusCode).toBe(303);
  });

  it('refuses a form whose token is missing, forged or from another site', async () => {
    const { signin, csrf } = await openPage();
    const post = (headers: Record<string, string>, token: string) =>
      app.fastify.inject({
        method: 'POST',
        url: '/auth/login/',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams({ csrf: token, username: 'mona', password: 'demo' }).toString(),
      });
    expect((await post({ cookie: `signin=${signin}` }, 'x.y')).statusCode).toBe(403);
    expect((await post({}, csrf)).statusCode).toBe(403);
    expect((await post({ cookie: `signin=${signin}`, 'sec-fetch-site': 'cross-site' }, csrf)).statusCode).toBe(403);
    expect((await post({ cookie: `signin=${signin}`, origin: 'https://evil.example' }, csrf)).statusCode).toBe(403);
  });

  it('ends the old session when someone else signs in on the same browser', async () => {
    const first = readCookies((await submit({ username: 'mona', password: 'demo' })).headers);
    const second = await submit({ username: 'joe', password: 'demo' }, { cookie: `sessionid=${first.sessionid}` });
    expect(second.statusCode).toBe(303);
    const old = createTestClient(transportOf(app.fastify), { sessionid: first.sessionid!, csrftoken: first.csrftoken! });
    expect((await old.refused(getSelf, {})).status).toBe(401);
  });

  it('shows who is signed in already', async () => {
    const jar = readCookies((await submit({ username: 'mona', password: 'demo' })).headers);
    const page = await app.fastify.inject({ url: '/auth/login/', headers: { cookie: `sessionid=${jar.sessionid}` } });
    expect(page.body).toContain('You are signed in as Mona Martin.');
  });
});

describe('sessions', () => {
  it('ends with signing out, with being disabled, and with time', async () => {
    const mona = await app.as('mona');
    const { sessionid, csrftoken } = mona.credentials!;
    const out = await app.fastify.inject({
      method: 'POST',
      url: '/auth/logout/',
      headers: { cookie: `sessionid=${sessionid}; csrftoken=${csrftoken}`, 'x-csrftoken': csrftoken },
    });
    expect(out.statusCode).toBe(204);
    expect((await mona.refused(getSelf, {})).status).toBe(401);

    const joe = await app.as('joe');
    await app.tx().updateTable('app_user').set({ is_active: false }).where('username', '=', 'joe').execute();
    expect((await joe.refused(getSelf, {})).status).toBe(401);

    const tess = await app.as('tess');
    app.clock.now = '2026-03-05T03:00:01.000Z';
    expect((await tess.refused(getSelf, {})).body).toMatchObject({ code: 'NOT_SIGNED_IN' });
  });

  it('does not sign out on the word of another site', async () => {
    const mona = await app.as('mona');
    const { sessionid, csrftoken } = mona.credentials!;
    const out = await app.fastify.inject({
      method: 'POST',
      url: '/auth/logout/',
      headers: { cookie: `sessionid=${sessionid}; csrftoken=${csrftoken}` },
    });
    expect(out.statusCode).toBe(403);
    expect((await mona.call(getSelf, {})).username).toBe('mona');
  });

  it('takes a role away at once', async () => {
    const mona = await app.as('mona');
    expect((await mona.call(getSelf, {})).can).toContain('clients.merge');
    await app.tx().updateTable('app_user').set({ granted: [] }).where('username', '=', 'mona').execute();
    expect((await mona.call(getSelf, {})).can).not.toContain('clients.read');
  });
});

describe('safeNext', () => {
  it.each([
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'https://evil.example/app/',
    '/%09/evil.example',
    'javascript:alert(1)',
    '/app/../..//evil.example',
    '/%5Cevil.example',
    '/app\u0000/',
    `/app/${'x'.repeat(8000)}`,
    '/%zz',
    '/metrics',
    '/application/',
    '',
  ])('sends %s home', (next) => {
    expect(safeNext(next)).toBe('/app/');
  });

  it.each(['/app/', '/app/client/5?tab=info', '/staff/users', '/api/docs/', '/app'])('keeps %s', (next) => {
    expect(safeNext(next)).toBe(next);
  });
});
