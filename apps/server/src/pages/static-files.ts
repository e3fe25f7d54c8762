import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
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
  fastify.get('/app/', sendAppPage);
  fastify.get('/staff/', page('staff.html'));
  fastify.get('/staff/*', page('staff.html'));
}

/** Every address under /app/ that is not a file belongs to the app's own router. */
export function isAppPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? '';
  return request.method === 'GET' && /^\/app(\/|$)/.test(path) && !path.startsWith('/app/assets/') && existsSync(DIST);
}

/** The page that starts the app, with word of the files which the page asked for will need as well. */
export function sendAppPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const link = preloadHeader(readPreloads(), request.url);
  if (link) reply.header('Link', link);
  return reply.code(200).header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').sendFile('index.html');
}

/** A page of the app's route table, and the files it needs besides those that index.html names. */
export type Preload = { path: string; files: string[] };

/** Written by the build of the web app (apps/web/scripts/route-preloads.ts), and read again when it was built anew. */
let known: { mtime: number; preloads: Preload[] } | undefined;
function readPreloads(): Preload[] {
  const file = join(DIST, 'preload.json');
  const mtime = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (known?.mtime !== mtime) known = { mtime, preloads: mtime === 0 ? [] : JSON.parse(readFileSync(file, 'utf8')) };
  return known.preloads;
}

/** What goes into the Link header of a page; empty where nothing more is needed. */
export function preloadHeader(preloads: readonly Preload[], url: string): string {
  const path = url
    .split('?')[0]!
    .replace(/^\/app(?=\/)/, '')
    .replace(/(.)\/$/, '$1');
  const page = preloads.find((one) => isOnPath(one.path, path));
  return (page?.files ?? []).map((file) => `</app/${file}>; rel=modulepreload`).join(', ');
}

/** `/job/$id` is the pattern of `/job/12`; a final `$` takes the rest. */
function isOnPath(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  const isRest = wanted.at(-1) === '$';
  if (isRest ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((part, at) => part.startsWith('$') || part === given[at]);
}
