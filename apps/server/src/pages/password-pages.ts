import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { choosePassword, findLink, requestReset } from '../areas/people/password-link/password-link.service.ts';
import { getSignInWays } from '../areas/people/session/sign-in-ways.service.ts';
import { FORM, isOwnForm, makeFrame, readForm, sendPage, TOO_LONG } from './auth-form.ts';
import { authPage, escapeHtml, hiddenFields } from './sign-in-page.ts';

const BACK = '<p class="small"><a href="/auth/login/">Back to sign-in</a></p>';
/** The same words whether the address is known or not. */
const ASKED = 'If an account has this address, a mail with a link is on its way. The link works for 30 minutes.';

/** Asking for a new password, and choosing one by the link of a mail. */
export function addPasswordPages(fastify: FastifyInstance, app: App, onRequest: (request: FastifyRequest) => Promise<void>): void {
  fastify.get('/auth/forgot/', { onRequest }, (request, reply) => showForgot(app, request, reply, 200));
  fastify.post('/auth/forgot/', { ...FORM, onRequest }, (request, reply) => takeForgot(app, request, reply));
  fastify.get('/auth/password/', { onRequest }, (request, reply) => {
    const { token } = request.query as { token?: string };
    return showChoose(app, request, reply, 200, typeof token === 'string' ? token : '');
  });
  fastify.post('/auth/password/', { ...FORM, onRequest }, (request, reply) => takeChoose(app, request, reply));
}

async function showForgot(app: App, request: FastifyRequest, reply: FastifyReply, status: number, problem?: string): Promise<FastifyReply> {
  const { canReset } = await app.db.read((tx) => getSignInWays(tx));
  if (!canReset) return reply.redirect('/auth/login/', 303);
  const frame = await makeFrame(app, request, reply, problem);
  const body = `<p>Enter your e-mail address or username. We will mail you a link to choose a new password.</p>
<form method="post" action="/auth/forgot/">${hiddenFields({ csrf: frame.csrf })}
<div class="field"><label for="address">E-mail or username</label><input id="address" name="address" type="text" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required autofocus></div>
<button type="submit">Send link</button></form>${BACK}`;
  return sendPage(reply, status, authPage(frame, 'Forgotten password', body));
}

async function takeForgot(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (!isOwnForm(app, request)) return showForgot(app, request, reply, 403, TOO_LONG);
  const refused = await requestReset(app, readForm(request).address ?? '', request.ip, app.now());
  if (refused) {
    reply.header('Retry-After', String(refused.wait_seconds));
    return showForgot(app, request, reply, 429, refused.sentence);
  }
  const frame = await makeFrame(app, request, reply);
  return sendPage(reply, 200, authPage(frame, 'Forgotten password', `<div class="notice" role="status">${ASKED}</div>${BACK}`));
}

async function showChoose(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  token: string,
  problem?: string,
): Promise<FastifyReply> {
  const link = await app.db.read((tx) => findLink(tx, token, app.now()));
  const frame = await makeFrame(app, request, reply, link ? problem : 'This link has been used or has expired. Ask for a new one.');
  if (!link)
    return sendPage(
      reply,
      410,
      authPage(frame, 'Choose a password', '<p class="small"><a href="/auth/forgot/">Ask for a new link</a></p>'),
    );
  const then = link.purpose === 'reset' ? ' You will be signed out everywhere.' : '';
  const body = `<p>${escapeHtml(link.full_name)}, your username is <b>${escapeHtml(link.username)}</b>. Choose a password of 12 characters or more.${then}</p>
<form method="post" action="/auth/password/">${hiddenFields({ csrf: frame.csrf, token })}
<input type="text" name="username" autocomplete="username" value="${escapeHtml(link.username)}" readonly hidden>
<div class="field"><label for="password">New password</label><input id="password" name="password" type="password" autocomplete="new-password" minlength="12" maxlength="128" required autofocus></div>
<div class="field"><label for="repeated">Repeat the password</label><input id="repeated" name="repeated" type="password" autocomplete="new-password" maxlength="128" required></div>
<button type="submit">Save password</button></form>`;
  return sendPage(reply, status, authPage(frame, 'Choose a password', body));
}

async function takeChoose(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token = '', password = '', repeated = '' } = readForm(request);
  if (!isOwnForm(app, request)) return showChoose(app, request, reply, 403, token, TOO_LONG);
  if (password !== repeated) return showChoose(app, request, reply, 400, token, 'The two passwords differ.');
  const refused = await choosePassword(app, { token, password }, app.now(), request.id);
  if (refused) return showChoose(app, request, reply, refused.refused === 'link' ? 410 : 400, token, refused.sentence);
  request.log.info('password chosen by a link');
  return reply.redirect('/auth/login/?done=password', 303);
}
