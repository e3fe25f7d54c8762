import { ROLE_LENGTH } from '@dmse/domain/clients/link';
import { GRADES, LANGUAGES, PARTY_TYPES, PROVINCES, RISK_WORDS, sayLanguage } from '@dmse/domain/clients/party';
import { z } from 'zod';
import { amount } from '../common/amount.ts';
import { field } from '../common/field.ts';
import { Cents, ClientId, ContactId, Email, Instant, line, optionalLine, paragraph, stamps, website } from '../common/fields.ts';
import { HistoryEntry, HistoryQuery } from '../common/history.ts';
import { anyOf, listQuery } from '../common/paging.ts';
import { endpoint, MEDIUM_JSON_BYTES } from '../endpoint.ts';
import { AgreedRate, projectFields } from '../jobs/job-fields.ts';

const Grade = z.enum(GRADES);

/** What a person types about a client. */
export const clientFields = {
  name: field(line(200), 'Name'),
  party_type: field(z.enum(PARTY_TYPES), 'Party type'),
  classification: field(Grade.nullable(), 'Classification'),
  risk_level: field(Grade.nullable(), 'Risk level', { text: (value) => RISK_WORDS[value as keyof typeof RISK_WORDS] }),
  phone: field(optionalLine(40), 'Phone'),
  email: field(z.union([Email, z.literal('')]), 'E-mail'),
  website: field(website(200), 'Website'),
  billing_street: field(paragraph(300), 'Billing street'),
  billing_city: field(optionalLine(100), 'Billing city'),
  billing_province: field(optionalLine(40), 'Billing province'),
  billing_postal_code: field(optionalLine(20), 'Billing postal code'),
  billing_country: field(optionalLine(60), 'Billing country'),
  payment_terms_days: field(z.int().min(0, 'Use 0 or more days.').max(365, 'Use at most 365 days.'), 'Payment terms', { unit: 'days' }),
  tax_province: field(z.enum(PROVINCES).nullable(), 'Tax province'),
  is_tax_exempt: field(z.boolean(), 'Tax exempt'),
  tax_exempt_reason: field(optionalLine(200), 'Tax exemption reason'),
  language: field(z.enum(LANGUAGES), 'Language of documents', { text: sayLanguage }),
  note: field(paragraph(10_000), 'Note'),
};

const LinkedContact = z.object({
  contact: z.object({ id: ContactId, name: z.string(), phone: z.string(), email: z.string() }),
  role: z.string(),
  is_billing: z.boolean(),
});
export const ContactLink = z.strictObject({
  contact: ContactId,
  role: optionalLine(ROLE_LENGTH).optional(),
  is_billing: z.boolean().optional(),
});

export const ClientRow = z.object({
  id: ClientId,
  name: z.string(),
  party_type: z.enum(PARTY_TYPES),
  classification: Grade.nullable(),
  risk_level: Grade.nullable(),
  phone: z.string(),
  billing_city: z.string(),
  created_on: Instant,
});
export type ClientRow = z.infer<typeof ClientRow>;

export const Client = z.object({
  id: ClientId,
  ...clientFields,
  /** As it was stored, also before it was looked at. */
  website: z.string(),
  contacts: z.array(LinkedContact),
  /** Absent for whoever may not see amounts; null while nothing has been invoiced. */
  balance: Cents.nullable().optional(),
  unapplied_credit: Cents.nullable().optional(),
  overdue: Cents.nullable().optional(),
  ...stamps,
});
export type Client = z.infer<typeof Client>;

export const ClientPatch = z.strictObject({ ...clientFields, contacts: z.array(ContactLink).max(200) }).partial();
export const NewClient = ClientPatch.required({ name: true });

/** What an hour of a role is charged on the client's jobs, unless the job has a rate of its own. The version is the client's. */
export const ClientRates = z.object({ id: ClientId, version: z.int(), rates: amount(z.array(AgreedRate)) });
export type ClientRates = z.infer<typeof ClientRates>;
export const ClientRatesBody = z.strictObject({ rates: projectFields.rates });

export const CLIENT_ORDER = ['name', 'classification', 'risk_level', 'created_on', 'updated_on'] as const;
export const ClientFilter = z.strictObject({
  ...listQuery(CLIENT_ORDER),
  classification: anyOf(Grade),
  risk_level: anyOf(Grade),
});

export const listClients = endpoint({
  get: '/api/clients/client/',
  query: ClientFilter,
  page: ClientRow,
  needs: 'clients.read',
  summary: 'Find clients',
});
export const getClient = endpoint({ get: '/api/clients/client/:id/', response: Client, needs: 'clients.read', summary: 'A client' });
export const createClient = endpoint({
  post: '/api/clients/client/',
  body: NewClient,
  response: Client,
  needs: 'clients.write',
  status: 201,
  json_bytes: MEDIUM_JSON_BYTES,
  summary: 'Create a client',
});
export const updateClient = endpoint({
  patch: '/api/clients/client/:id/',
  body: ClientPatch,
  response: Client,
  needs: 'clients.write',
  json_bytes: MEDIUM_JSON_BYTES,
  summary: 'Change a client',
});
export const removeClient = endpoint({
  delete: '/api/clients/client/:id/',
  response: 'nothing',
  needs: 'clients.remove',
  summary: 'Delete a client nothing refers to',
});
export const listClientHistory = endpoint({
  get: '/api/clients/client/:id/history/',
  query: HistoryQuery,
  page: HistoryEntry,
  needs: 'clients.read',
  summary: "A client's history",
});
export const getClientRates = endpoint({
  get: '/api/clients/client/:id/rates/',
  response: ClientRates,
  needs: 'amounts.see',
  summary: 'The rates agreed with a client',
});
export const updateClientRates = endpoint({
  put: '/api/clients/client/:id/rates/',
  body: ClientRatesBody,
  response: ClientRates,
  needs: 'clients.rates',
  summary: 'Set the rates agreed with a client; what is already budgeted or entered keeps its rate',
});
export const exportClients = endpoint({
  get: '/api/clients/client/export/',
  query: ClientFilter.omit({ page: true, page_size: true }),
  response: 'file',
  needs: 'clients.export',
  heavy: true,
  summary: 'The clients found, as CSV',
});
