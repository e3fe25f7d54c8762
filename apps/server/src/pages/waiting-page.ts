import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml, MARK, STYLE } from './sign-in-page.ts';

const SECONDS = 5;

/** A person opened an address, rather than a program made a call. */
export function wantsPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && /\btext\/html\b/.test(request.headers.accept ?? '');
}

/** For whoever comes while the server starts or cannot reach its database: says so, and looks again by itself without a line of script. */
export function sendWaitingPage(reply: FastifyReply, sentence: string): FastifyReply {
  reply.header('Retry-After', String(SECONDS)).type('text/html; charset=utf-8');
  return reply.send(`<!doctype html>
<html lang="en-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>One moment · DMSE</title>
<meta name="robots" content="noindex"><meta http-equiv="refresh" content="${SECONDS}"><style>${STYLE}</style></head>
<body><main>${MARK}
<h1>One moment</h1>
<p role="status">${escapeHtml(sentence)} This page looks again every ${SECONDS} seconds.</p>
</main></body></html>`);
}
