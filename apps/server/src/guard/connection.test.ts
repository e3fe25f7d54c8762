import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import type { Readiness } from '../pages/health.ts';
import { talk } from '../testing/talk.ts';
import { useTestApp } from '../testing/test-app.ts';
import { isTooSlow } from './slow-bodies.ts';

const app = useTestApp();
const READY: Readiness = { whyNotWrite: () => null, whyNotServe: () => null };
const SHORT = { quiet: 300, small: 900, upload: 60_000 };

const OURS = {
  'x-app': 'dmse',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'content-security-policy': expect.stringContaining("default-src 'self'"),
  'cache-control': 'private, no-store',
};

describe('an address that cannot be read', () => {
  it.each(['/app/%ff', '/api/clients/client/%ff/', '/auth/login/%zz', '/%'])(
    '%s gets our words and headers, and not itself',
    async (url) => {
      const answer = await app.fastify.inject({ url });
      expect(answer.statusCode).toBe(400);
      expect(answer.headers).toMatchObject(OURS);
      expect(answer.json()).toEqual({ detail: expect.stringMatching(/^This address cannot be read/), request_id: expect.any(String) });
      expect(answer.body).not.toMatch(/%|FST_ERR/);
    },
  );

  it('one with a piece longer than any id is not found', async () => {
    const answer = await app.fastify.inject({ url: `/api/clients/client/${'7'.repeat(400)}/` });
    expect([answer.statusCode, answer.json().detail]).toEqual([404, 'Not found.']);
    expect(answer.headers).toMatchObject(OURS);
  });
});

describe('on the wire', () => {
  let server: FastifyInstance;
  let port: number;
  let readiness = READY;
  beforeAll(async () => {
    const live = { whyNotWrite: (isUpload: boolean) => readiness.whyNotWrite(isUpload), whyNotServe: () => readiness.whyNotServe() };
    const { db, adapters, config } = app;
    server = await buildApp({ db, adapters, config, mode: 'demo', readiness: live, bodyLimits: SHORT, now: () => app.clock.now });
    await server.listen({ host: '127.0.0.1', port: 0 });
    port = (server.server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  it('what is not HTTP gets our words and headers, and the connection ends', async () => {
    const { answer, closed } = talk(port, 'GARBAGE\r\n\r\n');
    const { status, headers, body } = await answer;
    expect([status, JSON.parse(body)]).toEqual([400, { detail: 'The request could not be read.' }]);
    expect(headers).toMatchObject({ ...OURS, connection: 'close' });
    await closed;
  });

  it('so do headers that are too large', async () => {
    const { status, headers, body } = await talk(port, `GET /app/ HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`).answer;
    expect([status, JSON.parse(body).detail]).toEqual([431, expect.stringMatching(/headers .* larger/)]);
    expect(headers).toMatchObject(OURS);
  });

  it('a small call that stalls is let go; one that only trickles, too', async () => {
    const head =
      'POST /auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\na=';
    const stalled = talk(port, head);
    const trickling = talk(port, head);
    let sent = 0;
    const timer = setInterval(() => {
      trickling.send('a');
      sent += 1;
    }, 100);
    const { status, headers, body } = await stalled.answer;
    expect([status, JSON.parse(body).detail]).toEqual([408, expect.stringMatching(/took too long/)]);
    expect(headers).toMatchObject(OURS);
    expect((await trickling.answer).status).toBe(408);
    // It was waited for, and its letters were taken, before it was let go.
    expect(sent).toBeGreaterThan(SHORT.quiet / 100);
    clearInterval(timer);
    await Promise.all([stalled.closed, trickling.closed]);
  });

  it('a file that keeps coming is waited for beyond any limit of small calls; one that stops is not', async () => {
    const mona = await app.as('mona');
    const { sessionid, csrftoken } = mona.credentials!;
    const part = '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n';
    const [letters, end] = ['a'.repeat(15), '\r\n--xx--\r\n'];
    const length = part.length + letters.length + end.length;
    const head = [
      'POST /api/core/upload/ HTTP/1.1',
      'Host: x',
      `Cookie: sessionid=${sessionid}; csrftoken=${csrftoken}`,
      `X-CSRFToken: ${csrftoken}`,
      'Content-Type: multipart/form-data; boundary=xx',
      `Content-Length: ${length}`,
    ].join('\r\n');
    const slow = talk(port, `${head}\r\n\r\n${part}`);
    const stalled = talk(port, `${head}\r\n\r\n${part}`);
    for (const letter of letters) {
      await new Promise((done) => setTimeout(done, 100));
      slow.send(letter);
    }
    slow.send(end);
    expect(await slow.answer).toMatchObject({ status: 201, body: expect.stringContaining('"a.txt"') });
    expect((await stalled.answer).status).toBe(408);
  });

  describe('while the server is starting', () => {
    beforeAll(() => {
      readiness = { whyNotWrite: () => 'The server is starting.', whyNotServe: () => 'The server is starting.' };
    });
    afterAll(() => {
      readiness = READY;
    });

    it.each(['/app/', '/auth/login/', '/staff/users', '/'])('a person who opens %s gets a page that looks again by itself', async (url) => {
      const answer = await server.inject({ url, headers: { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' } });
      expect(answer.statusCode).toBe(503);
      expect(answer.headers).toMatchObject({ ...OURS, 'content-type': 'text/html; charset=utf-8', 'retry-after': '5' });
      expect(answer.body).toContain('<meta http-equiv="refresh" content="5">');
      expect(answer.body).toContain('The server is starting.');
      expect(answer.body).not.toMatch(/<script|https?:\/\//);
    });

    it('a program gets what it can read', async () => {
      for (const url of ['/api/clients/client/', '/app/']) {
        const answer = await server.inject({ url, headers: { accept: '*/*' } });
        expect([answer.statusCode, answer.json().code]).toEqual([503, 'UNAVAILABLE']);
        expect(answer.headers['retry-after']).toBe('2');
      }
    });
  });
});

describe('SEC-S32 when the database is away', () => {
  it('the sign-in page says so and looks again', async () => {
    const away = async () => Promise.reject(new Error('Connection terminated unexpectedly'));
    const db = { ...app.db, lookUp: away, read: away, write: away };
    const server = await buildApp({ db, adapters: app.adapters, config: app.config, mode: 'demo', readiness: READY });
    const answer = await server.inject({ url: '/auth/login/', headers: { accept: 'text/html' } });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'retry-after': '5' });
    expect(answer.body).toContain('The database cannot be reached just now.');
    await server.close();
  });
});

it.each([
  ['Connection terminated unexpectedly', 503],
  ['canary: select password_hash from app_user', 500],
] as const)(
  'SEC-S29, SEC-S32 when everything fails with “%s” a call is answered %i: a sentence, an id, and nothing of the cause',
  async (message, status) => {
    const fails = async () => Promise.reject(new Error(message));
    const db = { ...app.db, lookUp: fails, read: fails, write: fails };
    const server = await buildApp({ db, adapters: app.adapters, config: app.config, mode: 'demo', readiness: READY });
    const { sessionid } = (await app.as('joe')).credentials!;
    const answer = await server.inject({ url: '/api/clients/client/', headers: { cookie: `sessionid=${sessionid}` } });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject(OURS);
    expect(answer.json()).toEqual({ detail: expect.any(String), code: expect.any(String), request_id: expect.any(String) });
    expect(answer.body).not.toContain(message);
    await server.close();
  },
);

describe('who comes while the server stops', () => {
  it('is told so in our words', async () => {
    const server = await buildApp({ db: app.db, adapters: app.adapters, config: app.config, mode: 'demo', readiness: READY });
    await server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.server.address() as AddressInfo;
    const half = talk(port, 'GET /app/ HTTP/1.1\r\nHost:');
    await new Promise((done) => setTimeout(done, 100));
    const closing = server.close();
    await new Promise((done) => setTimeout(done, 100));
    half.send(' x\r\n\r\n');
    const { status, headers, body } = await half.answer;
    expect([status, JSON.parse(body).detail]).toEqual([503, 'The server is stopping.']);
    expect(headers).toMatchObject({ ...OURS, connection: 'close', 'retry-after': '2' });
    await closing;
  });
});

it('a file may take hours, but not without a byte; a small call may not', () => {
  const limits = { quiet: 60, small: 120, upload: 14_400 };
  expect(isTooSlow(true, { quiet: 59, total: 14_000 }, limits)).toBe(false);
  expect(isTooSlow(true, { quiet: 60, total: 61 }, limits)).toBe(true);
  expect(isTooSlow(true, { quiet: 0, total: 14_400 }, limits)).toBe(true);
  expect(isTooSlow(false, { quiet: 0, total: 120 }, limits)).toBe(true);
});
