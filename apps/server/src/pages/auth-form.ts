import { randomBytes } from 'node:crypto';
import { cookieSeconds } from '@dmse/domain/access/session';
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { App } from '../app.ts';
import type { Browser, SignedIn } from '../areas/people/session/sign-in.service.ts';
import { getFirmFace } from '../areas/settings/setting/setting.service.ts';
import { readSessionToken, setSessionCookies } from '../guard/cookies.ts';
import { isCsrfToken, makeCsrfToken, refuseForeignOrigin } from '../guard/csrf.ts';
import { findFonts } from './sign-in-font.ts';
import type { AuthFrame } from './sign-in-page.ts';
import { DIST } from './static-files.ts';

const ANON = 'signin';
const FONTS = findFonts(DIST);

export type Form = Record<string, string>;
export const FORM: RouteShorthandOptions = { config: { takesForm: true } as object };
export const TOO_LONG = 'This page was open for too long, or cookies are switched off. Try once more.';

export function readForm(request: FastifyRequest): Form {
  return (request.body ?? {}) as Form;
}

function isAnonymousToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Cookies of the steps of a sign-in: only these pages see them, and no script. */
export function setStepCookie(app: App, reply: FastifyReply, name: string, value: string, maxAge: number): void {
  reply.setCookie(name, value, { path: '/auth/', httpOnly: true, sameSite: 'lax', secure: app.cookies.isHttps, maxAge });
}

function clearStepCookies(app: App, reply: FastifyReply): void {
  for (const name of [ANON, 'second', 'passkey', 'sso']) reply.clearCookie(name, { path: '/auth/', secure: app.cookies.isHttps });
}

/** The page's hidden token is bound to a short-lived cookie of its own, since there is no session to bind it to yet. */
export async function makeFrame(app: App, request: FastifyRequest, reply: FastifyReply, problem?: string): Promise<AuthFrame> {
  const held = request.cookies[ANON];
  const anonymous = held && isAnonymousToken(held) ? held : randomBytes(32).toString('base64url');
  setStepCookie(app, reply, ANON, anonymous, 7200);
  const { firm_name, logo_horizontal } = await app.db.read((tx) => getFirmFace(tx));
  return { firm_name, has_logo: logo_horizontal !== null, fonts: FONTS, csrf: makeCsrfToken(anonymous), problem };
}

/** Did this form come from our own page, in this browser? */
export function isOwnForm(app: App, request: FastifyRequest): boolean {
  refuseForeignOrigin(request, app.config.publicOrigin);
  const anonymous = request.cookies[ANON] ?? '';
  return isAnonymousToken(anonymous) && isCsrfToken(readForm(request).csrf ?? '', anonymous);
}

export function describeBrowser(app: App, request: FastifyRequest, isField: boolean): Browser {
  return {
    kind: isField ? 'field' : 'office',
    address: request.ip,
    device: (request.headers['user-agent'] ?? '').slice(0, 300),
    now: app.now(),
    oldToken: readSessionToken(request, app.cookies),
  };
}

export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page);
}

/** The cookies of somebody who is in. */
export function giveSession(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, user_id }: SignedIn,
  kind: 'office' | 'field',
): void {
  request.log.info({ user: user_id }, 'signed in');
  setSessionCookies(reply, app.cookies, token, makeCsrfToken(token), cookieSeconds(kind));
  clearStepCookies(app, reply);
}

/** What a browser said for a passkey; something that answers to nothing where it cannot be read. */
export function readPasskeyAnswer(text: string | undefined): Record<string, unknown> {
  try {
    const answer: unknown = JSON.parse(text ?? '');
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
