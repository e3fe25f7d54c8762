import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip } from '../call/pack-answer.ts';

type Kept = { text: Buffer; packed: Buffer; etag: string };

const pack = promisify(gzip);

/**
 * A page that is the same for everybody until the server is started anew: made when it is first asked for, however many ask at once,
 * kept as it is and packed, and not sent again to who holds it already.
 */
export function keepPage(type: string, render: () => Promise<string> | string) {
  let kept: Promise<Kept> | null = null;

  async function make(): Promise<Kept> {
    const text = Buffer.from(await render());
    return { text, packed: await pack(text), etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
  }

  return async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    kept ??= make().catch((error) => {
      kept = null; // whoever asks next tries again
      throw error;
    });
    const { text, packed, etag } = await kept;
    reply.header('ETag', etag).header('Cache-Control', 'private, no-cache').header('Vary', 'Accept-Encoding');
    if (isHeld(request.headers['if-none-match'] ?? '', etag)) return reply.code(304).send();
    reply.type(type);
    return acceptsGzip(request.headers['accept-encoding']) ? reply.header('Content-Encoding', 'gzip').send(packed) : reply.send(text);
  };
}

/** What only differs in being weak is the same page. */
function isHeld(header: string, etag: string): boolean {
  const mark = (text: string) => text.trim().replace(/^W\//, '');
  return header.split(',').some((one) => one.trim() === '*' || mark(one) === mark(etag));
}
