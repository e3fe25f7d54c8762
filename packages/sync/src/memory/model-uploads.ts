import type { WireAnswer, WireRequest } from '../wire.ts';
import { answerOf, type ModelServer, type Refused } from './model-server.ts';

function mismatch(detail: string): Refused {
  return { status: 422, body: { code: 'HASH_MISMATCH', detail } };
}

/** S7: the bytes are hashed as received and stored before there is a row. Answers the hash, or why not. */
export function storeFile(server: ModelServer, request: WireRequest): string | Refused {
  const upload = request.body?.upload;
  const partial = typeof upload === 'string' ? server.data.uploads.get(upload) : undefined;
  if (typeof upload === 'string' && (partial === undefined || partial.bytes.length < partial.length))
    return mismatch('The upload is not complete.');
  const bytes = partial?.bytes ?? request.file?.bytes;
  if (bytes === undefined) return mismatch('There is no file.');
  const sha256 = server.digest(bytes);
  if (sha256 !== request.headers['x-sha256']) {
    // a file assembled wrongly starts again
    if (typeof upload === 'string' && partial !== undefined) server.data.uploads.set(upload, { ...partial, bytes: new Uint8Array() });
    return mismatch('The file arrived damaged.');
  }
  if (server.quirks.skips_bytes) return '';
  server.data.blobs.set(sha256, bytes);
  return sha256;
}

/** C17: `HEAD` asks, `POST` begins, `PATCH` brings the next piece. */
export function handleUpload(server: ModelServer, request: WireRequest, id: string): WireAnswer {
  const known = server.data.uploads.get(id);
  if (request.method === 'POST') {
    const fresh = known ?? { sha256: String(request.body?.sha256), length: Number(request.body?.length), bytes: new Uint8Array() };
    server.data.uploads.set(id, fresh);
    return answerOf(server, 201, {}, { 'upload-offset': String(fresh.bytes.length) });
  }
  if (known === undefined) return answerOf(server, 404, { detail: 'No such upload.' });
  if (request.method === 'HEAD') return answerOf(server, 200, null, { 'upload-offset': String(known.bytes.length) });
  const piece = request.chunk ?? new Uint8Array();
  if (Number(request.headers['upload-offset']) !== known.bytes.length) return answerOf(server, 409, { detail: 'Another offset.' });
  if (request.headers['upload-checksum'] !== `sha256 ${server.digest(piece)}`)
    return answerOf(server, 460, { detail: 'The piece arrived damaged.' });
  const bytes = new Uint8Array(known.bytes.length + piece.length);
  bytes.set(known.bytes);
  bytes.set(piece, known.bytes.length);
  server.data.uploads.set(id, { ...known, bytes });
  return answerOf(server, 204, null, { 'upload-offset': String(bytes.length) });
}
