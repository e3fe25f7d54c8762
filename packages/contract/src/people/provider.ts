import { z } from 'zod';
import { field } from '../common/field.ts';
import { Id, Instant, line, optionalLine, stamps } from '../common/fields.ts';
import { endpoint, MEDIUM_JSON_BYTES } from '../endpoint.ts';
import { RoleName } from './user.ts';

const GroupRole = z.strictObject({ group: line(200), role: RoleName });
type GroupRole = z.infer<typeof GroupRole>;
const sayGroups = (list: unknown) => (list as GroupRole[]).map(({ group, role }) => `${group}: ${role}`).join(', ');

const providerFields = {
  name: field(line(80), 'Name'),
  issuer: field(z.url({ protocol: /^https?$/, error: 'Use an address that begins with https://.' }).max(500), 'Issuer'),
  client_id: field(line(300), 'Client ID'),
  scopes: field(line(300).regex(/(^| )openid( |$)/, 'The scopes must name openid.'), 'Scopes'),
  is_active: field(z.boolean(), 'In use'),
  creates_accounts: field(z.boolean(), 'Makes accounts for people it knows'),
  trusts_addresses: field(z.boolean(), 'Its e-mail addresses are verified'),
  is_second_factor: field(z.boolean(), 'It asks for a second factor itself'),
  groups_claim: field(optionalLine(100), 'Claim with the groups'),
  group_roles: field(z.array(GroupRole).max(200), 'Groups', { text: sayGroups }),
};
/** Typed and never answered. Empty takes it away, left out keeps it. */
const client_secret = field(optionalLine(500), 'Client secret', { text: () => 'a new secret' });

export const IdentityProvider = z.object({
  id: Id,
  ...providerFields,
  has_secret: z.boolean(),
  /** What has to be registered over there. */
  redirect_uri: z.string(),
  logout_uri: z.string(),
  ...stamps,
});
export type IdentityProvider = z.infer<typeof IdentityProvider>;

export const listIdentityProviders = endpoint({
  get: '/api/staff/identity-provider/',
  query: z.strictObject({
    query: z.string().max(200).optional(),
    is_active: z.boolean().optional(),
    page: z.int().min(1).optional(),
    page_size: z.int().min(1).max(200).optional(),
  }),
  page: IdentityProvider,
  needs: 'settings.hosts',
  summary: 'The systems that sign people in by OpenID Connect',
});
export const createIdentityProvider = endpoint({
  post: '/api/staff/identity-provider/',
  body: z
    .strictObject({ ...providerFields, client_secret })
    .partial()
    .required({ name: true, issuer: true, client_id: true }),
  response: IdentityProvider,
  needs: 'settings.hosts',
  status: 201,
  secret: true,
  confirm: true,
  json_bytes: MEDIUM_JSON_BYTES,
  summary: 'Add a system that signs people in',
});
export const updateIdentityProvider = endpoint({
  patch: '/api/staff/identity-provider/:id/',
  body: z.strictObject({ ...providerFields, client_secret }).partial(),
  response: IdentityProvider,
  needs: 'settings.hosts',
  secret: true,
  confirm: true,
  json_bytes: MEDIUM_JSON_BYTES,
  summary: 'Change a system that signs people in; its secret is kept sealed and never answered',
});

const Identity = z.object({ id: Id, provider: z.string(), subject: z.string(), created_on: Instant });
export const listIdentities = endpoint({
  get: '/api/staff/user/:id/identity/',
  page: Identity,
  needs: 'users.read',
  summary: 'The accounts of other systems that sign a user in',
});
export const createIdentity = endpoint({
  post: '/api/staff/user/:id/identity/',
  body: z.strictObject({ provider: field(line(80), 'Name of the system'), subject: field(line(255), 'Their number over there') }),
  response: Identity,
  needs: 'users.write',
  status: 201,
  confirm: true,
  summary: 'Link a user to their account of another system',
});
export const removeIdentity = endpoint({
  delete: '/api/staff/user/:id/identity/:identity/',
  response: 'nothing',
  needs: 'users.write',
  confirm: true,
  summary: 'Take such a link away',
});
