import type { AddressInfo } from 'node:net';
import { createClient } from '@dmse/contract/clients/client';
import { JSON_BYTES } from '@dmse/contract/endpoint';
import { uploadFile } from '@dmse/contract/files/upload';
import { getSelf, updateSelf } from '@dmse/contract/people/user';
import { reportDevice } from '@dmse/contract/sites/device';
import { createTestClient, type TestClient } from '@dmse/testkit/client';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { talk } from '../testing/talk.ts';
import { transportOf, useTestApp } from '../testing/test-app.ts';

/** What the review of the built half did to the server, kept: each story is an attack, over HTTP where the wire matters. Times are in bench/abuse.ts. */
const app = useTestApp();
const TWO_MEGABYTES = 2 * 1024 * 1024 - 1000;

/** The app again, with what the test wants to say about it. */
function buildAgain(more: Partial<Parameters<typeof buildApp>[0]> = {}): Promise<FastifyInstance> {
  const { db, adapters, config } = app;
  const readiness = { whyNotWrite: () => null, whyNotServe: () => null };
  return buildApp({ db, adapters, config, mode: 'demo', readiness, now: () => app.clock.now, ...more });
}

function cookiesOf({ credentials }: TestClient): string[] {
  const { sessionid, csrftoken } = credentials!;
  return [`Cookie: sessionid=${sessionid}; csrftoken=${csrftoken}`, `X-CSRFToken: ${csrftoken}`];
}

describe('abuse: a body of 2 MB of which only the headers are ever sent', () => {
  let server: FastifyInstance;
  let port: number;
  beforeAll(async () => {
    server = await buildAgain();
    await server.listen({ host: '127.0.0.1', port: 0 });
    port = (server.server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  /** The answer to headers alone: whoever waits for the body does not give one. */
  async function answerTo(method: string, path: string, headers: readonly string[] = []): Promise<[status: number, code: unknown]> {
    const head = [
      `${method} ${path} HTTP/1.1`,
      'Host: x',
      'Content-Type: application/json',
      `Content-Length: ${TWO_MEGABYTES}`,
      ...headers,
    ];
    const { answer, hangUp } = talk(port, `${head.join('\r\n')}\r\n\r\n`);
    const { status, body } = await answer;
    hangUp();
    return [status, body === '' ? null : JSON.parse(body).code];
  }

  it('from nobody is answered 401, ten times at once, and the server has time for others', async () => {
    const attacks = Array.from({ length: 10 }, () => answerTo('POST', createClient.path));
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    expect(await Promise.all(attacks)).toEqual(Array(10).fill([401, 'NOT_SIGNED_IN']));
  });

  it('without the token is answered 403, and so is one from somebody who may not make the call', async () => {
    const [joe, chelsea] = [await app.as('joe'), await app.as('chelsea')];
    expect(await answerTo('POST', createClient.path, cookiesOf(joe).slice(0, 1))).toEqual([403, 'CSRF']);
    expect(await answerTo('POST', createClient.path, cookiesOf(chelsea))).toEqual([403, 'FORBIDDEN']);
  });

  it('that calls itself a notice of the accounting system, without its signature, is answered 401', async () => {
    expect(await answerTo('POST', '/api/xero/webhook/')).toEqual([401, null]);
  });

  it('to an address that is not there is answered 404', async () => {
    expect(await answerTo('POST', '/api/nothing/')).toEqual([404, 'NOT_FOUND']);
    expect(await answerTo('PUT', createClient.path)).toEqual([404, 'NOT_FOUND']);
  });

  it('is larger than most calls take, and is answered 413', async () => {
    const chelsea = await app.as('chelsea');
    expect(await answerTo('PATCH', updateSelf.path, cookiesOf(chelsea))).toEqual([413, 'TOO_LARGE']);
  });
});

describe('abuse: bodies full of mistakes', () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));

  it('150,000 unknown keys of an employee are not read at all; of 20,000 that are, 20 are named and the rest counted', async () => {
    const [chelsea, joe] = [await app.as('chelsea'), await app.as('joe')];
    expect(JSON.stringify(keys(150_000)).length).toBeGreaterThan(JSON_BYTES);
    expect((await chelsea.send(updateSelf, {}, keys(150_000))).status).toBe(413);
    expect((await joe.send(createClient, {}, keys(150_000))).status).toBe(413);
    const answer = await joe.send(createClient, {}, { name: 'Tidewater', ...keys(20_000) });
    expect([answer.status, answer.body.length < 4000]).toEqual([400, true]);
    const { detail, request_id, ...named } = JSON.parse(answer.body.toString());
    expect(detail).toBe('There are 20000 problems; these are the first 20.');
    expect(named).toEqual(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, ['This field is not known here.']])));
  });

  it('a call that takes no body names no more either, and nobody hears a long name again', async () => {
    const joe = await app.as('joe');
    const form = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\na\r\n`;
    const many = Array.from({ length: 40 }, (_, at) => form(`k${at}`)).join('');
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await joe.send(uploadFile, {}, undefined, { payload: Buffer.from(`${many}--x--\r\n`), headers });
    expect(JSON.parse(answer.body.toString()).detail).toBe('There are 40 problems; these are the first 20.');
    const long = await joe.send(createClient, {}, { name: 'Tidewater', ['k'.repeat(50_000)]: 1 });
    expect([long.status, long.body.length < 1000]).toEqual([400, true]);
  });

  it('as many elements as fit in the body are refused by their number', async () => {
    const payload = Buffer.from(`{"runs":[${'1,'.repeat(120_000)}1]}`);
    expect(payload.length).toBeLessThan(reportDevice.declaration.json_bytes);
    const chelsea = await app.as('chelsea');
    const uuid = '00000000-0000-4000-8000-000000000001';
    const answer = await chelsea.send(reportDevice, { uuid }, undefined, { payload, headers: { 'x-device': 'x', 'x-op-id': 'x' } });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body.toString()).runs).toEqual(['Give at most 500.']);
  });
});

describe('SEC-S14 abuse: keys that reach a prototype', () => {
  const post = async (payload: string) => {
    const joe = await app.as('joe');
    const answer = await joe.send(createClient, {}, undefined, { payload: Buffer.from(payload) });
    return [answer.status, JSON.parse(answer.body.toString()).detail];
  };

  it.each([
    '{"name":"a","__proto__":{"x":1}}',
    '{"name":"a","contacts":[{"contact":1,"constructor":1}]}',
    '{"name":"a","\\u005f_proto__":{"x":1}}',
    '{"name":"a","\\u0063onstructor":{"x":1}}',
  ])('are refused however they are spelled: %s', async (payload) => {
    expect(await post(payload)).toEqual([400, 'The request body is not valid JSON.']);
  });

  it('may be words of a text', async () => {
    expect(await post('{"name":"The \\"constructor\\": a builder \\u00e9 __proto__"}')).toEqual([201, undefined]);
  });
});

describe('SEC-S31 abuse: too many calls', () => {
  it('of nobody are counted by address, and the neighbour and the sign-in page are not punished', async () => {
    const server = await buildAgain();
    const ask = async (remoteAddress: string, url = getSelf.path, headers = {}) =>
      (await server.inject({ url, remoteAddress, headers })).statusCode;
    // Who says to be another each time is believed only where a proxy was named.
    const claims = (at: number) => ({ 'x-forwarded-for': `203.0.113.${at % 250}` });
    const statuses = await Promise.all(Array.from({ length: 500 }, (_, at) => ask('198.51.100.7', getSelf.path, claims(at))));
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(await ask('198.51.100.8')).toBe(401);
    expect(await ask('198.51.100.7', '/auth/login/')).toBe(200);
    await server.close();
  });

  it('with files are counted for each person', async () => {
    const server = await buildAgain({ elapsed: () => 0 });
    const [joe, mona] = [await app.as('joe'), await app.as('mona')];
    const statuses: number[] = [];
    const upload = async (person: TestClient) =>
      (
        await createTestClient(transportOf(server), person.credentials).send(uploadFile, {}, undefined, {
          payload: Buffer.from('--x--\r\n'),
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
        })
      ).status;
    for (let i = 0; i < 210; i += 1) statuses.push(await upload(joe));
    expect(statuses.indexOf(429)).toBe(200);
    expect(await upload(mona)).toBe(400);
    await server.close();
  });
});

describe('abuse: a clock that is set back an hour', () => {
  it('empties nobody’s budget, on the sign-in page neither; only time that passes fills it', async () => {
    const stopwatch = { ms: 5_000_000 };
    const server = await buildAgain({ elapsed: () => stopwatch.ms });
    const joe = await app.as('joe');
    const self = async () => (await createTestClient(transportOf(server), joe.credentials).send(getSelf, {})).status;
    const signInPage = async () => (await server.inject({ url: '/auth/login/' })).statusCode;
    expect([await self(), await signInPage()]).toEqual([200, 200]);
    app.clock.now = '2026-03-04T14:00:00.000Z';
    expect([await self(), await signInPage()]).toEqual([200, 200]);
    for (let i = 0; i < 298; i += 1) await self();
    expect(await self()).toBe(429);
    app.clock.now = '2026-03-04T16:00:00.000Z';
    expect(await self()).toBe(429);
    stopwatch.ms += 1000;
    expect(await self()).toBe(200);
    await server.close();
  });
});
