import { Readable } from 'node:stream';
import { can } from '@dmse/domain/access/grants';
import { layersFor } from '@dmse/domain/places/map-layers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { findSession } from '../areas/people/session/session.service.ts';
import { identify } from '../call/mount.ts';
import { forbidden, Refusal } from '../call/refusal.ts';

/** Windows with a map that one person may have open. */
const MOST_STREAMS = 12;
const HEARTBEAT_MS = 25_000;
/** Bytes a reader may leave unread before it is given up. */
const MOST_WAITING = 64 * 1024;

/**
 * Server-sent events: which layer of the map has changed, to everybody who looks at one and may see that layer. The versions of now come
 * first, so that nothing is missed while a connection is made again.
 */
export function addMapChanges(fastify: FastifyInstance, app: App, heartbeatMs = HEARTBEAT_MS): void {
  const streams = new Map<number, Set<Readable>>();
  fastify.route({
    method: 'GET',
    url: '/api/map/changes/',
    exposeHeadRoute: false,
    // What is packed is held back until there is enough of it.
    compress: false,
    handler: (request, reply) => openStream(request, reply),
  });
  // A stream never ends by itself, and stopping waits for every answer.
  fastify.addHook('preClose', async () => {
    for (const own of streams.values()) for (const stream of own) stream.push(null);
  });

  async function openStream(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { actor, token } = await identify(app, request);
    if (!can(actor.groups, 'map.read')) throw forbidden();
    app.spendCall(actor.id, { isHeavy: false, isUpload: false, isTile: false });
    const own = streams.get(actor.id) ?? new Set();
    if (own.size >= MOST_STREAMS) throw new Refusal('THROTTLED', 'You have too many maps open. Close one of them.');
    const layers = layersFor(actor.groups);
    const stream = new Readable({ read() {} });
    const tell = (layer: string, version: string) => {
      if (stream.readableLength > MOST_WAITING) stream.destroy();
      if (layers.some((seen) => seen === layer)) stream.push(`event: layer\ndata: ${JSON.stringify({ layer, version })}\n\n`);
    };
    const { map } = app.adapters;
    const unwatch = map.watch(tell);
    const heart = setInterval(() => beat().catch(() => stream.push(null)), heartbeatMs);
    streams.set(actor.id, own.add(stream));
    stream.once('close', () => {
      clearInterval(heart);
      unwatch();
      own.delete(stream);
      if (own.size === 0) streams.delete(actor.id);
    });

    /** To look at a map is no use of a session: it ends as it would without. Whose roles have changed begins anew. */
    async function beat(): Promise<void> {
      const found = await findSession(app, token, app.now(), { isUse: false });
      if (found && found.groups.join() === actor.groups.join()) stream.push(': still here\n\n');
      else stream.push(null);
    }

    stream.push('retry: 3000\n\n');
    for (const [layer, version] of map.versions()) tell(layer, version);
    await reply.headers({ 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' }).send(stream);
  }
}
