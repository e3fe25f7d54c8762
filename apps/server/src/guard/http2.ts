import type { Http2SecureServer, Http2ServerRequest, ServerHttp2Session } from 'node:http2';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** Where the certificate is ours, HTTP/2, and HTTP/1.1 for whoever does not know it. Without TLS no browser speaks HTTP/2. */
export function serverOptions(tls: Config['tls']): object {
  return tls ? { http2: true, https: { ...tls, allowHTTP1: true } } : {};
}

const sessionsOf = new WeakMap<FastifyInstance['server'], Set<ServerHttp2Session>>();

/** A session of HTTP/2 stays open between requests: asked to stop, each is closed as soon as its requests are answered. */
export function addSessionEnd(fastify: FastifyInstance): void {
  const sessions = new Set<ServerHttp2Session>();
  sessionsOf.set(fastify.server, sessions);
  (fastify.server as unknown as Http2SecureServer).on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  fastify.addHook('preClose', async () => {
    for (const session of sessions) session.close();
  });
}

/** Ends every connection at once, whatever is under way on it. */
export function cutConnections({ server }: FastifyInstance): void {
  server.closeAllConnections?.();
  for (const session of sessionsOf.get(server) ?? []) session.destroy();
}

/** The request as HTTP/2 has it; null for one of HTTP/1.1. */
export function http2Request({ raw }: FastifyRequest): Http2ServerRequest | null {
  return raw.httpVersionMajor === 2 ? (raw as unknown as Http2ServerRequest) : null;
}
