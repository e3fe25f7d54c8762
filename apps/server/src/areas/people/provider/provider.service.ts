import type { RequestBody } from '@dmse/contract/endpoint';
import type * as wire from '@dmse/contract/people/provider';
import { type IdentityProvider, updateIdentityProvider as update } from '@dmse/contract/people/provider';
import type { GroupRoles } from '@dmse/domain/access/second-factor';
import type { Adapters } from '../../../adapters/adapters.ts';
import type { ProviderAccess } from '../../../adapters/identity/identity-client.ts';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound } from '../../../call/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import { type Changeable, changeRecord, createRecord, fieldsOf } from '../../../records/record.ts';
import { linkTo } from '../../staff/mail/mail.service.ts';
import { noteFactor } from '../factor/factor.service.ts';
import * as sessions from '../session/session.queries.ts';
import { isShutOut } from '../session/sign-in-ways.service.ts';
import { getUser } from '../user/user.service.ts';
import * as identities from './identity.queries.ts';
import * as providers from './provider.queries.ts';

const { group_roles: _, ...fields } = update.declaration.body.shape;
const providerNoun: Changeable<'identity_provider', IdentityProvider> = {
  noun: 'identity provider',
  table: 'identity_provider',
  nameOf: (row) => String(row.name),
  fields: {
    ...fieldsOf(fields),
    group_roles: { label: 'Groups', words: (table) => sayTable(table as GroupRoles) },
  },
  get: getProvider,
};

type Listed = { group: string; role: string }[];

function sayTable(table: GroupRoles): string | null {
  return (
    toList(table)
      .map(({ group, role }) => `${group}: ${role}`)
      .join(', ') || null
  );
}
function toList(table: GroupRoles): Listed {
  return Object.entries(table).flatMap(([group, roles]) => roles.map((role) => ({ group, role })));
}
function toTable(list: Listed): Record<string, string[]> {
  const groups = Map.groupBy(list, ({ group }) => group);
  return Object.fromEntries([...groups].map(([group, rows]) => [group, rows.map(({ role }) => role)]));
}

export const callbackPath = (id: number) => `/auth/sso/${id}/callback/`;

function asAnswer(adapters: Adapters, { client_secret, group_roles, ...row }: providers.ProviderRow): IdentityProvider {
  return {
    ...row,
    group_roles: toList(group_roles as GroupRoles),
    has_secret: client_secret !== null,
    redirect_uri: linkTo(adapters, callbackPath(row.id)),
    logout_uri: linkTo(adapters, `/auth/sso/${row.id}/logout/`),
  } as IdentityProvider;
}

async function getProvider({ tx, adapters }: Context, id: number): Promise<IdentityProvider> {
  const row = await providers.find(tx, id);
  if (!row) throw notFound();
  return asAnswer(adapters, row);
}

export async function listProviders({ tx, adapters }: Context, query: Parameters<typeof providers.page>[1]) {
  const { count, results } = await providers.page(tx, query);
  return { count, results: results.map((row) => asAnswer(adapters, row)) };
}

type Patch = RequestBody<typeof wire.updateIdentityProvider>;

/** The columns of what was sent. The address must be one that may be asked, and the secret is sealed. */
async function toColumns({ adapters }: Context, { client_secret, group_roles, ...rest }: Patch) {
  const why = rest.issuer === undefined ? null : await adapters.identity.whyNot(rest.issuer);
  if (why) throw invalid({ issuer: why });
  return {
    ...rest,
    ...(group_roles === undefined ? {} : { group_roles: toTable(group_roles) }),
    ...(client_secret === undefined ? {} : { client_secret: client_secret === '' ? null : adapters.seal.close(client_secret) }),
  };
}

export async function createProvider(context: Context, body: RequestBody<typeof wire.createIdentityProvider>): Promise<IdentityProvider> {
  const { id } = await createRecord(context, providerNoun, await toColumns(context, body));
  return getProvider(context, id);
}

/** A secret goes only to the address it was typed for. */
export async function updateProvider(context: Context, id: number, body: Patch): Promise<IdentityProvider> {
  const updated = await changeRecord(context, providerNoun, id, async (before) => {
    const isMoved = body.issuer !== undefined && body.issuer !== before.issuer;
    if (isMoved && before.client_secret !== null && !body.client_secret)
      throw invalid({ client_secret: 'Type the secret again: it will be sent to the new address.' });
    return { values: await toColumns(context, body) };
  });
  if (body.is_active === false && (await isShutOut(context.tx)))
    throw invalid({ is_active: 'This is the last system, and the password form is switched off: switch that on first, in Sign-in rules.' });
  return updated;
}

/** What is needed to ask it; null where it is switched off or was sealed with a lost key. */
export async function findAccess(
  tx: Tx,
  { seal }: Pick<Adapters, 'seal'>,
  id: number,
): Promise<(providers.ProviderRow & ProviderAccess) | null> {
  const row = await providers.find(tx, id);
  if (!row?.is_active) return null;
  const client_secret = row.client_secret === null ? null : seal.open(row.client_secret);
  return row.client_secret !== null && client_secret === null ? null : { ...row, client_secret };
}

export async function listIdentities(context: Context, user: number) {
  await getUser(context, user);
  const results = await identities.listOfUser(context.tx, user);
  return { count: results.length, results };
}

/** By an administrator, where addresses do not match. */
export async function createIdentity(context: Context, user: number, { provider, subject }: { provider: string; subject: string }) {
  const { tx, now, actor } = context;
  await getUser(context, user);
  const found = await providers.findByName(tx, provider);
  if (!found) throw invalid({ provider: 'There is no system of this name.' });
  if (await identities.findOwner(tx, found.id, subject)) throw invalid({ subject: 'Somebody is linked to this account already.' });
  const made = await identities.insert(tx, { identity_provider: found.id, subject, user_id: user, created_on: now, created_by: actor.id });
  await noteFactor(context, user, null, `signed in by ${found.name}`);
  return made;
}

export async function removeIdentity(context: Context, user: number, id: number): Promise<void> {
  const removed = await identities.remove(context.tx, user, id);
  if (!removed) throw notFound();
  await noteFactor(context, user, `signed in by another system as ${removed.subject}`, null);
  await sessions.removeOfUser(context.tx, user, context.actor.id === user ? context.actor.session.id : null);
}
