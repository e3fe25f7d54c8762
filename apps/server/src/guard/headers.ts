import { CONTRACT_VERSION } from '@dmse/contract/endpoint';
import type { FastifyInstance } from 'fastify';

/** `tileHosts`: the servers that base maps are drawn from, as scheme and host. */
function contentPolicy(tileHosts: readonly string[]): string {
  const more = tileHosts.map((host) => ` ${host}`).join('');
  return [
    "default-src 'self'",
    "script-src 'self'",
    "worker-src 'self'",
    `img-src 'self' data: blob:${more}`,
    `connect-src 'self'${more}`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-src 'self' blob:",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join('; ');
}
const CSP = contentPolicy([]);

/** What a page or file may say otherwise about itself. */
const OWN_WORD = new Set(['Content-Security-Policy', 'Cross-Origin-Resource-Policy', 'Cache-Control']);

export function securityHeaders(isHttps: boolean): Record<string, string> {
  return {
    'X-App': 'dmse',
    'X-Contract': String(CONTRACT_VERSION),
    'Content-Security-Policy': CSP,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
    ...(isHttps ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
    'Cache-Control': 'private, no-store',
  };
}

/** On every answer, whatever it is. Only pages fetch from elsewhere, so only they name the hosts of base maps. */
export function addSecurityHeaders(app: FastifyInstance, isHttps: boolean, listTileHosts: () => Promise<readonly string[]>): void {
  const headers = Object.entries(securityHeaders(isHttps));
  app.addHook('onSend', async (_request, reply) => {
    const isPage = /^\/(app|staff)(\/|$)/.test(_request.url) && String(reply.getHeader('Content-Type')).startsWith('text/html');
    if (isPage && !reply.hasHeader('Content-Security-Policy'))
      reply.header('Content-Security-Policy', contentPolicy(await listTileHosts()));
    for (const [name, value] of headers) if (!OWN_WORD.has(name) || !reply.hasHeader(name)) reply.header(name, value);
  });
}

const KEEP_MS = 1000;

/** Asked at most once a second; while the database is away, what it said last. */
export function rememberHosts(load: () => Promise<string[]>, elapsed: () => number): () => Promise<readonly string[]> {
  let [known, at]: [readonly string[], number] = [[], Number.NEGATIVE_INFINITY];
  return async () => {
    if (elapsed() - at < KEEP_MS) return known;
    at = elapsed();
    known = await load().catch(() => known);
    return known;
  };
}
