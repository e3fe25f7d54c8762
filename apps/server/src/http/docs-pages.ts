import { ALL } from '@dmse/contract/all';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { docsPage } from './docs-page.ts';
import { identify } from './mount.ts';
import { openapi } from './openapi.ts';

/** The API as a page and as OpenAPI, made from the declarations. For signed-in people; in a demo for anyone. */
export function addDocsPages(fastify: FastifyInstance, app: App): void {
  const admit = async (request: FastifyRequest) => {
    if (app.mode !== 'demo') await identify(app, request);
  };
  fastify.get('/api/openapi.json', async (request) => {
    await admit(request);
    return openapi(ALL);
  });
  fastify.get('/api/docs/', async (request, reply) => {
    await admit(request);
    return reply.type('text/html; charset=utf-8').send(docsPage(ALL));
  });
}
