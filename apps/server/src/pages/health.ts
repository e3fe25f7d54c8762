import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { Refusal } from '../call/refusal.ts';
import { ping } from '../db/database.ts';
import { http2Request } from '../guard/http2.ts';

/** Whether the server may take work now, and if not, why. */
export type Readiness = {
  /** A sentence while it may not write (or not take files); null when all is well. */
  whyNotWrite(isUpload: boolean): string | null;
  /** A sentence while it may not serve anything at all (migrating, restoring). */
  whyNotServe(): string | null;
};

/** `/healthz`: the process lives. `/readyz`: send it work. */
export function addHealth(fastify: FastifyInstance, app: App): void {
  let isStopping = false;
  fastify.addHook('onRequest', async (request) => {
    const isAboutUs = request.url === '/healthz' || request.url === '/readyz';
    const why = isStopping ? 'The server is stopping.' : isAboutUs ? null : app.readiness.whyNotServe();
    if (why) throw new Refusal('UNAVAILABLE', why, {}, { 'Retry-After': '2' });
  });
  // When asked to stop, what is in flight is finished and its connection let go, so that nobody holds the door open.
  fastify.addHook('preClose', async () => {
    isStopping = true;
  });
  fastify.addHook('onSend', async (request, reply) => {
    if (isStopping && !http2Request(request)) reply.header('Connection', 'close');
  });
  fastify.get('/healthz', async () => ({ ok: true }));
  fastify.get('/readyz', async (_request, reply) => {
    const why = app.readiness.whyNotWrite(false) ?? app.readiness.whyNotWrite(true) ?? (await databaseTrouble(app));
    return reply.code(why ? 503 : 200).send(why ? { ready: false, detail: why } : { ready: true });
  });
}

async function databaseTrouble(app: App): Promise<string | null> {
  try {
    await ping(app.db);
    return null;
  } catch {
    return 'The database cannot be reached.';
  }
}
