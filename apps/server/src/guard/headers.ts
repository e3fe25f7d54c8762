import { CONTRACT_VERSION } from '@dmse/contract/endpoint';
import type { FastifyInstance } from 'fastify';

const CSP = [
  "default-src 'self'",
  "script-src 'self'",
  "worker-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-src 'self' blob:",
  "frame-ancestors 'none'",
  "manifest-src 'self'",
].join('; ');

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

/** On every answer, whatever it is. */
export function addSecurityHeaders(app: FastifyInstance, isHttps: boolean): void {
  const headers = Object.entries(securityHeaders(isHttps));
  app.addHook('onSend', (_request, reply, _payload, done) => {
    for (const [name, value] of headers) if (!OWN_WORD.has(name) || !reply.hasHeader(name)) reply.header(name, value);
    done();
  });
}
