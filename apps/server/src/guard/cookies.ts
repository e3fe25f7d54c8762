import type { FastifyReply, FastifyRequest } from 'fastify';

export type CookieNames = { session: string; isHttps: boolean };

export function cookieNames(isHttps: boolean): CookieNames {
  return { session: isHttps ? '__Host-sessionid' : 'sessionid', isHttps };
}

/** The raw session token the browser holds, if it holds one that could be ours. */
export function readSessionToken(request: FastifyRequest, names: CookieNames): string | null {
  const value = request.cookies[names.session];
  return value && /^[\w-]{43}$/.test(value) ? value : null;
}

export function setSessionCookies(reply: FastifyReply, names: CookieNames, token: string, csrf: string, maxAge: number): void {
  reply.setCookie(names.session, token, { path: '/', sameSite: 'lax', secure: names.isHttps, maxAge, httpOnly: true });
  setCsrfCookie(reply, names, csrf, maxAge);
}

export function setCsrfCookie(reply: FastifyReply, names: CookieNames, csrf: string, maxAge: number): void {
  reply.setCookie('csrftoken', csrf, { path: '/', sameSite: 'lax', secure: names.isHttps, maxAge });
}

export function clearSessionCookies(reply: FastifyReply, names: CookieNames): void {
  reply.clearCookie(names.session, { path: '/', secure: names.isHttps });
  reply.clearCookie('csrftoken', { path: '/', secure: names.isHttps });
}
