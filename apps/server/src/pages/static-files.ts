import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
/** By this name the service worker asks for the page (apps/web/src/field/frame/shell-cache.ts). */
const STORED_PAGE = '/app/index.html';

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
  fastify.get(STORED_PAGE, sendAppPage);
  fastify.get('/staff/', page('staff.html'));
  fastify.get('/staff/*', page('staff.html'));
}

/** Every address under /app/ that is not a file belongs to the app's own router. */
export function isAppPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? '';
  return request.method === 'GET' && /^\/app(\/|$)/.test(path) && !path.startsWith('/app/assets/') && existsSync(DIST);
}

/**
 * The page that starts the app, with word of the files which the page asked for will need as well. A browser that asks whether its copy is
 * still good has been here before, and the service worker stores the page with all of its files.
 */
export function sendAppPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isKnown = request.headers['if-none-match'] !== undefined || request.url === STORED_PAGE;
  const link = preloadHeader(readPreloads(), request.url, isKnown);
  if (link) reply.header('Link', link);
  return reply.code(200).header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').sendFile('index.html');
}

/** The files that index.html names; each page of the app's route table with what it needs besides them. */
export type Preloads = { first: string[]; pages: { path: string; files: string[] }[] };
const NONE: Preloads = { first: [], pages: [] };

/** Written by the build of the web app (apps/web/scripts/route-preloads.ts), and read again when it was built anew. */
let known: { mtime: number; preloads: Preloads } | undefined;
function readPreloads(): Preloads {
  const file = join(DIST, 'preload.json');
  const mtime = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (known?.mtime !== mtime) known = { mtime, preloads: mtime === 0 ? NONE : JSON.parse(readFileSync(file, 'utf8')) };
  return known.preloads;
}

/**
 * What goes into the Link header of a page; empty where nothing more is needed. On a first visit Chromium compiles a module that is preloaded
 * as one while it comes, on another thread. It does so on every later visit as well, and never looks at what it has kept of the module's
 * compiled code: only of a file that was preloaded as a script.
 */
export function preloadHeader({ first, pages }: Preloads, url: string, isKnown: boolean): string {
  const path = url
    .split('?')[0]!
    .replace(/^\/app(?=\/)/, '')
    .replace(/(.)\/$/, '$1');
  const files = pages.find((one) => isOnPath(one.path, path))?.files ?? [];
  const script = isKnown ? 'preload; as=script; crossorigin' : 'modulepreload';
  const relOf = (file: string) => (file.endsWith('.css') ? 'preload; as=style; crossorigin' : script);
  return (isKnown ? [...first, ...files] : files).map((file) => `</app/${file}>; rel=${relOf(file)}`).join(', ');
}

/** `/job/$id` is the pattern of `/job/12`; a final `$` takes the rest. */
function isOnPath(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  const isRest = wanted.at(-1) === '$';
  if (isRest ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((part, at) => part.startsWith('$') || part === given[at]);
}
