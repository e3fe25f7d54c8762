import { createHash, randomBytes } from 'node:crypto';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, type IncomingHttpHeaders } from 'node:http2';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { uploadFile } from '@dmse/contract/files/upload';
import { updateSelf } from '@dmse/contract/people/user';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AppParts, buildApp } from '../app.ts';
import { useTestApp } from '../testing/test-app.ts';
import { cutConnections } from './http2.ts';

/** Made for this test, and good for nothing else. */
const TLS = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjECZNdZ3EuWi2hXr
+dJv+QHIuzrPmmpQ3X9L+pDCXsmhRANCAARXA71KMCpreT2yjUBDVhmWfqWHQLsH
9A6KjH+1sHmVZpGCT0a+CNhTfRaoOPTITg0OKSkxljK1dbiHmLXo3daC
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBfTCCASOgAwIBAgIUSG8dxkMA+kGqpdgbZtCDLSLjm2QwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTI2MTExNjExNTMxOVoXDTM2MTExMzEx
NTMxOVowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEVwO9SjAqa3k9so1AQ1YZln6lh0C7B/QOiox/tbB5lWaRgk9GvgjYU30W
qDj0yE4NDikpMZYytXW4h5i16N3WgqNTMFEwHQYDVR0OBBYEFCHJFtg3urwDSFNg
7rU96KG3hztUMB8GA1UdIwQYMBaAFCHJFtg3urwDSFNg7rU96KG3hztUMA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgVY1S1TAwi37gcpuujQnP6Wnu
fuIQ50KjjHCEsRE9ofkCIQDO29tNXIRP2OAeohvyM/DWiVM+hD7ttigO5JCtpnuj
Hg==
-----END CERTIFICATE-----`,
};
const MAX_BYTES = 12 * 1024 * 1024;
const SHORT = { quiet: 300, small: 900, upload: 60_000 };
const READY = { whyNotWrite: () => null, whyNotServe: () => null };

const app = useTestApp();
let server: FastifyInstance;
let session: ClientHttp2Session;
let port: number;

async function start(parts: Partial<AppParts> = {}): Promise<void> {
  const { db, adapters } = app;
  const config = { ...app.config, tls: TLS, maxUploadBytes: MAX_BYTES };
  server = await buildApp({ db, adapters, config, mode: 'demo', readiness: READY, now: () => app.clock.now, ...parts });
  await server.listen({ host: '127.0.0.1', port: 0 });
  port = (server.server.address() as AddressInfo).port;
  session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  session.on('error', () => {});
}
afterEach(async () => {
  session.destroy();
  cutConnections(server);
  await server.close();
});

type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

async function answerOf(stream: ClientHttp2Stream): Promise<Answer> {
  let headers: IncomingHttpHeaders = {};
  stream.on('response', (given) => (headers = given));
  const body = await text(stream);
  return { status: Number(headers[':status']), headers, body };
}

function ask(headers: Record<string, string>, body?: string | Buffer): Promise<Answer> {
  return answerOf(session.request({ ':path': '/', ...headers }).end(body));
}

describe('HTTP/2', () => {
  beforeEach(() => start({ bodyLimits: SHORT }));

  it('is spoken where the certificate is ours, with the headers of every answer', async () => {
    const { status, headers, body } = await ask({ ':path': '/healthz' });
    expect([status, JSON.parse(body)]).toEqual([200, { ok: true }]);
    expect(headers).toMatchObject({ 'x-app': 'dmse', 'strict-transport-security': expect.stringContaining('max-age') });
  });

  it('signs in: the form, its cookie and its body arrive', async () => {
    const page = await ask({ ':path': '/auth/login/' });
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)![1]!;
    const cookie = [page.headers['set-cookie']]
      .flat()
      .map((line) => line!.split(';')[0])
      .join('; ');
    const form = new URLSearchParams({ csrf, username: 'mona', password: 'wrong' }).toString();
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded', origin: `https://127.0.0.1:${port}` };
    const answer = await ask({ ':method': 'POST', ':path': '/auth/login/', ...headers }, form);
    expect(answer.status).toBe(401);
  });

  it('whoever speaks HTTP/1.1 is answered in HTTP/1.1', async () => {
    const status = await new Promise((done, fail) => {
      request({ host: '127.0.0.1', port, path: '/healthz', rejectUnauthorized: false }, (answer) =>
        done([answer.statusCode, answer.httpVersion]),
      )
        .on('error', fail)
        .end();
    });
    expect(status).toEqual([200, '1.1']);
  });

  it('a body that stops arriving is let go of, and other requests of the connection go on', async () => {
    const slow = session.request({ ':method': 'POST', ':path': '/auth/login/', 'content-type': 'application/x-www-form-urlencoded' });
    const ended = new Promise<number | undefined>((done) => {
      slow.on('error', () => {});
      slow.on('close', () => done(slow.rstCode));
    });
    slow.write('a=');
    expect(await ended).toBe(11);
    expect((await ask({ ':path': '/healthz' })).status).toBe(200);
  });

  it('asked to stop, the server does not wait for connections without a request', async () => {
    await ask({ ':path': '/healthz' });
    await server.close();
    expect(server.server.listening).toBe(false);
  });
});

describe('an upload over TLS', () => {
  const BOUNDARY = 'edge-of-a-part';
  const formOf = (content: Buffer) =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="scan.bin"\r\n\r\n`),
      content,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]);
  const TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const UPLOAD = { ':method': 'POST', ':path': uploadFile.path, ...TYPE };

  beforeEach(() => start());

  async function signedIn(): Promise<Record<string, string>> {
    const { sessionid, csrftoken } = (await app.as('mona')).credentials!;
    return { cookie: `__Host-sessionid=${sessionid}; csrftoken=${csrftoken}`, 'x-csrftoken': csrftoken };
  }

  /** Sends for as long as the other end takes it, a hundred megabytes at most, and says how much that was. */
  function sendOn(stream: ClientHttp2Stream): () => number {
    const chunk = Buffer.alloc(64 * 1024);
    let sent = 0;
    const send = () => {
      while (sent < 1600 * chunk.length && !stream.closed && stream.write(chunk)) sent += chunk.length;
    };
    stream.on('drain', send);
    send();
    return () => sent;
  }

  it('arrives whole over HTTP/2, several at once on one connection', async () => {
    const who = await signedIn();
    const contents = [8, 5, 3].map((mb) => randomBytes(mb * 1024 * 1024));
    const answers = await Promise.all(contents.map((content) => ask({ ...UPLOAD, ...who }, formOf(content))));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
    expect(answers.map(({ body }) => JSON.parse(body).sha256)).toEqual(contents.map(sha256));
  });

  it('arrives whole over HTTP/1.1, and one that is too large is refused there', async () => {
    const who = await signedIn();
    const post = (content: Buffer) =>
      new Promise<Answer>((done, fail) => {
        const options = { host: '127.0.0.1', port, path: uploadFile.path, method: 'POST', rejectUnauthorized: false };
        request({ ...options, headers: { ...TYPE, ...who } }, async (answer) =>
          done({ status: answer.statusCode!, headers: answer.headers, body: await text(answer) }),
        )
          .on('error', fail)
          .end(formOf(content));
      });
    const content = randomBytes(8 * 1024 * 1024);
    const { status, body } = await post(content);
    expect([status, JSON.parse(body).bytes]).toEqual([201, content.length]);
    expect((await post(Buffer.alloc(MAX_BYTES + 1))).status).toBe(413);
  });

  it('without a session is refused before its body is read, and the connection goes on', async () => {
    const stream = session.request({ ...UPLOAD, cookie: '__Host-sessionid=none' });
    const sent = sendOn(stream);
    expect((await answerOf(stream)).status).toBe(401);
    await vi.waitFor(() => expect([stream.closed, stream.rstCode]).toEqual([true, 0]));
    // No more than what was under way when the answer came.
    expect(sent()).toBeLessThan(10 * 1024 * 1024);
    expect((await ask({ ':path': '/healthz' })).status).toBe(200);
  });

  it('that is too large is refused while it is still being sent, and the connection goes on', async () => {
    const who = await signedIn();
    const stream = session.request({ ...UPLOAD, ...who });
    stream.write(formOf(Buffer.alloc(0)).subarray(0, -BOUNDARY.length - 8));
    const sent = sendOn(stream);
    const answer = await answerOf(stream);
    expect([answer.status, JSON.parse(answer.body).detail]).toEqual([413, 'This file is larger than 12 MB, the most a file may be.']);
    await vi.waitFor(() => expect([stream.closed, stream.rstCode]).toEqual([true, 0]));
    expect(sent()).toBeLessThan(MAX_BYTES + 20 * 1024 * 1024);
    expect((await ask({ ':path': '/healthz' })).status).toBe(200);
  });

  it('that says beforehand that it is too large for its call is refused before its body is read', async () => {
    const headers = { ...(await signedIn()), 'content-type': 'application/json', 'content-length': '100000000' };
    const stream = session.request({ ':method': 'PATCH', ':path': updateSelf.path, ...headers });
    expect((await answerOf(stream)).status).toBe(413);
    await vi.waitFor(() => expect([stream.closed, stream.rstCode]).toEqual([true, 0]));
    expect((await ask({ ':path': '/healthz' })).status).toBe(200);
  });
});
