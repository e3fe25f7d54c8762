import { LINK_STATES } from '@dmse/domain/accounting-link/documents';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { EnteredDate, Instant, LocalDate, line, optionalLine, PersonRef } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';

/** By the firm's own tax type, the one it is over there. */
const TaxPair = z.strictObject({ code: line(20), remote: optionalLine(50) });
export const linkFields = {
  start_on: field(EnteredDate, 'Documents are sent from'),
  write_off_account: field(optionalLine(20), 'Account for write-offs'),
  tax_types: field(z.array(TaxPair).max(100), 'Tax types'),
};
export const LinkPatch = z.strictObject(linkFields).partial();

const Named = z.object({ code: z.string(), name: z.string() });
export const AccountingLink = z.object({
  /** The server knows the client id and secret of the app at the accounting system. */
  is_configured: z.boolean(),
  /** The address to register there: people are sent back to it after their consent. */
  redirect: z.string(),
  state: z.enum(LINK_STATES),
  organisation: z.string(),
  /** What there is to choose from, while none is chosen. */
  organisations: z.array(z.object({ id: z.string(), name: z.string() })),
  connected_on: Instant.nullable(),
  connected_by: PersonRef.nullable(),
  /** Until this day the connection stays without being used; each use begins it anew. */
  expires_on: LocalDate.nullable(),
  start_on: LocalDate.nullable(),
  write_off_account: z.string(),
  tax_types: z.array(z.object({ ...TaxPair.shape, name: z.string() })),
  /** What there is over there. */
  remote_tax_types: z.array(Named),
  remote_accounts: z.array(Named),
  settings_on: Instant.nullable(),
  swept_on: Instant.nullable(),
  /** Nothing is sent before this moment: the accounting system asked for fewer calls. */
  paused_until: Instant.nullable(),
  /** What somebody should see to, in sentences; none when all is well. */
  problems: z.array(z.string()),
  waiting: z.int(),
  failed: z.int(),
  proposals: z.int(),
  version: z.int(),
});
export type AccountingLink = z.infer<typeof AccountingLink>;

export const getAccountingLink = endpoint({
  get: '/api/xero/link/',
  response: AccountingLink,
  needs: 'accounting.read',
  summary: 'The link to the accounting system: its state and what waits',
});
export const updateAccountingLink = endpoint({
  patch: '/api/xero/link/',
  body: LinkPatch,
  response: AccountingLink,
  needs: 'accounting.write',
  summary: 'Change from when documents are sent, and which tax type is which',
});
export const askConsent = endpoint({
  post: '/api/xero/link/consent/',
  response: z.object({ url: z.string() }),
  needs: 'accounting.write',
  secret: true,
  confirm: true,
  summary: 'Where to go to allow the connection',
});
export const connectAccounting = endpoint({
  post: '/api/xero/link/connect/',
  body: z.strictObject({ code: z.string().min(1).max(4000), state: z.string().min(1).max(200) }),
  response: AccountingLink,
  needs: 'accounting.write',
  secret: true,
  summary: 'Connect with what the accounting system gave after consent',
});
export const chooseOrganisation = endpoint({
  post: '/api/xero/link/organisation/',
  body: z.strictObject({ id: z.string().min(1).max(80), start_on: EnteredDate }),
  response: AccountingLink,
  needs: 'accounting.write',
  summary: 'Choose the organisation, and from when documents are sent',
});
export const disconnectAccounting = endpoint({
  delete: '/api/xero/link/',
  response: 'nothing',
  status: 204,
  needs: 'accounting.write',
  confirm: true,
  summary: 'End the connection; what was sent stays over there',
});
export const refreshAccounting = endpoint({
  post: '/api/xero/link/refresh/',
  response: 'nothing',
  status: 202,
  needs: 'accounting.write',
  summary: 'Send what waits, fetch accounts and tax types, and look for changes over there, now',
});
