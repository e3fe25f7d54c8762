import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSelf } from '@dmse/contract/people/user';
import { updateSettingSection } from '@dmse/contract/settings/core';
import { createTestClient } from '@dmse/testkit/client';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { uploadBytes } from '../testing/fixtures/upload-fixture.ts';
import { transportOf, useTestApp } from '../testing/test-app.ts';
import { safeNext } from './next-path.ts';
import { findFonts } from './sign-in-font.ts';

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

  it.each(['/app/jobs?query=100%25', '/app/jobs?query=a%26b', '/app/jobs?query=smith%2Bsons'])(
    'comes to %s as it was, through the page',
    async (next) => {
      const { page } = await openPage(next);
      const carried = /name="next" value="([^"]+)"/.exec(page.body)![1]!.replaceAll('&#38;', '&');
      expect((await submit({ username: 'mona', password: 'demo', next: carried })).headers.location).toBe(next);
    },
  );

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
    expect(stopped.headers['retry-after']).toBe('900');
    expect((await submit({ username: 'mona', password: 'demo' }, { address: '10.0.0.9' })).statusCode).toBe(303);
    app.clock.now = '2026-03-04T15:16:00.000Z';
    expect((await submit({ username: 'mona', password: 'demo' })).statusCode).toBe(303);
  });

  it('a clock that is set back an hour shuts nobody out, and gives nobody more guesses', async () => {
    const guess = { account: 'mona', address: '127.0.0.1', at: app.clock.now };
    const note = (rows: object[]) =>
      app
        .tx()
        .insertInto('sign_in_attempt')
        .values(rows.map((row) => ({ ...guess, succeeded: false, ...row })))
        .execute();
    await note([...Array(10).fill({}), ...Array(100).fill({ account: 'somebody' })]);
    expect((await submit({ username: 'mona', password: 'demo' })).statusCode).toBe(429);
    app.clock.now = '2026-03-04T14:00:00.000Z';
    expect((await submit({ username: 'mona', password: 'demo' })).statusCode).toBe(303);
    await note([{ succeeded: true }, ...Array(10).fill({ at: app.clock.now })]);
    expect((await submit({ username: 'mona', password: 'demo' })).statusCode).toBe(429);
  });

  it('throttles the account by whichever of its names, and a name nobody has in the same words', async () => {
    const guess = (username: string) => submit({ username, password: 'no' });
    const note = (account: string) =>
      app
        .tx()
        .insertInto('sign_in_attempt')
        .values(Array.from({ length: 9 }, () => ({ account, address: '127.0.0.1', at: app.clock.now, succeeded: false })))
        .execute();
    await note('tess');
    await note('nobody@example.ca');
    for (const username of ['TESS@example.ca', 'Nobody@example.ca']) expect((await guess(username)).statusCode).toBe(401);
    const stopped = await Promise.all(['tess', ' Tess@Example.ca', 'nobody@example.ca'].map(guess));
    expect(stopped.map((answer) => answer.statusCode)).toEqual([429, 429, 429]);
    const sentences = stopped.map((answer) => /role="alert">([^<]+)</.exec(answer.body)![1]);
    expect(new Set(sentences).size).toBe(1);
  });

  it('never counts who is right: an office behind one address signs in all morning', async () => {
    const { signin, csrf } = await openPage();
    // A hundred have signed in before; each hash takes its time.
    const before = Array.from({ length: 100 }, (_, at) => ({
      account: `office-${at}`,
      address: '127.0.0.1',
      at: app.clock.now,
      succeeded: true,
    }));
    await app.tx().insertInto('sign_in_attempt').values(before).execute();
    for (let i = 0; i < 4; i += 1) {
      const answer = await app.fastify.inject({
        method: 'POST',
        url: '/auth/login/',
        headers: { cookie: `signin=${signin}`, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ csrf, username: 'chelsea', password: 'demo' }).toString(),
      });
      expect(answer.statusCode).toBe(303);
    }
    const left = await app.tx().selectFrom('sign_in_attempt').select('succeeded').where('account', '=', 'chelsea').execute();
    expect(left.map((row) => row.succeeded)).toEqual([true, true, true, true]);
  });

  it('forgets the mistakes before a right password', async () => {
    await submit({ username: 'joe', password: 'no' });
    app.clock.now = '2026-03-04T15:00:01.000Z';
    await submit({ username: 'joe', password: 'demo' });
    const rows = await app.tx().selectFrom('sign_in_attempt').select('succeeded').where('account', '=', 'joe').orderBy('id').execute();
    expect(rows.map((row) => row.succeeded)).toEqual([false, true]);
  });

  it('slows down an address that asks faster than an office does, and no other', async () => {
    const ask = (remoteAddress: string) => app.fastify.inject({ url: '/auth/', remoteAddress });
    const answers = await Promise.all(Array.from({ length: 800 }, () => ask('10.9.9.9')));
    const slowed = answers.filter(({ statusCode }) => statusCode === 429);
    expect(slowed.length).toBeGreaterThan(0);
    expect(slowed.length).toBeLessThanOrEqual(400);
    expect(Number(slowed[0]!.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('10.9.9.10')).statusCode).toBe(302);
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

describe('the face of the sign-in page', () => {
  const pathsOf = (svg: string) => [...svg.matchAll(/<(?:path|rect|circle)[^>]*>/g)].map(([shape]) => shape);

  it("is the product's own: the mark of its icon", async () => {
    const icon = await readFile(new URL('../../../web/public/favicon.svg', import.meta.url), 'utf8');
    expect(pathsOf((await openPage()).page.body)).toEqual(pathsOf(icon));
    expect((await app.fastify.inject('/auth/logo/')).statusCode).toBe(404);
  });

  it("shows the firm's logo to anyone once there is one, and no other file", async () => {
    const png = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#5B3A9E' } })
      .png()
      .toBuffer();
    const alice = await app.as('alice');
    const logo_horizontal = await uploadBytes(alice, 'logo.png', png);
    await alice.call(updateSettingSection, { section: 'firm' }, { logo_horizontal });
    expect((await openPage()).page.body).toContain('<img class="logo" src="/auth/logo/" alt="">');
    const shown = await app.fastify.inject('/auth/logo/');
    expect(shown.statusCode).toBe(200);
    expect(shown.headers['content-type']).toMatch(/^image\//);
    expect(shown.headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    expect((await app.fastify.inject(`/api/core/file/${logo_horizontal}/`)).statusCode).toBe(401);
  });

  it('names the font files as the build has named them, and none where nothing is built', async () => {
    const dist = await mkdtemp(join(tmpdir(), 'dmse-dist-'));
    expect(findFonts(dist)).toEqual([]);
    await mkdir(join(dist, 'assets'));
    for (const name of ['inter-latin-wght-normal-Ab_1.woff2', 'inter-latin-ext-wght-normal-x-9.woff2', 'inter-latin-wght-normal.css'])
      await writeFile(join(dist, 'assets', name), '');
    expect(findFonts(dist).map(({ url }) => url)).toEqual([
      '/app/assets/inter-latin-ext-wght-normal-x-9.woff2',
      '/app/assets/inter-latin-wght-normal-Ab_1.woff2',
    ]);
    await rm(dist, { recursive: true });
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
    '/app%2F..%2F..%2F%2Fevil.example',
    '/app/%2e%2e//evil.example',
    '/app/..%5C..%5Cevil.example',
    '/app/%0d%0aSet-Cookie:x=1',
    '/app/\n//evil.example',
    '/@evil.example/app/',
    'evil.example/app/',
    '\\\\evil.example/app/',
    ' //evil.example/app/',
    '',
  ])('sends %s home', (next) => {
    expect(safeNext(next)).toBe('/app/');
  });

  it.each([
    '/app/',
    '/app/client/5?tab=info',
    '/staff/users',
    '/api/docs/',
    '/app',
    '/app/jobs?query=100%25',
    '/app/jobs?query=100%',
    '/app/jobs?query=a%26b',
    '/app/jobs?query=smith%2Bsons',
    '/app/jobs?query=Th%C3%A9riault&next=//evil.example',
    '/app/map#17/46.1/-64.8',
  ])('keeps %s', (next) => {
    expect(safeNext(next)).toBe(next);
  });

  it('stays on our own pages and does not change its mind, whatever it is given', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '%2f',
      '%5c',
      '%2e',
      '.',
      '..',
      ':',
      '@',
      '%',
      '%25',
      '%09',
      '\t',
      '?',
      '#',
      'app',
      'staff',
      'evil.example',
      'é',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), fc.constantFrom('', '/', '/app/'), (parts, start) => {
        const next = safeNext(start + parts.join(''));
        expect(safeNext(next)).toBe(next);
        const url = new URL(next, 'https://firm.example');
        expect(url.origin).toBe('https://firm.example');
        expect(url.pathname).toMatch(/^\/(app|staff|api\/docs|auth)(\/|$)/);
      }),
      { numRuns: 2000 },
    );
  });
});
