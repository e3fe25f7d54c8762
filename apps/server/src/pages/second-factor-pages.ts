import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { findFactors, makeTotpSetup } from '../areas/people/factor/factor.service.ts';
import { makeChallenge } from '../areas/people/passkey/passkey.service.ts';
import { readPending, SECOND_PASSKEY, type Second, signInSecond } from '../areas/people/session/sign-in.service.ts';
import {
  describeBrowser,
  FORM,
  giveSession,
  isOwnForm,
  makeFrame,
  readForm,
  readPasskeyAnswer,
  sendPage,
  setStepCookie,
  TOO_LONG,
} from './auth-form.ts';
import { codePage, recoveryPage, setupPage } from './second-factor-page.ts';

/** The second step of a sign-in. Whoever comes without the first one is sent back to it. */
export function addSecondFactorPages(fastify: FastifyInstance, app: App, onRequest: (request: FastifyRequest) => Promise<void>): void {
  fastify.get('/auth/code/', { onRequest }, (request, reply) => showCode(app, request, reply, 200));
  fastify.post('/auth/code/', { ...FORM, onRequest }, (request, reply) => {
    const { code = '', setup } = readForm(request);
    return takeSecond(app, request, reply, setup ? { code, setup } : { code });
  });
}

async function showCode(app: App, request: FastifyRequest, reply: FastifyReply, status: number, problem?: string): Promise<FastifyReply> {
  const now = app.now();
  const pending = readPending(app, request.cookies.second, now);
  if (!pending) return reply.redirect('/auth/login/', 303);
  const frame = await makeFrame(app, request, reply, problem);
  const { hasTotp, passkeys } = await app.db.read((tx) => findFactors(tx, pending.user));
  if (!hasTotp && passkeys.length === 0) {
    const setup = await app.db.read((tx) => makeTotpSetup(tx, app.adapters.seal, pending.user, now));
    return sendPage(reply, status, setupPage(frame, setup));
  }
  const challenge = passkeys.length > 0 ? await makeChallenge(app.adapters, SECOND_PASSKEY, passkeys, now) : null;
  if (challenge) setStepCookie(app, reply, 'passkey', challenge.ticket, 300);
  return sendPage(reply, status, codePage(frame, { totp: hasTotp, passkey: challenge?.options ?? null }));
}

async function takeSecond(app: App, request: FastifyRequest, reply: FastifyReply, second: Second): Promise<FastifyReply> {
  if (!isOwnForm(app, request)) return showCode(app, request, reply, 403, TOO_LONG);
  const result = await signInSecond(app, request.cookies.second, second, describeBrowser(app, request, false));
  if ('refused' in result) {
    request.log.warn({ refused: result.refused }, 'second factor refused');
    if (result.refused === 'throttled') reply.header('Retry-After', String(result.wait_seconds));
    return showCode(app, request, reply, result.refused === 'throttled' ? 429 : 401, result.sentence);
  }
  const { next, kind, recovery_codes } = result;
  const frame = recovery_codes.length > 0 ? await makeFrame(app, request, reply) : null;
  giveSession(app, request, reply, result, kind);
  return frame ? sendPage(reply, 200, recoveryPage(frame, recovery_codes, next)) : reply.redirect(next, 303);
}

export function takePasskeySecond(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const answer = readPasskeyAnswer(readForm(request).answer);
  return takeSecond(app, request, reply, { passkey: { ticket: request.cookies.passkey, answer } });
}
