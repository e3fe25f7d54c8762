import type { Answer } from '@dmse/domain/accounting-link/after-answer';
import type { Config } from '../../config.ts';
import { guardedRequest, isPublic } from '../guarded-request.ts';

/** Lets so many through in any minute; whoever comes next waits until there is room. */
function createPace(perMinute: number): () => Promise<void> {
  const went: number[] = [];
  return async () => {
    for (;;) {
      const since = performance.now() - 60_000;
      while (went.length > 0 && went[0]! <= since) went.shift();
      if (went.length < perMinute) break;
      const wait = went[0]! - since;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    went.push(performance.now());
  };
}

export type AccountingCall = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  body?: object;
  /** A file instead of a body. */
  file?: { bytes: Buffer; mime_type: string };
  /** The same for every attempt at the same thing: a second one has no effect. */
  key?: string;
  /** Only what was changed after this instant. */
  since?: string | null;
};
export type AccountingAnswer = Answer & { json: unknown };
/** Both tokens; a refresh token is good for one use. */
export type Tokens = { access: string; refresh: string; seconds: number };
type Granted = Tokens | { refused: string };

/** The accounting system beyond the line. Nothing is thrown: no answer is an answer without a status. */
export type AccountingSystem = {
  consentUrl(asked: { state: string; challenge: string; redirect: string }): string;
  exchange(code: string, verifier: string, redirect: string): Promise<Granted>;
  refresh(token: string): Promise<Granted>;
  listConnections(access: string): Promise<AccountingAnswer>;
  disconnect(access: string, connection: string): Promise<AccountingAnswer>;
  call(access: string, tenant: string, call: AccountingCall): Promise<AccountingAnswer>;
};

const SCOPES =
  'openid profile email offline_access accounting.settings accounting.contacts accounting.invoices accounting.payments accounting.banktransactions accounting.attachments';
const HOSTS = { login: 'https://login.xero.com', identity: 'https://identity.xero.com', api: 'https://api.xero.com' };
const MOST_BYTES = 20 * 1024 * 1024;

type Loose = Record<string, unknown>;
const textIn = (value: unknown) => (typeof value === 'string' ? value : '');

/** What it has against a document, wherever it says so. */
function messagesIn(json: unknown): string[] {
  if (typeof json !== 'object' || json === null) return [];
  const lists = Object.values(json as Loose).filter(Array.isArray) as Loose[][];
  const said = lists.flat().flatMap((one) => (one?.ValidationErrors ?? []) as Loose[]);
  const messages = said.map(({ Message }) => textIn(Message)).filter(Boolean);
  const { Message, Detail, Type } = json as Loose;
  const general = textIn(Message) || textIn(Detail);
  return messages.length > 0 ? [...new Set(messages)] : Type || Detail ? [general].filter(Boolean) : [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function createAccountingSystem(
  { url, clientId, clientSecret, perMinute }: NonNullable<Config['accounting']>,
  { timeoutMs = 30_000 } = {},
): AccountingSystem {
  const hosts = url ? { login: url, identity: url, api: url } : HOSTS;
  const isAllowed = url ? () => true : isPublic;
  const waitForTurn = createPace(perMinute);

  async function ask(address: string, method: string, headers: Record<string, string>, body?: string | Buffer): Promise<AccountingAnswer> {
    try {
      const sent = {
        url: new URL(address),
        method,
        headers: { Accept: 'application/json', ...headers },
        isAllowed,
        timeoutMs,
        mostBytes: MOST_BYTES,
      };
      const { status, text, headers: given } = await guardedRequest(body === undefined ? sent : { ...sent, body });
      const json = parse(text);
      const asked = Number(given['retry-after']);
      return { status, retry_after: Number.isFinite(asked) && given['retry-after'] ? asked : null, messages: messagesIn(json), json };
    } catch {
      return { status: null, retry_after: null, messages: [], json: null };
    }
  }

  async function grant(form: Record<string, string>): Promise<Granted> {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const headers = { Authorization: `Basic ${basic}`, 'Content-Type': 'application/x-www-form-urlencoded' };
    const { status, json } = await ask(`${hosts.identity}/connect/token`, 'POST', headers, new URLSearchParams(form).toString());
    const { access_token, refresh_token, expires_in, error } = (json ?? {}) as Loose;
    if (status === 200 && access_token && refresh_token)
      return { access: textIn(access_token), refresh: textIn(refresh_token), seconds: Number(expires_in) };
    return { refused: status === null ? 'no answer' : textIn(error) || `status ${status}` };
  }

  return {
    consentUrl({ state, challenge, redirect }) {
      const query = { response_type: 'code', client_id: clientId, redirect_uri: redirect, scope: SCOPES, state };
      return `${hosts.login}/identity/connect/authorize?${new URLSearchParams({ ...query, code_challenge: challenge, code_challenge_method: 'S256' })}`;
    },
    exchange: (code, code_verifier, redirect_uri) => grant({ grant_type: 'authorization_code', code, redirect_uri, code_verifier }),
    refresh: (refresh_token) => grant({ grant_type: 'refresh_token', refresh_token }),
    listConnections: (access) => ask(`${hosts.api}/connections`, 'GET', { Authorization: `Bearer ${access}` }),
    disconnect: (access, id) => ask(`${hosts.api}/connections/${encodeURIComponent(id)}`, 'DELETE', { Authorization: `Bearer ${access}` }),
    async call(access, tenant, { method, path, query = {}, body, file, key, since }) {
      await waitForTurn();
      const headers: Record<string, string> = { Authorization: `Bearer ${access}`, 'xero-tenant-id': tenant };
      if (body !== undefined) headers['Content-Type'] = 'application/json';
      if (file) headers['Content-Type'] = file.mime_type;
      if (key !== undefined) headers['Idempotency-Key'] = key;
      if (since) headers['If-Modified-Since'] = since.slice(0, 19);
      const search = new URLSearchParams(query).toString();
      const address = `${hosts.api}/api.xro/2.0${path}${search ? `?${search}` : ''}`;
      return ask(address, method, headers, file?.bytes ?? (body === undefined ? undefined : JSON.stringify(body)));
    },
  };
}
