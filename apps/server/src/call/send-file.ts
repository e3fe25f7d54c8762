import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileAnswer } from './file-answer.ts';

/** A file from a person is never run as ours: it is downloaded, or shown only in what we made of it. */
export async function sendFile(reply: FastifyReply, request: FastifyRequest, file: FileAnswer): Promise<void> {
  const isKnown = file.etag !== undefined && request.headers['if-none-match'] === `"${file.etag}"`;
  // Before any header of a file is set: where it cannot be made, the answer is a refusal.
  const stream = typeof file.stream === 'function' && !isKnown ? await file.stream() : file.stream;
  reply.header('Content-Security-Policy', "sandbox; default-src 'none'");
  reply.header('Content-Type', file.mime_type);
  reply.header('Content-Disposition', disposition(file));
  if (file.etag) reply.header('ETag', `"${file.etag}"`);
  if (isKnown) {
    await reply.code(304).send();
    return;
  }
  const span = file.range && file.bytes !== undefined ? readRange(request.headers.range, file.bytes) : null;
  if (file.range) reply.header('Accept-Ranges', 'bytes');
  if (span === 'unsatisfiable') {
    await reply.code(416).header('Content-Range', `bytes */${file.bytes}`).send();
    return;
  }
  if (span && file.range) {
    reply
      .code(206)
      .header('Content-Range', `bytes ${span.start}-${span.end}/${file.bytes}`)
      .header('Content-Length', span.end - span.start + 1);
    await reply.send(file.range.open(span.start, span.end));
    return;
  }
  if (file.bytes !== undefined) reply.header('Content-Length', file.bytes);
  await reply.send(stream);
}

export function disposition({ name, inline }: Pick<FileAnswer, 'name' | 'inline'>): string {
  const ascii = name.replace(/[^\w .()-]/g, '_');
  return `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}

function readRange(header: string | undefined, size: number): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]));
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
