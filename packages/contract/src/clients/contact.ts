import { ROLE_LENGTH } from '@dmse/domain/clients/link';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { ClientId, ContactId, Email, Instant, line, optionalLine, paragraph, stamps } from '../common/fields.ts';
import { HistoryEntry, HistoryQuery } from '../common/history.ts';
import { listQuery } from '../common/paging.ts';
import { endpoint, MEDIUM_JSON_BYTES } from '../endpoint.ts';

/** What a person types about a contact. Phones are kept as typed and searched by their digits. */
export const contactFields = {
  name: field(line(200), 'Name'),
  position: field(optionalLine(120), 'Position'),
  phones: field(z.array(line(60)).max(20), 'Phones'),
  emails: field(z.array(Email).max(20), 'E-mails'),
  note: field(paragraph(10_000), 'Note'),
};

const LinkedClient = z.object({ client: z.object({ id: ClientId, name: z.string() }), role: z.string(), is_billing: z.boolean() });
export const ClientLink = z.strictObject({
  client: ClientId,
  role: optionalLine(ROLE_LENGTH).optional(),
  is_billing: z.boolean().optional(),
});

export const ContactRow = z.object({
  id: ContactId,
  name: z.string(),
  position: z.string(),
  phones: z.array(z.string()),
  emails: z.array(z.string()),
  clients_summary: z.string(),
  created_on: Instant,
});
export type ContactRow = z.infer<typeof ContactRow>;

export const Contact = z.object({
  id: ContactId,
  ...contactFields,
  clients: z.array(LinkedClient),
  clients_summary: z.string(),
  ...stamps,
});
export type Contact = z.infer<typeof Contact>;

export const ContactPatch = z.strictObject({ ...contactFields, clients: z.array(ClientLink).max(200) }).partial();
export const NewContact = ContactPatch.required({ name: true });

export const CONTACT_ORDER = ['name', 'created_on', 'updated_on'] as const;
export const ContactFilter = z.strictObject({ ...listQuery(CONTACT_ORDER), client: ClientId.optional() });

export const listContacts = endpoint({
  get: '/api/clients/contact/',
  query: ContactFilter,
  page: ContactRow,
  needs: 'clients.read',
  summary: 'Find contacts by name or phone',
});
export const getContact = endpoint({ get: '/api/clients/contact/:id/', response: Contact, needs: 'clients.read', summary: 'A contact' });
export const createContact = endpoint({
  post: '/api/clients/contact/',
  body: NewContact,
  response: Contact,
  needs: 'clients.write',
  status: 201,
  json_bytes: MEDIUM_JSON_BYTES,
  summary: 'Create a contact',
});
export const updateContact = endpoint({
  patch: '/api/clients/contact/:id/',
  body: ContactPatch,
  response: Contact,
  needs: 'clients.write',
  json_bytes: MEDIUM_JSON_BYTES,
  summary: 'Change a contact',
});
export const removeContact = endpoint({
  delete: '/api/clients/contact/:id/',
  response: 'nothing',
  needs: 'clients.remove',
  summary: 'Delete a contact nothing refers to',
});
export const listContactHistory = endpoint({
  get: '/api/clients/contact/:id/history/',
  query: HistoryQuery,
  page: HistoryEntry,
  needs: 'clients.read',
  summary: "A contact's history",
});
export const exportContacts = endpoint({
  get: '/api/clients/contact/export/',
  query: ContactFilter.omit({ page: true, page_size: true }),
  response: 'file',
  needs: 'clients.export',
  heavy: true,
  summary: 'The contacts found, as CSV',
});
