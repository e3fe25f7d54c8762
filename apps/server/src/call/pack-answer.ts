import { constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Smaller than this is one packet anyway; larger is packed piece by piece on another thread. */
const SMALLEST = 1024;
const LARGEST = 64 * 1024;
/** A smaller window and table than usual: for a text of this size they pack as well, and to set them up is most of the work. */
const PACKING = { level: constants.Z_BEST_SPEED, windowBits: 14, memLevel: 7 };

/**
 * Sends an answer as JSON. One of the size of a page of a list is packed in one go: to set up a stream for it takes several times as
 * long as the packing.
 */
export async function sendJson(reply: FastifyReply, request: FastifyRequest, answer: unknown): Promise<void> {
  const text = JSON.stringify(answer);
  reply.type('application/json; charset=utf-8');
  const isPacked = text.length >= SMALLEST && text.length <= LARGEST && acceptsGzip(request.headers['accept-encoding']);
  if (!isPacked) return void (await reply.send(text));
  reply.header('Content-Encoding', 'gzip').header('Vary', 'Accept-Encoding');
  await reply.send(gzipSync(text, PACKING));
}

export function acceptsGzip(header: string | string[] | undefined): boolean {
  const offers = String(header ?? '').split(',');
  return offers.some((offer) => {
    const [name = '', weight = ''] = offer.split(';').map((part) => part.trim().toLowerCase());
    return (name === 'gzip' || name === '*') && !/^q=0(\.0*)?$/.test(weight);
  });
}
