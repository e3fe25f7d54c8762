import { randomBytes } from 'node:crypto';
import { cookieSeconds } from '@dmse/domain/access/session';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { App } from '../app.ts';
import { openPicture } from '../areas/files/file/file.service.ts';
import { closeSession, findSession } from '../areas/people/session/session.service.ts';
import { signIn } from '../areas/people/session/sign-in.service.ts';
import { getFirmFace } from '../areas/settings/setting/setting.service.ts';
import { notFound, Refusal } from '../call/refusal.ts';
import { sendFile } from '../call/send-file.ts';
import { createBudget } from '../guard/budget.ts';
import { clearSessionCookies, readSessionToken, setSessionCookies } from '../guard/cookies.ts';
import { isCsrfToken, makeCsrfToken, refuseForeignOrigin, refuseForgedToken } from '../guard/csrf.ts';
import { safeNext } from './next-path.ts';
import { findFonts } from './sign-in-font.ts';
import { type SignInView, signInPage } from './sign-in-page.ts';
import { DIST } from './static-files.ts';

const ANON = 'signin';
const FONTS = findFonts(DIST);
const FORM: RouteShorthandOptions = { config: { takesForm: true } as object };

type Form = Record<string, string>;

function isAnonymousToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Sign-in and sign-out: plain pages and forms, no app bundle, no script. */
export function addAuthPages(fastify: FastifyInstance, app: App): void {
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 16_384 }, (request, text, done) => {
    // Only these pages hold forms. Any other page of the web can send one too, so the calls of the API take none.
    if (!(request.routeOptions.config as { takesForm?: boolean }).takesForm) return done(new Refusal('WRONG_TYPE', 'Send JSON.'));
    done(null, Object.fromEntries(new URLSearchParams(text.toString())));
  });
  // Here nobody is known by name yet, so calls are counted by address: far above what a whole office does in its first minute.
  const spend = createBudget(20, 400, app.elapsed);
  const onRequest = async (request: FastifyRequest) => spend(request.ip);
  fastify.get('/auth/', { onRequest }, (_request, reply) => reply.redirect('/auth/login/', 302));
  fastify.get('/auth/login/', { onRequest }, (request, reply) => showSignIn(app, request, reply));
  fastify.get('/auth/logo/', { onRequest, compress: false }, (request, reply) => showLogo(app, request, reply));
  fastify.post('/auth/login/', { ...FORM, onRequest }, (request, reply) => takeSignIn(app, request, reply));
  fastify.post('/auth/logout/', { ...FORM, onRequest }, (request, reply) => takeSignOut(app, request, reply));
}

/** The page's hidden token is bound to a short-lived cookie of its own, since there is no session to bind it to yet. */
async function renderSignIn(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  view: Partial<SignInView>,
): Promise<FastifyReply> {
  const held = request.cookies[ANON];
  const anonymous = held && isAnonymousToken(held) ? held : randomBytes(32).toString('base64url');
  reply.setCookie(ANON, anonymous, { path: '/auth/', httpOnly: true, sameSite: 'lax', secure: app.cookies.isHttps, maxAge: 7200 });
  const firm = await app.db.read((tx) => getFirmFace(tx));
  const page = signInPage({
    firm_name: firm.firm_name,
    has_logo: firm.logo_horizontal !== null,
    fonts: FONTS,
    csrf: makeCsrfToken(anonymous),
    next: '/app/',
    is_demo: app.mode === 'demo',
    ...view,
  });
  return reply.code(status).type('text/html; charset=utf-8').send(page);
}

async function showSignIn(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { next } = request.query as { next?: string };
  const token = readSessionToken(request, app.cookies);
  const actor = token ? await findSession(app.db, token, app.now()) : null;
  return renderSignIn(app, request, reply, 200, {
    next: safeNext(typeof next === 'string' ? next : undefined),
    ...(actor ? { signed_in_as: actor.full_name } : {}),
  });
}

/** The firm's logo hangs at the door: of all files the one that anyone may see. */
async function showLogo(app: App, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const logo = await app.db.read(async (tx) => {
    const { logo_horizontal } = await getFirmFace(tx);
    return logo_horizontal === null ? null : openPicture(tx, app.adapters.files, logo_horizontal);
  });
  if (!logo) throw notFound();
  reply.header('Cache-Control', 'no-cache');
  await sendFile(reply, request, logo);
}

async function takeSignIn(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = (request.body ?? {}) as Form;
  const next = safeNext(form.next);
  const anonymous = request.cookies[ANON] ?? '';
  refuseForeignOrigin(request, app.config.publicOrigin);
  if (!isAnonymousToken(anonymous) || !isCsrfToken(form.csrf ?? '', anonymous)) {
    return renderSignIn(app, request, reply, 403, {
      next,
      problem: 'This page was open for too long, or cookies are switched off. Try once more.',
      username: form.username ?? '',
    });
  }
  const kind = form.device === 'field' ? 'field' : 'office';
  const result = await signIn(app.db, {
    username: form.username ?? '',
    password: form.password ?? '',
    kind,
    address: request.ip,
    device: (request.headers['user-agent'] ?? '').slice(0, 300),
    now: app.now(),
    oldToken: readSessionToken(request, app.cookies),
  });
  if ('refused' in result) {
    request.log.warn({ account: form.username?.slice(0, 60), refused: result.refused }, 'sign-in refused');
    if (result.refused === 'throttled') reply.header('Retry-After', String(result.wait_seconds));
    const status = result.refused === 'throttled' ? 429 : 401;
    return renderSignIn(app, request, reply, status, {
      next,
      problem: result.sentence,
      username: form.username ?? '',
      is_field: kind === 'field',
    });
  }
  request.log.info({ user: result.user_id }, 'signed in');
  setSessionCookies(reply, app.cookies, result.token, makeCsrfToken(result.token), cookieSeconds(kind));
  reply.clearCookie(ANON, { path: '/auth/' });
  return reply.redirect(next, 303);
}

async function takeSignOut(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const token = readSessionToken(request, app.cookies);
  if (token) {
    refuseForeignOrigin(request, app.config.publicOrigin);
    const form = (request.body ?? {}) as Form;
    if (!form.csrf || !isCsrfToken(form.csrf, token)) refuseForgedToken(request, token);
    await app.db.write((tx) => closeSession(tx, token));
  } else if (request.headers['sec-fetch-site'] === 'cross-site') {
    throw new Refusal('CSRF', 'CSRF check failed.');
  }
  clearSessionCookies(reply, app.cookies);
  const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
  return isForm ? reply.redirect('/auth/login/', 303) : reply.code(204).send();
}
