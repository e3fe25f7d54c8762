import { constants } from 'node:http2';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerRaw, TOO_SLOW } from '../call/raw-answer.ts';
import { http2Request } from './http2.ts';

/** How long, in milliseconds, a body may take to arrive. */
export type BodyLimits = {
  /** Without a single byte. */
  quiet: number;
  /** In all, for what fits in one piece. */
  small: number;
  /** In all, for files. */
  upload: number;
};

/** A crew in the woods sends a hundred megabytes at ten kilobytes a second, and is welcome; who sends nothing is let go. */
export const BODY_LIMITS: BodyLimits = { quiet: 60_000, small: 120_000, upload: 4 * 3_600_000 };

/** Shall it be waited for no longer? */
export function isTooSlow(isUpload: boolean, { quiet, total }: { quiet: number; total: number }, limits: BodyLimits): boolean {
  return quiet >= limits.quiet || total >= (isUpload ? limits.upload : limits.small);
}

/**
 * Lets go of whoever holds a connection open by sending slowly or not at all. Node itself knows one limit for all requests, which is
 * either too short for a file on a slow line or too long for everything else; it keeps its own watch over the headers.
 */
export function addSlowBodyWatch(fastify: FastifyInstance, isHttps: boolean, limits: BodyLimits = BODY_LIMITS): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) watch(request, reply, isHttps, limits);
    done();
  });
}

function hasBody(request: FastifyRequest): boolean {
  const { raw } = request;
  const http2 = http2Request(request);
  if (http2) return !http2.complete && !http2.stream.endAfterHeaders;
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
  return raw.socket instanceof Socket && !raw.complete && (encoding !== undefined || Number(length) > 0);
}

/** Does it bring a file, by what its headers say? */
export function isUpload(request: FastifyRequest): boolean {
  const isForm = /^multipart\//i.test(request.headers['content-type'] ?? '');
  return isForm || (request.routeOptions.config as { takesBytes?: boolean }).takesBytes === true;
}

function watch(request: FastifyRequest, reply: FastifyReply, isHttps: boolean, limits: BodyLimits): void {
  const { raw } = request;
  const { socket } = raw;
  const http2 = http2Request(request);
  let patient = isUpload(request);
  let began = performance.now();
  let moved = { bytes: socket.bytesRead, at: began };
  // Once it has its answer, what is still on its way is of no use to anybody. Over HTTP/2 the sender can be told so; there the answer is
  // said to be finished only when the stream has closed, so it is the stream that is listened to.
  (http2?.stream ?? reply.raw).once('finish', () => {
    patient = false;
    began = performance.now();
    // The answer goes ahead of it, as Node does for a body nobody has begun to read.
    if (!raw.complete) setImmediate(() => http2?.stream.close(constants.NGHTTP2_NO_ERROR));
  });
  const timer = setInterval(() => {
    if (raw.complete || socket.destroyed) return clearInterval(timer);
    const now = performance.now();
    if (socket.bytesRead !== moved.bytes) moved = { bytes: socket.bytesRead, at: now };
    if (!isTooSlow(patient, { quiet: now - moved.at, total: now - began }, limits)) return;
    clearInterval(timer);
    request.log.info({ req: request, status: 408 }, 'request came too slowly');
    // The connection carries other requests too: only this one is refused.
    if (http2) http2.stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    else answerRaw(socket, isHttps, 408, TOO_SLOW);
  }, Math.min(limits.quiet, limits.small) / 12);
  timer.unref();
}
