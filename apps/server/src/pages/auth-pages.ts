import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { openPicture } from '../areas/files/file/file.service.ts';
import { makeChallenge } from '../areas/people/passkey/passkey.service.ts';
import { closeSession, findSession } from '../areas/people/session/session.service.ts';
import { BY_PASSKEY, type SignInResult, signIn, signInByPasskey } from '../areas/people/session/sign-in.service.ts';
import { getSignInWays } from '../areas/people/session/sign-in-ways.service.ts';
import { getFirmFace } from '../areas/settings/setting/setting.service.ts';
import { notFound, Refusal } from '../call/refusal.ts';
import { sendFile } from '../call/send-file.ts';
import { createBudget } from '../guard/budget.ts';
import { clearSessionCookies, readSessionToken } from '../guard/cookies.ts';
import { isCsrfToken, refuseForeignOrigin, refuseForgedToken } from '../guard/csrf.ts';
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
import { keepPage } from './kept-page.ts';
import { safeNext } from './next-path.ts';
import { PASSKEY_SCRIPT_TEXT } from './passkey-script.ts';
import { addPasswordPages } from './password-pages.ts';
import { addSecondFactorPages, takePasskeySecond } from './second-factor-pages.ts';
import { PASSKEY_SCRIPT, type SignInView, signInPage } from './sign-in-page.ts';

/** Sign-in and sign-out: plain pages and forms, no app bundle. Answers what counts the calls of an address here. */
export function addAuthPages(fastify: FastifyInstance, app: App): (request: FastifyRequest) => Promise<void> {
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 16_384 }, (request, text, done) => {
    // Only these pages hold forms. Any other page of the web can send one too, so the calls of the API take none.
    if (!(request.routeOptions.config as { takesForm?: boolean }).takesForm) return done(new Refusal('WRONG_TYPE', 'Send JSON.'));
    done(null, Object.fromEntries(new URLSearchParams(text.toString())));
  });
  // Here nobody is known by name yet, so calls are counted by address: far above what a whole office does in its first minute.
  const spend = createBudget(20, 400, app.elapsed);
  const onRequest = async (request: FastifyRequest) => spend(request.ip);
  const sendScript = keepPage('text/javascript; charset=utf-8', () => PASSKEY_SCRIPT_TEXT);
  fastify.get('/auth/', { onRequest }, (_request, reply) => reply.redirect('/auth/login/', 302));
  fastify.get('/auth/login/', { onRequest }, (request, reply) => showSignIn(app, request, reply));
  fastify.get('/auth/logo/', { onRequest, compress: false }, (request, reply) => showLogo(app, request, reply));
  fastify.get(PASSKEY_SCRIPT, { onRequest, compress: false }, sendScript);
  fastify.post('/auth/login/', { ...FORM, onRequest }, (request, reply) => takeSignIn(app, request, reply));
  fastify.post('/auth/passkey/', { ...FORM, onRequest }, (request, reply) => takePasskey(app, request, reply));
  fastify.post('/auth/logout/', { ...FORM, onRequest }, (request, reply) => takeSignOut(app, request, reply));
  addSecondFactorPages(fastify, app, onRequest);
  addPasswordPages(fastify, app, onRequest);
  return onRequest;
}

export async function renderSignIn(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { problem, ...view }: Partial<SignInView>,
): Promise<FastifyReply> {
  const frame = await makeFrame(app, request, reply, problem);
  const { hasForm, hasPasskeys, canReset, providers } = await app.db.read((tx) => getSignInWays(tx));
  const challenge = hasPasskeys ? await makeChallenge(app.adapters, BY_PASSKEY, [], app.now()) : null;
  if (challenge) setStepCookie(app, reply, 'passkey', challenge.ticket, 300);
  const has_form = hasForm || (request.query as { password?: string }).password === '1' || view.username !== undefined;
  const is_demo = app.mode === 'demo';
  const ways = { has_form, can_reset: canReset, providers, passkey: challenge?.options ?? null };
  return sendPage(reply, status, signInPage({ ...frame, next: '/app/', is_demo, ...ways, ...view }));
}

async function showSignIn(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { next, done } = request.query as { next?: string; done?: string };
  const token = readSessionToken(request, app.cookies);
  const actor = token ? await findSession(app, token, app.now()) : null;
  return renderSignIn(app, request, reply, 200, {
    next: safeNext(typeof next === 'string' ? next : undefined),
    ...(actor ? { signed_in_as: actor.full_name } : {}),
    ...(done === 'password' ? { notice: 'The password is saved. Sign in with it.' } : {}),
  });
}

/** The logo is the only file served without a session. */
async function showLogo(app: App, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const logo = await app.db.read(async (tx) => {
    const { logo_horizontal } = await getFirmFace(tx);
    return logo_horizontal === null ? null : openPicture(tx, app.adapters.files, logo_horizontal);
  });
  if (!logo) throw notFound();
  reply.header('Cache-Control', 'no-cache');
  await sendFile(reply, request, logo);
}

/** After the first factor: in, on to the second one, or back with the reason. */
export async function answerSignIn(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  result: SignInResult,
  view: { next: string; username?: string; is_field: boolean },
): Promise<FastifyReply> {
  if ('refused' in result) {
    // Not what was typed: many type a password into the wrong field.
    request.log.warn({ refused: result.refused }, 'sign-in refused');
    if (result.refused === 'throttled') reply.header('Retry-After', String(result.wait_seconds));
    return renderSignIn(app, request, reply, result.refused === 'throttled' ? 429 : 401, { ...view, problem: result.sentence });
  }
  if ('pending' in result) {
    setStepCookie(app, reply, 'second', result.pending, 900);
    return reply.redirect('/auth/code/', 303);
  }
  giveSession(app, request, reply, result, view.is_field ? 'field' : 'office');
  return reply.redirect(view.next, 303);
}

async function takeSignIn(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = readForm(request);
  const next = safeNext(form.next);
  const username = form.username ?? '';
  if (!isOwnForm(app, request)) return renderSignIn(app, request, reply, 403, { next, problem: TOO_LONG, username });
  const is_field = form.device === 'field';
  const result = await signIn(app, { username, password: form.password ?? '', next }, describeBrowser(app, request, is_field));
  return answerSignIn(app, request, reply, result, { next, username, is_field });
}

async function takePasskey(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = readForm(request);
  if (form.second === '1') return takePasskeySecond(app, request, reply);
  const next = safeNext(form.next);
  if (!isOwnForm(app, request)) return renderSignIn(app, request, reply, 403, { next, problem: TOO_LONG });
  const is_field = form.device === 'field';
  const given = { ticket: request.cookies.passkey, answer: readPasskeyAnswer(form.answer) };
  const result = await signInByPasskey(app, given, describeBrowser(app, request, is_field));
  return answerSignIn(app, request, reply, result, { next, is_field });
}

async function takeSignOut(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const token = readSessionToken(request, app.cookies);
  if (token) {
    refuseForeignOrigin(request, app.config.publicOrigin);
    const form = readForm(request);
    if (!form.csrf || !isCsrfToken(form.csrf, token)) refuseForgedToken(request, token);
    await app.db.write((tx) => closeSession(tx, token));
  } else if (request.headers['sec-fetch-site'] === 'cross-site') {
    throw new Refusal('CSRF', 'CSRF check failed.');
  }
  clearSessionCookies(reply, app.cookies);
  const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
  return isForm ? reply.redirect('/auth/login/', 303) : reply.code(204).send();
}
