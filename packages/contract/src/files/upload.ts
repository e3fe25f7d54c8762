import { z } from 'zod';
import { Id } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';

export const Upload = z.object({
  id: Id,
  name: z.string(),
  mime_type: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  url: z.string(),
  thumbnail_url: z.string().nullable(),
});
export type Upload = z.infer<typeof Upload>;

export const uploadFile = endpoint({
  post: '/api/core/upload/',
  multipart: true,
  response: Upload,
  status: 201,
  needs: 'files.upload',
  summary: 'Store a file (one multipart part named `file`); a record refers to it by id afterwards',
});
export const getFile = endpoint({
  get: '/api/core/file/:id/',
  query: z.strictObject({ size: z.enum(['full', 'thumbnail']).optional() }),
  response: 'file',
  needs: 'files.read',
  summary: 'The bytes of a file, to whoever may read the record that refers to it',
});
