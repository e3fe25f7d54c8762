import { z } from 'zod';
import { Id } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';
import { Client } from './client.ts';
import { Contact } from './contact.ts';

/** What a merge would do, or has done. `moved` counts the references that change hands, named as people name them. */
const outcome = { preview: z.boolean(), moved: z.array(z.object({ what: z.string(), count: z.int() })), merged: z.array(Id) };
const keep = z.record(z.string(), Id).optional();
const PreviewFlag = z.strictObject({ preview: z.boolean().optional() });

export const mergeContacts = endpoint({
  post: '/api/clients/contact/:id/merge/',
  query: PreviewFlag,
  body: z.strictObject({ contacts: z.array(Id).min(1, 'Choose at least one contact to merge.').max(50), keep }),
  response: z.object({ ...outcome, contact: Contact }),
  needs: 'clients.merge',
  summary: 'Merge other contacts into this one; `keep` says whose value stays per field',
});
export const mergeClients = endpoint({
  post: '/api/clients/client/:id/merge/',
  query: PreviewFlag,
  body: z.strictObject({ clients: z.array(Id).min(1, 'Choose at least one client to merge.').max(50), keep }),
  response: z.object({ ...outcome, client: Client }),
  needs: 'clients.merge',
  summary: 'Merge other clients into this one; `keep` says whose value stays per field',
});
