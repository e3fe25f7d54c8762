import { isRole, type Role } from '@dmse/domain/access/roles';
import { type GroupRoles, rolesFromGroups } from '@dmse/domain/access/second-factor';
import { isEqual } from '@dmse/domain/values/is-equal';
import type { Adapters } from '../../../adapters/adapters.ts';
import type { Claims } from '../../../adapters/identity/identity-client.ts';
import { isPlainAddress } from '../../../adapters/mail/mail-message.ts';
import type { Context, SessionKind } from '../../../call/context.ts';
import type { Database, Tx } from '../../../db/database.ts';
import { createRecord, lockRecord, updateRecord } from '../../../records/record.ts';
import * as sessions from '../session/session.queries.ts';
import { type Browser, goOn, type SignInResult, type World } from '../session/sign-in.service.ts';
import { isLastEmergencyAccount } from '../session/sign-in-ways.service.ts';
import { makeTicket, readTicket, spendTicket } from '../session/ticket.service.ts';
import { hashPassword, makePassword } from '../user/password.ts';
import { countActiveHolders } from '../user/user.queries.ts';
import { userNoun } from '../user/user.service.ts';
import * as identities from './identity.queries.ts';
import * as providers from './provider.queries.ts';
import { callbackPath, findAccess } from './provider.service.ts';

type SsoWorld = World & { db: Database; adapters: Adapters };
type Flow = { provider: number; state: string; nonce: string; verifier: string; next: string; kind: SessionKind };

const FLOW = 'sso';
const FLOW_MINUTES = 15;

const wrong = (sentence: string) => ({ refused: 'wrong', sentence }) as const;
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Where to send the browser, and the ticket it brings back; null when there is no such system. */
export async function beginSso(
  { db, adapters }: SsoWorld,
  id: number,
  { asksAgain, ...wish }: { next: string; kind: SessionKind; asksAgain: boolean },
  now: string,
): Promise<{ url: string; ticket: string } | null> {
  const provider = await db.read((tx) => findAccess(tx, adapters, id));
  if (!provider) return null;
  const { url, ...started } = await adapters.identity.start(provider, adapters.publicOrigin + callbackPath(id), asksAgain);
  return { url, ticket: makeTicket(adapters.seal, FLOW, { provider: id, ...started, ...wish } satisfies Flow, now, FLOW_MINUTES) };
}

/** The browser is back. State, nonce and verifier are those of this very browser; the answer is asked for outside any transaction. */
export async function finishSso(
  world: SsoWorld,
  id: number,
  given: { ticket: string | undefined; url: string },
  browser: Browser,
): Promise<{ result: SignInResult; next: string; kind: SessionKind; why?: string }> {
  const { db, adapters } = world;
  const flow = readTicket<Flow>(adapters.seal, FLOW, given.ticket, browser.now);
  const provider = await db.read((tx) => findAccess(tx, adapters, id));
  const { next = '/app/', kind = 'office' } = flow ?? {};
  if (!flow || flow.provider !== id || !provider)
    return { result: wrong('This sign-in was not begun in this browser, or took too long. Try once more.'), next, kind };
  let claims: Claims;
  try {
    claims = await adapters.identity.finish(provider, new URL(given.url, adapters.publicOrigin), flow);
  } catch (error) {
    return {
      result: wrong(`The sign-in with ${provider.name} did not work. Try once more, or ask IT.`),
      next,
      kind,
      why: (error as Error).message,
    };
  }
  const spare = await hashPassword(makePassword());
  const result = await db.write(async (tx) => {
    if (!(await spendTicket(tx, flow))) return wrong('This sign-in was used already. Try once more.');
    const user = await findOrMakeAccount(tx, provider, claims, spare, browser.now);
    if (user === null)
      return wrong(
        `No account here belongs to this sign-in. Ask an administrator to link it: ${provider.name}, ${claims.sub.slice(0, 255)}.`,
      );
    await applyGroups(tx, adapters, provider, user, claims, browser.now);
    const isSecondFactor = provider.is_second_factor || (Array.isArray(claims.amr) && claims.amr.includes('mfa'));
    const by = { id, session: textOf(claims.sid) || null, isSecondFactor };
    return goOn(tx, world, { user, kind, next, provider: by }, browser);
  });
  return { result, next, kind };
}

/** By the link, by a verified address, or made now where the system may do that; null otherwise, and for somebody switched off. */
async function findOrMakeAccount(
  tx: Tx,
  provider: providers.ProviderRow,
  claims: Claims,
  spare: string,
  now: string,
): Promise<number | null> {
  const linked = await identities.findOwner(tx, provider.id, claims.sub);
  if (linked) return linked.is_active ? linked.id : null;
  const email = textOf(claims.email);
  if (!isPlainAddress(email) || !(claims.email_verified === true || provider.trusts_addresses)) return null;
  const known = await providers.findByAddress(tx, email);
  if (known && !known.is_active) return null;
  const id = known?.id ?? (provider.creates_accounts ? await makeAccount(tx, provider, claims, email, spare, now) : null);
  if (id === null) return null;
  await identities.insert(tx, { identity_provider: provider.id, subject: claims.sub, user_id: id, created_on: now, created_by: null });
  return id;
}

async function makeAccount(
  tx: Tx,
  provider: providers.ProviderRow,
  claims: Claims,
  email: string,
  password_hash: string,
  now: string,
): Promise<number> {
  const full_name = (textOf(claims.name) || email).replace(/\p{Cc}/gu, ' ').slice(0, 120);
  const wished = (textOf(claims.preferred_username) || email).toLowerCase().split('@')[0]!;
  const plain = wished
    .replace(/[^a-z0-9._-]/g, '')
    .replace(/^[._-]+/, '')
    .slice(0, 36);
  const stem = plain.length < 2 ? `user${plain}` : plain;
  let username = stem;
  for (let more = 2; await providers.isUsernameTaken(tx, username); more += 1) username = `${stem}${more}`;
  const initials = full_name
    .split(/[\s-]+/)
    .map((part) => part[0] ?? '')
    .join('')
    .toUpperCase()
    .slice(0, 3);
  const writer = { tx, now, request_id: 'sso', actor: { id: null, full_name: provider.name } };
  return (await createRecord(writer, userNoun, { username, email, full_name, initials, granted: [], password_hash })).id;
}

/** Roles the table names follow the groups of the other system at each sign-in. Somebody stays Users Admin whatever it says, and an emergency account. */
async function applyGroups(
  tx: Tx,
  adapters: Adapters,
  provider: providers.ProviderRow,
  user: number,
  claims: Claims,
  now: string,
): Promise<void> {
  const table = provider.group_roles as GroupRoles;
  const groups = claims[provider.groups_claim];
  if (Object.keys(table).length === 0 || !Array.isArray(groups)) return;
  const session = { id: 0, kind: 'office', expires_on: now, needs_factor: false, is_confirmed: true } as const;
  const actor = { id: user, full_name: provider.name, groups: [] as Role[], session };
  const context: Context = { tx, now, adapters, request_id: 'sso', if_match: null, actor };
  const before = await lockRecord(context, userNoun, user);
  const held = before.granted.filter(isRole);
  let granted = rolesFromGroups(held, table, groups.map(String));
  const isGivenUp = held.includes('Users Admin') && !granted.includes('Users Admin');
  if (isGivenUp && ((await countActiveHolders(tx, 'Users Admin')) === 1 || (await isLastEmergencyAccount(tx, user))))
    granted = [...granted, 'Users Admin'];
  if (!isEqual(held.toSorted(), granted.toSorted())) await updateRecord(context, userNoun, before, { granted });
}

/** The other system says that somebody has signed out there. Answers how many sessions ended; null when the word is not theirs. */
export async function endByProvider({ db, adapters }: SsoWorld, id: number, token: string, now: string): Promise<number | null> {
  const provider = await db.read((tx) => findAccess(tx, adapters, id));
  const told = provider ? await adapters.identity.readLogout(provider, token).catch(() => null) : null;
  if (!told) return null;
  return db.write(async (tx) => {
    const until = new Date(Date.parse(now) + 600_000).toISOString();
    if (!(await spendTicket(tx, { id: `logout ${id} ${told.jti}`.slice(0, 500), until }))) return null;
    const owner = told.sub === null ? undefined : await identities.findOwner(tx, id, told.sub);
    return sessions.removeOfProvider(tx, id, { session: told.sid, user: owner?.id ?? null });
  });
}
