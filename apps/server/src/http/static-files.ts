import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/** The built web app: hashed assets for ever, pages and the service worker asked for anew each time. */
export async function addStaticFiles(fastify: FastifyInstance): Promise<void> {
  fastify.get('/', (_request, reply) => reply.redirect('/app/', 302));
  fastify.get('/favicon.ico', (_request, reply) => reply.redirect('/app/favicon.svg', 302));
  if (!existsSync(DIST)) {
    fastify.get('/app/*', (_request, reply) => reply.code(503).type('text/plain').send('The web app has not been built yet.'));
    return;
  }
  await fastify.register(fastifyStatic, {
    root: DIST,
    prefix: '/app/',
    wildcard: true,
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header('Cache-Control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const page = (file: string) => (_request: unknown, reply: FastifyReply) => reply.type('text/html; charset=utf-8').sendFile(file);
  fastify.get('/app/', page('index.html'));
  fastify.get('/staff/', page('staff.html'));
  fastify.get('/staff/*', page('staff.html'));
}

/** Every address under /app/ that is not a file belongs to the app's own router. */
export function isAppPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? '';
  return request.method === 'GET' && /^\/app(\/|$)/.test(path) && !path.startsWith('/app/assets/') && existsSync(DIST);
}

export function sendAppPage(reply: FastifyReply): FastifyReply {
  return reply.code(200).header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').sendFile('index.html');
}
