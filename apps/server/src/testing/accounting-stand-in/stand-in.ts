import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { openBooks } from './books/books.ts';
import { ORGANISATION } from './books/seed.ts';
import { type Limits, openLimits, REAL_LIMITS, tooMany } from './calls/limits.ts';
import { openNotices } from './calls/notices.ts';
import { type Answer, badRequest, notFound, Problem } from './calls/refusal.ts';
import { openRepeats } from './calls/repeats.ts';
import { RESOURCES } from './calls/resources.ts';
import { type Fault, openFaults } from './faults.ts';
import { consentPage } from './people/consent-page.ts';
import { doForm, peoplePage } from './people/people-page.ts';
import { peopleThere, readLedger } from './people/people-there.ts';
import { openSignIn } from './people/sign-in.ts';

export type StandInOptions = {
  /** 0, the default: any that is free. */
  port?: number;
  now?: () => number;
  clientId?: string;
  clientSecret?: string;
  /** Where the browser may be sent back to; without it, any address on this machine or by https. */
  redirectUris?: string[];
  limits?: Partial<Limits>;
};

/** A call that was answered; null where the connection was cut. */
export type CallLogged = { method: string; path: string; status: number | null; fault: Fault['kind'] | null };
export type AccountingStandIn = Awaited<ReturnType<typeof startAccountingStandIn>>;

type Heard = { request: IncomingMessage; url: URL; method: string; bytes: Buffer; body: string };

const API = '/api.xro/2.0/';
const MAX_LOGGED = 20_000;

/** The accounting system on this machine, in memory. */
export async function startAccountingStandIn(options: StandInOptions = {}) {
  const { port = 0, now = Date.now, clientId = 'STANDIN', clientSecret = 'stand-in-secret', limits } = options;
  const books = openBooks(now);
  const signIn = openSignIn({ clientId, clientSecret, now, ...(options.redirectUris && { redirectUris: options.redirectUris }) });
  const limiter = openLimits({ ...REAL_LIMITS, ...limits }, now);
  const repeats = openRepeats();
  const faults = openFaults();
  const notices = openNotices(books);
  const people = peopleThere(books, notices.flush);
  const calls: CallLogged[] = [];

  function answerApi({ request: { headers }, url, method, bytes, body }: Heard): Answer {
    const [name = '', ...path] = url.pathname.slice(API.length).split('/').map(decodePart);
    const resource = Object.hasOwn(RESOURCES, name) ? RESOURCES[name] : undefined;
    signIn.checkApi(
      headers.authorization,
      one(headers['xero-tenant-id']),
      scopeOf(path) ?? resource?.scope ?? 'accounting.settings',
      method === 'GET',
    );
    if (!resource) throw notFound(name);
    const isFile = path[1] === 'Attachments' && method !== 'GET';
    checkTypes(headers, isFile ? '' : body);
    const given = isFile
      ? { body: undefined, file: { mime_type: headers['content-type'] ?? '', bytes } }
      : { body: readJson(body), file: null };
    const call = { books, method, path, query: url.searchParams, modifiedSince: headers['if-modified-since'], ...given };
    const handle = () => resource.handle(call);
    if (method !== 'PUT' && method !== 'POST') return handle();
    return repeats.once(one(headers['idempotency-key']), `${method} ${url.pathname}${url.search} ${body}`, handle);
  }

  /** A person did something on the page; what is refused is told on it. */
  function answerForm(form: URLSearchParams): Answer {
    try {
      doForm(people, form);
      return { status: 303, headers: { location: '/' } };
    } catch (error) {
      return {
        status: 400,
        html: peoplePage(readLedger(books), error instanceof Problem ? 'That is not an amount.' : (error as Error).message),
      };
    }
  }

  function answerOther({ request: { headers }, url, method, body }: Heard): Answer {
    const form = () => new URLSearchParams(body);
    const ways: Record<string, () => Answer> = {
      'GET /identity/connect/authorize': () => {
        signIn.showConsent(url.searchParams);
        return { status: 200, html: consentPage(url.searchParams) };
      },
      'POST /identity/connect/authorize/allow': () => ({ status: 302, headers: { location: signIn.allow(form()) } }),
      'POST /identity/connect/authorize/cancel': () => ({ status: 302, headers: { location: signIn.cancel(form()) } }),
      'POST /connect/token': () => signIn.token(headers.authorization, form()),
      'POST /connect/revocation': () => signIn.revoke(headers.authorization, form()),
      'GET /': () => ({ status: 200, html: peoplePage(readLedger(books)) }),
      'POST /people': () => answerForm(form()),
      'GET /connections': () => signIn.listConnections(headers.authorization),
    };
    const way = ways[`${method} ${url.pathname}`];
    if (way) return way();
    const connection = /^\/connections\/([\w-]+)$/.exec(url.pathname)?.[1];
    if (method === 'DELETE' && connection) return signIn.disconnect(headers.authorization, connection);
    throw notFound(url.pathname);
  }

  /** The answer, with what must happen before it has an effect. */
  async function answer(heard: Heard, fault: Fault | null): Promise<Answer> {
    if (fault?.kind === 'too many') throw tooMany('minute', fault.retryAfter);
    if (fault?.kind === 'error before') throw oops();
    if (fault?.kind === 'token expired') signIn.expireOne(heard.request.headers.authorization);
    if (!heard.url.pathname.startsWith(API)) {
      if (fault?.kind === 'slow') await wait(fault.milliseconds, undefined, { ref: false });
      return answerOther(heard);
    }
    const leave = limiter.enter();
    try {
      if (fault?.kind === 'slow') await wait(fault.milliseconds, undefined, { ref: false });
      return answerApi(heard);
    } finally {
      leave();
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const method = request.method ?? 'GET';
    const bytes = await buffer(request);
    const heard = { request, url, method, bytes, body: bytes.toString('utf8') };
    const fault = faults.next({ method, path: url.pathname });
    const log = (status: number | null) => void calls.push({ method, path: url.pathname, status, fault: fault?.kind ?? null });
    if (calls.length > MAX_LOGGED) calls.shift();
    if (fault?.kind === 'cut before') {
      log(null);
      return void request.socket.destroy();
    }
    const given = await answer(heard, fault).catch(answerOf);
    notices.flush();
    if (fault?.kind === 'cut after') {
      log(null);
      return void request.socket.destroy();
    }
    const told = fault?.kind === 'error after' ? oops().answer : given;
    log(told.status);
    send(response, told, url.pathname.startsWith(API) ? limiter.headers() : {});
  }

  const server = createServer((request, response) => {
    // A caller that goes away in the middle is part of the story.
    serve(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId,
    clientSecret,
    tenantId: ORGANISATION.tenant,
    /** What pressing Allow on the page of this address does. */
    consent(authorizeUrl: string): { code: string; state: string } {
      const back = new URL(signIn.allow(new URL(authorizeUrl).searchParams)).searchParams;
      return { code: back.get('code')!, state: back.get('state')! };
    },
    grantTokens: signIn.grant,
    expireAccessTokens: signIn.expireAccess,
    disconnectThere: signIn.disconnectThere,
    setFaults: faults.set,
    calls: calls as readonly CallLogged[],
    setWebhook: notices.set,
    checkWebhook: notices.check,
    webhooksSent: notices.sent as readonly (typeof notices.sent)[number][],
    webhooksSettled: notices.settled,
    ...people,
    ledger: () => readLedger(books),
    async stop(): Promise<void> {
      notices.set(null);
      await notices.settled();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Files of a document have a scope of their own. */
const scopeOf = ([, part]: readonly string[]) => (part === 'Attachments' ? 'accounting.attachments' : undefined);

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

function oops(): Problem {
  return new Problem({ status: 500, body: { Title: 'Internal Server Error', Status: 500, Detail: 'The stand-in was told to fail.' } });
}

/** What a handler threw, as an answer. A mistake of the stand-in itself is told with its words. */
function answerOf(error: unknown): Answer {
  if (error instanceof Problem) return error.answer;
  return { status: 500, body: { Title: 'The stand-in has a mistake', Status: 500, Detail: (error as Error).stack } };
}

/** Over there one gets XML unless one asks for JSON: here one is told. */
function checkTypes(headers: IncomingMessage['headers'], body: string): void {
  const says = (status: number, Detail: string) => new Problem({ status, body: { Status: status, Detail } });
  if (!headers.accept?.includes('application/json')) throw says(406, 'Send Accept: application/json, or XML would come.');
  if (body !== '' && !headers['content-type']?.startsWith('application/json')) throw says(415, 'Send Content-Type: application/json.');
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw badRequest(`The path has a part that cannot be read: ${part}`);
  }
}

function readJson(body: string): unknown {
  try {
    return body === '' ? undefined : JSON.parse(body);
  } catch {
    throw badRequest('The body is not JSON.');
  }
}

function send(response: ServerResponse, { status, body, html, headers }: Answer, more: Record<string, string>): void {
  const isPage = html !== undefined;
  const content = html ?? (body === undefined ? '' : JSON.stringify(body));
  const type = content === '' ? {} : { 'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8' };
  response.writeHead(status, { 'cache-control': 'no-store', ...type, ...more, ...headers }).end(content);
}
