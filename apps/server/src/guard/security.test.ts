import { Writable } from 'node:stream';
import { ALL } from '@dmse/contract/all';
import * as client from '@dmse/contract/clients/client';
import { getSelf } from '@dmse/contract/people/user';
import { createTestClient } from '@dmse/testkit/client';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { openSession } from '../areas/people/session/session.service.ts';
import { transportOf, useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

const EVERYWHERE = {
  'x-app': 'dmse',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

describe('SEC-S29, SEC-S30 headers', () => {
  it.each([
    '/',
    '/auth/login/',
    '/api/users/self/',
    '/api/nothing/',
    '/healthz',
    '/readyz',
    '/app/',
    '/app/client/5',
    '/app/assets/none.js',
    '/staff/',
    '/api/docs/',
    '/.git/config',
  ])('are on %s, whatever it answers', async (url) => {
    const answer = await app.fastify.inject({ url });
    expect(answer.headers).toMatchObject(EVERYWHERE);
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'self'.*frame-ancestors 'none'/);
    expect(answer.headers['content-security-policy']).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });

  it('promise https for a year where https is spoken, and the cookie takes its stricter name', async () => {
    const config = { ...app.config, publicOrigin: 'https://dmse.example.ca' };
    const https = await buildApp({
      db: app.db,
      adapters: app.adapters,
      config,
      mode: 'demo',
      readiness: { whyNotWrite: () => null, whyNotServe: () => null },
      now: () => app.clock.now,
    });
    const answer = await https.inject({ url: '/auth/login/' });
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(String(answer.headers['set-cookie'])).toMatch(/Secure/);
    const csrf = /name="csrf" value="([^"]+)"/.exec(answer.body)![1]!;
    const signin = /signin=([^;]+)/.exec(String(answer.headers['set-cookie']))![1]!;
    const signedIn = await https.inject({
      method: 'POST',
      url: '/auth/login/',
      headers: { cookie: `signin=${signin}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ csrf, username: 'mona', password: 'demo' }).toString(),
    });
    expect(String(signedIn.headers['set-cookie'])).toMatch(/__Host-sessionid=[\w-]{43};[^,]*Path=\/; HttpOnly; Secure; SameSite=Lax/);
    await https.close();
  });

  it('let the browser keep hashed assets for ever and nothing that is personal', async () => {
    const mona = await app.as('mona');
    expect((await mona.send(getSelf, {})).headers['cache-control']).toBe('private, no-store');
  });
});

describe('SEC-S30 the machine behind the product', () => {
  it('is not to be seen: no folder is listed, no file beside the product is served, and nothing is sent back as it came', async () => {
    for (const url of ['/.git/config', '/package.json', '/../package.json', '/%2e%2e/package.json', '/assets/', '/data/'])
      expect((await app.fastify.inject({ url })).statusCode, url).toBe(404);
    for (const url of ['/app/assets/', '/app/..%2f..%2fpackage.json', '/app/main.js.map'])
      expect((await app.fastify.inject({ url })).body, url).not.toMatch(/"dependencies"|"mappings"|Index of/);
    const echoed = await app.fastify.inject({ method: 'TRACE' as 'GET', url: '/app/', headers: { 'x-canary': 'canary' } });
    expect([echoed.statusCode, echoed.body.includes('canary')]).toEqual([404, false]);
  });
});

describe('SEC-S09 the routes', () => {
  it('are those of the contract, whose needs are declared, and these pages', () => {
    const path: string[] = [];
    const found = app.fastify
      .printRoutes({ commonPrefix: false })
      .split('\n')
      .flatMap((line) => {
        const [, indent = '', piece = '', methods] = /^([\s│├└─]*)(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line)!;
        path.splice(Math.max(indent.length / 4 - 1, 0), Number.POSITIVE_INFINITY, piece);
        return (methods?.split(', ') ?? []).filter((method) => method !== 'HEAD').map((method) => `${method} ${path.join('')}`);
      });
    const declared = new Set([...ALL.values()].map((endpoint) => `${endpoint.method.toUpperCase()} ${endpoint.path.replace(/\/$/, '')}`));
    // Those of the web app are there once it is built.
    const pages = found.filter((route) => !declared.has(route) && !/^GET \/(app|staff)\b/.test(route));
    expect(found.length - pages.length).toBeGreaterThan(300);
    expect(pages.sort()).toEqual([
      ...['/', '/api/docs', '/api/docs/find.js', '/api/map/changes', '/api/openapi.json'].map((page) => `GET ${page}`),
      ...['', '/code', '/forgot', '/login', '/logo', '/passkey.js', '/password', '/sso/:id', '/sso/:id/callback'].map(
        (page) => `GET /auth${page}`,
      ),
      ...['/favicon.ico', '/healthz', '/metrics', '/readyz'].map((page) => `GET ${page}`),
      'POST /api/xero/webhook',
      ...['/code', '/forgot', '/login', '/logout', '/passkey', '/password', '/sso/:id/logout'].map((page) => `POST /auth${page}`),
    ]);
  });
});

describe('SEC-S32 what cannot be read', () => {
  async function post(payload: string, type = 'application/json') {
    const joe = await app.as('joe');
    return joe.send(client.createClient, {}, undefined, { payload: Buffer.from(payload), headers: { 'content-type': type } });
  }

  it.each(['{', '[1', '{"name":"a","__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}},"name":"a"}', 'null', '[]', '"x"', '1'])(
    'refuses %s with a sentence',
    async (payload) => {
      const answer = await post(payload);
      expect(answer.status).toBe(400);
      const body = JSON.parse(answer.body.toString());
      expect(body.request_id).toMatch(/^[0-9a-f-]{36}$/);
      expect(JSON.stringify(body)).not.toMatch(/at |node_modules|select |SyntaxError/);
    },
  );

  it('refuses a form where JSON is wanted, and a body that is too large', async () => {
    expect((await post('name=x', 'text/plain')).status).toBe(415);
    expect((await post(JSON.stringify({ name: 'x', note: 'y'.repeat(3_000_000) }))).status).toBe(413);
  });

  it.each(["'; drop table client; --", '%27%20or%201=1', '\\', '%', '\u0000', '$(1+1)', '{{7*7}}'])('takes %s for words', async (query) => {
    const joe = await app.as('joe');
    expect([200, 400]).toContain((await joe.send(client.listClients, { query })).status);
  });

  it('knows no id beyond what an id can be', async () => {
    const joe = await app.as('joe');
    for (const id of ['0', '-1', '1.5', '99999999999', 'abc', '1%20or%201=1']) {
      const answer = await app.fastify.inject({
        url: `/api/clients/client/${id}/`,
        headers: { cookie: `sessionid=${joe.credentials!.sessionid}` },
      });
      expect(answer.statusCode, id).toBe(404);
    }
  });
});

describe('SEC-S01 sessions', () => {
  it('are a thousand times another 256 bits, and stored only as a hash', async () => {
    const { id } = await app.tx().selectFrom('app_user').select('id').where('username', '=', 'joe').executeTakeFirstOrThrow();
    const open = () => openSession(app.tx(), { user_id: id, kind: 'office', now: app.clock.now, address: '', device: '' });
    const tokens = new Set<string>();
    for (let i = 0; i < 1000; i += 1) tokens.add(await open());
    expect(tokens.size).toBe(1000);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const stored = await app.tx().selectFrom('session').select('token_hash').execute();
    const hashes = new Set(stored.map((row) => row.token_hash.toString('base64url')));
    for (const token of tokens) expect(hashes.has(token)).toBe(false);
  });
});

describe('SEC-S30 the API page', () => {
  it('names every call, for anyone in a demo', async () => {
    const json = (await app.fastify.inject({ url: '/api/openapi.json' })).json();
    const calls = Object.values(json.paths as Record<string, object>).flatMap((path) => Object.keys(path));
    expect(calls).toHaveLength(ALL.size);
    const page = await app.fastify.inject({ url: '/api/docs/' });
    for (const name of ALL.keys()) expect(page.body).toContain(`id="${name}"`);
  });

  it('is for signed-in people in a firm', async () => {
    const firm = await buildApp({
      db: app.db,
      adapters: app.adapters,
      config: app.config,
      mode: 'firm',
      readiness: { whyNotWrite: () => null, whyNotServe: () => null },
      now: () => app.clock.now,
    });
    for (const url of ['/api/docs/', '/api/openapi.json']) expect((await firm.inject({ url })).statusCode).toBe(401);
    const joe = await app.as('joe');
    expect((await firm.inject({ url: '/api/docs/', headers: { cookie: `sessionid=${joe.credentials!.sessionid}` } })).statusCode).toBe(200);
    await firm.close();
  });
});

describe('SEC-S33 the log', () => {
  it('has a line for each request with its id and person, and no secret', async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const logged = await buildApp(
      {
        db: app.db,
        adapters: app.adapters,
        config: app.config,
        mode: 'demo',
        readiness: { whyNotWrite: () => null, whyNotServe: () => null },
        now: () => app.clock.now,
      },
      stream,
    );
    const joe = await app.as('joe');
    const onLogged = createTestClient(transportOf(logged), joe.credentials);
    await onLogged.call(client.listClients, { query: 'canary-query\r\n{"level":60}' });
    await logged.inject({
      method: 'POST',
      url: '/auth/login/',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'username=mona&password=canary-password',
    });
    await logged.close();
    const text = lines.join('');
    expect(text).toContain('"status":200');
    expect(text).toMatch(/"user":\d+/);
    expect(text).toMatch(/"reqId":"[0-9a-f-]{36}"/);
    for (const secret of [joe.credentials!.sessionid, joe.credentials!.csrftoken, 'canary-password', 'canary-query'])
      expect(text).not.toContain(secret);
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  });
});
