import { ALL } from '@dmse/contract/all';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { identify } from '../call/mount.ts';
import { Refusal } from '../call/refusal.ts';
import { createBudget } from '../guard/budget.ts';
import { docsPage } from './docs-page.ts';
import { DOCS_SCRIPT } from './docs-script.ts';
import { keepPage } from './kept-page.ts';
import { openapi } from './openapi.ts';

/** The API as a page and as OpenAPI, made from the declarations. For signed-in people; in a demo for anyone. */
export function addDocsPages(fastify: FastifyInstance, app: App): void {
  const spendLook = createBudget(2, 30, app.elapsed);
  const admit = async (request: FastifyRequest) => {
    if (app.mode === 'demo') return spendLook(request.ip);
    const { actor } = await identify(app, request);
    app.spendCall(actor.id, { isHeavy: false, isUpload: false, isTile: false });
  };
  const sendOpenapi = keepPage('application/json; charset=utf-8', async () => JSON.stringify(await openapi(ALL)));
  const sendScript = keepPage('text/javascript; charset=utf-8', () => DOCS_SCRIPT);
  const sendPage = keepPage('text/html; charset=utf-8', () => docsPage(ALL));
  fastify.get('/api/openapi.json', async (request, reply) => {
    await admit(request);
    return sendOpenapi(request, reply);
  });
  fastify.get('/api/docs/find.js', sendScript);
  fastify.get('/api/docs/', async (request, reply) => {
    try {
      await admit(request);
    } catch (error) {
      return sendToSignIn(error, request, reply);
    }
    return sendPage(request, reply);
  });
}

/** A person who followed a link is asked who they are; a program is told. */
function sendToSignIn(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const wantsPage = (request.headers.accept ?? '').includes('text/html');
  if (!wantsPage || !(error instanceof Refusal) || error.status !== 401) throw error;
  return reply.redirect('/auth/login/?next=/api/docs/', 302);
}
