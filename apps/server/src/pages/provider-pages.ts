import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { beginSso, endByProvider, finishSso } from '../areas/people/provider/sso.service.ts';
import { notFound, Refusal } from '../call/refusal.ts';
import { describeBrowser, FORM, readForm, setStepCookie } from './auth-form.ts';
import { answerSignIn, renderSignIn } from './auth-pages.ts';
import { safeNext } from './next-path.ts';

type OnRequest = (request: FastifyRequest) => Promise<void>;

/** Signing in by another system, and its word that somebody signed out there. */
export function addProviderPages(fastify: FastifyInstance, app: App, onRequest: OnRequest): void {
  fastify.get('/auth/sso/:id/', { onRequest }, (request, reply) => begin(app, request, reply));
  fastify.get('/auth/sso/:id/callback/', { onRequest }, (request, reply) => comeBack(app, request, reply));
  fastify.post('/auth/sso/:id/logout/', { ...FORM, onRequest }, (request, reply) => takeLogout(app, request, reply));
}

function idOf(request: FastifyRequest): number {
  const { id } = request.params as { id: string };
  if (!/^[1-9]\d{0,8}$/.test(id)) throw notFound();
  return Number(id);
}

async function begin(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { next, device, again } = request.query as { next?: unknown; device?: unknown; again?: unknown };
  const kind = device === 'field' ? 'field' : 'office';
  const wish = { next: safeNext(typeof next === 'string' ? next : undefined), kind, asksAgain: again === '1' } as const;
  const begun = await beginSso(app, idOf(request), wish, app.now()).catch((error: Error) => {
    request.log.warn({ reason: error.message }, 'another system could not be asked');
    return 'failed' as const;
  });
  if (begun === null) throw notFound();
  if (begun === 'failed')
    return renderSignIn(app, request, reply, 503, {
      next: wish.next,
      problem: 'The other system cannot be reached just now. Try again in a moment.',
    });
  setStepCookie(app, reply, 'sso', begun.ticket, 900);
  return reply.redirect(begun.url, 302);
}

async function comeBack(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const given = { ticket: request.cookies.sso, url: request.url };
  const { result, next, kind, why } = await finishSso(app, idOf(request), given, describeBrowser(app, request, false));
  if (why) request.log.warn({ reason: why }, 'sign-in elsewhere failed');
  return answerSignIn(app, request, reply, result, { next, is_field: kind === 'field' });
}

/** Spoken by the other system itself; the signature of its token is what counts. */
async function takeLogout(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const ended = await endByProvider(app, idOf(request), readForm(request).logout_token ?? '', app.now());
  if (ended === null) throw new Refusal('INVALID', 'This is not a logout token of that system.');
  request.log.info({ ended }, 'sessions ended by another system');
  return reply.code(200).send();
}
