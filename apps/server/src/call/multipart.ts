import { Readable } from 'node:stream';
import type {} from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FileStore, Staged } from '../adapters/files/file-store.ts';
import { Refusal } from './refusal.ts';

/** A file that has arrived whole and lies in the store under its hash; no row refers to it yet. */
export type ReceivedUpload = { field: string; name: string; mime_type: string; sha256: string; bytes: number };

/** The most bytes that one file and one text part may have, and the most files. */
type Most = { file: number; field: number; files?: number | undefined };

/** Few forms hold more than one file. */
const MOST_FILES = 10;
const MOST_FIELDS = 50;

/** A part that came several times is a list. */
type Multipart = { fields: Record<string, string | string[]>; uploads: ReceivedUpload[] };

/** What came with a request: the fields its schema judges, and the files that lie in the store already. */
export type Received = { fields: unknown; uploads: ReceivedUpload[] };

/**
 * Streams every file part into the store before any transaction begins: a slow link must not hold a transaction open, and a row must
 * never exist without its bytes. What is stored and then not referred to is swept later.
 */
export async function receiveMultipart(request: FastifyRequest, store: FileStore, most: Most): Promise<Multipart> {
  if (!request.isMultipart()) throw new Refusal('WRONG_TYPE', 'Send the file as multipart/form-data.');
  const fields: Multipart['fields'] = {};
  const { files = MOST_FILES } = most;
  const staged: { staged: Staged; upload: ReceivedUpload }[] = [];
  try {
    // The store refuses the first byte too many. The reader of forms would only cut the file there, and wait for the end of the form.
    const limits = { fileSize: most.file + 1, files, fields: MOST_FIELDS, fieldSize: most.field, parts: files + MOST_FIELDS };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        const { fieldname, value } = part;
        fields[fieldname] = fieldname in fields ? [fields[fieldname]!, String(value)].flat() : String(value);
        continue;
      }
      const name = cleanName(part.filename);
      const one = await store.stage(part.file, most.file).catch((error: unknown) => {
        // A form of several files says which one it is.
        const isOfSeveral = most.files !== undefined && error instanceof Refusal && error.code === 'TOO_LARGE';
        throw isOfSeveral ? new Refusal('TOO_LARGE', `${name}: ${error.message}`) : error;
      });
      const upload = {
        field: part.fieldname,
        name,
        mime_type: part.mimetype,
        sha256: one.sha256,
        bytes: one.bytes,
      };
      staged.push({ staged: one, upload });
    }
  } catch (error) {
    // One part was refused: nothing of the others stays, and what is still on its way is let run out so that the answer is read.
    for (const one of staged) await one.staged.drop();
    request.raw.unpipe();
    request.raw.resume();
    throw refusalOf(error) ?? error;
  }
  for (const one of staged) await one.staged.keep();
  return { fields, uploads: staged.map(({ upload }) => upload) };
}

/** The reader of forms says only in words that the last edge never came, or that it was not told what an edge looks like. */
function refusalOf(error: unknown): Refusal | null {
  const words = error instanceof Error ? error.message : '';
  if (/unexpected end of multipart data|terminated early/i.test(words))
    return new Refusal('INVALID', 'The form arrived cut short. Send it again.');
  if (/boundary not found|malformed/i.test(words))
    return new Refusal('INVALID', 'The form cannot be read: its Content-Type must name the boundary between the parts.');
  return null;
}

/** Raw bytes are handed on as a stream, and only to the routes that ask for them. */
export function addBytesParser(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(['application/octet-stream', 'application/offset+octet-stream'], (request, payload, done) => {
    const isAsked = (request.routeOptions.config as { takesBytes?: boolean }).takesBytes === true;
    done(isAsked ? null : new Refusal('WRONG_TYPE', 'Send JSON.'), payload);
  });
}

/** One piece of raw bytes, stored like a file of its own. */
export async function receiveBytes(request: FastifyRequest, store: FileStore, limit: number): Promise<ReceivedUpload> {
  if (!(request.body instanceof Readable)) throw new Refusal('WRONG_TYPE', 'Send the bytes as application/octet-stream.');
  return { field: '', name: 'piece', mime_type: 'application/octet-stream', ...(await store.put(request.body, limit)) };
}

/** A file's name is a label for people: the last piece of any path, one line, of a length that can be shown. */
export function cleanName(name: string | undefined): string {
  const last = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  const plain = last.replace(/\p{C}/gu, '').trim().slice(0, 200);
  return plain || 'file';
}
