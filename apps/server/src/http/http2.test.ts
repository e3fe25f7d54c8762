import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
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
const SHORT = { quiet: 300, small: 900, upload: 60_000 };
const READY = { whyNotWrite: () => null, whyNotServe: () => null };

const app = useTestApp();
let server: FastifyInstance;
let session: ClientHttp2Session;
let port: number;

beforeEach(async () => {
  const { db, outside } = app;
  const config = { ...app.config, tls: TLS };
  server = await buildApp({ db, outside, config, mode: 'demo', readiness: READY, bodyLimits: SHORT, now: () => app.clock.now });
  await server.listen({ host: '127.0.0.1', port: 0 });
  port = (server.server.address() as AddressInfo).port;
  session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  session.on('error', () => {});
});
afterEach(async () => {
  session.destroy();
  cutConnections(server);
  await server.close();
});

type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

function ask(headers: Record<string, string>, body?: string): Promise<Answer> {
  return new Promise((done, fail) => {
    const stream = session.request({ ':path': '/', ...headers });
    let answer: IncomingHttpHeaders = {};
    let text = '';
    stream.setEncoding('utf8');
    stream.on('response', (given) => (answer = given));
    stream.on('data', (chunk) => (text += chunk));
    stream.on('end', () => done({ status: Number(answer[':status']), headers: answer, body: text }));
    stream.on('error', fail);
    stream.end(body);
  });
}

describe('HTTP/2', () => {
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
