import { createHash } from 'node:crypto';
import { type Document, statusOf } from '../books/books.ts';
import { type ApiCall, notAllowed, wrapped } from './api-call.ts';
import { type Answer, badRequest } from './refusal.ts';

const MOST_FILES = 10;
const MOST_BYTES = 25 * 1024 * 1024;

/** The files of an invoice: PUT adds one, POST replaces the one of that name. */
export function attachmentCalls(call: ApiCall, document: Document): Answer {
  const { books, method, path, file } = call;
  const [, , name] = path;
  const show = () =>
    wrapped(
      books,
      'Attachments',
      [...document.files].map(([FileName, { mime_type, sha256, bytes }]) => ({
        AttachmentID: sha256.slice(0, 32),
        FileName,
        MimeType: mime_type,
        ContentLength: bytes,
      })),
    );
  if (method === 'GET' && name === undefined) return show();
  if (method !== 'PUT' && method !== 'POST') throw notAllowed(method);
  if (!name || /[<>:"/\\|?*]/.test(name)) throw badRequest('The name of the file cannot be used.');
  if (!file || file.bytes.length === 0) throw badRequest('There is no file.');
  if (file.mime_type === '') throw badRequest('Say what the file is: Content-Type.');
  if (file.bytes.length > MOST_BYTES) throw badRequest('A file has at most 25 MB.');
  if (statusOf(books, document) === 'VOIDED') throw badRequest('Invoice not of valid status for attachments.');
  if (!document.files.has(name) && document.files.size >= MOST_FILES) throw badRequest(`A document has at most ${MOST_FILES} files.`);
  if (method === 'PUT' && document.files.has(name)) throw badRequest('A file of this name is there already.');
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  books.documents.set({
    ...document,
    files: new Map([...document.files, [name, { mime_type: file.mime_type, sha256, bytes: file.bytes.length }]]),
  });
  return show();
}
