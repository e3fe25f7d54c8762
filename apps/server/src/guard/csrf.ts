import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
// Declares the cookies of a request.
import type {} from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../call/refusal.ts';

/**
 * The token is `random.HMAC(session id, random)`. The key is the session id itself, which only the browser and a hash in the
 * database know, so there is no further secret to keep, rotate or share between server processes.
 */
export function makeCsrfToken(sessionToken: string): string {
  const random = randomBytes(16).toString('base64url');
  return `${random}.${sign(sessionToken, random)}`;
}

function sign(sessionToken: string, random: string): string {
  return createHmac('sha256', sessionToken).update(`csrf:${random}`).digest('base64url');
}

export function isCsrfToken(token: string, sessionToken: string): boolean {
  const [random, mark, ...rest] = token.split('.');
  if (!random || !mark || rest.length > 0) return false;
  const [given, expected] = [Buffer.from(mark), Buffer.from(sign(sessionToken, random))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Pairs of token and session that were found to fit: every look asks, and a browser keeps its token for days. */
const fitting = new Set<string>();
const MAX_FITTING = 10_000;

/** Does this token belong to the session? The same question as `isCsrfToken`, with what was found before remembered. */
export function fitsSession(token: string, sessionToken: string, sessionId: number): boolean {
  const pair = `${sessionId} ${token}`;
  if (fitting.has(pair)) return true;
  if (!isCsrfToken(token, sessionToken)) return false;
  if (fitting.size >= MAX_FITTING) fitting.clear();
  fitting.add(pair);
  return true;
}

function refused(why: string): Refusal {
  return new Refusal('CSRF', `CSRF check failed: ${why}`);
}

/** Did this request start on our own pages? Browsers say so; whoever says otherwise is refused. */
export function refuseForeignOrigin(request: FastifyRequest, origin: string | null): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refused('the request came from another site.');
  const from = request.headers.origin;
  if (from === undefined) return;
  let host: string;
  try {
    host = new URL(from).host;
  } catch {
    throw refused('the request came from another site.');
  }
  // HTTP/2 has no Host header: the address asked for is its :authority.
  if (host !== (request.headers.host ?? request.headers[':authority']) && from !== origin)
    throw refused('the request came from another site.');
}

/** The header must equal the cookie and belong to this session. */
export function refuseForgedToken(request: FastifyRequest, sessionToken: string): void {
  const header = request.headers['x-csrftoken'];
  const cookie = request.cookies.csrftoken;
  if (typeof header !== 'string' || !header) throw refused('the token is missing.');
  if (header !== cookie || !isCsrfToken(header, sessionToken)) throw refused('the token is wrong or out of date.');
}
