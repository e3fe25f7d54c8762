import { expandRoles, isRole } from '@dmse/domain/access/roles';
import { type Mode, needsSecondFactor } from '@dmse/domain/access/second-factor';
import { type Failures, signInDelayMs, signInWaitSeconds, whyNotTrySignIn } from '@dmse/domain/access/throttle';
import type { Adapters } from '../../../adapters/adapters.ts';
import type { SessionKind } from '../../../call/context.ts';
import type { Database, Tx } from '../../../db/database.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import { findFactors, storeTotp, useCode } from '../factor/factor.service.ts';
import { usePasskey } from '../passkey/passkey.service.ts';
import { hashPassword, needsRehash, pretendToVerify, verifyPassword } from '../user/password.ts';
import { closeSession, openSession } from './session.service.ts';
import * as accounts from './sign-in.queries.ts';
import { makeTicket, readTicket, spendTicket, type Ticket } from './ticket.service.ts';

/** The server, as far as signing in needs it. */
export type World = { db: Database; mode: Mode; adapters: Pick<Adapters, 'seal' | 'publicOrigin'> };

/** The browser that signs in. */
export type Browser = {
  kind: SessionKind;
  address: string;
  device: string;
  now: string;
  /** The session it held before; it ends, whoever's it was. */
  oldToken: string | null;
};

/** Somebody another system has signed in, and what it says of the second factor. */
export type ByProvider = { id: number; session: string | null; isSecondFactor: boolean };

/** A person who has shown one factor and must show, or first set up, another. */
export type Pending = { user: number; kind: SessionKind; next: string; provider: ByProvider | null };

type Throttled = { refused: 'throttled'; sentence: string; wait_seconds: number };
type Begun = Throttled | { tried: accounts.Tried; failures: Failures; attempt: number };
type Wrong = { refused: 'wrong'; sentence: string };
export type SignedIn = { token: string; user_id: number };

/** In, half-way in, or not. */
export type SignInResult = SignedIn | { pending: string; user_id: number } | Throttled | Wrong;

const WRONG = 'The username or password is not right.';
const WRONG_CODE = 'This code is not right, or was used already. Wait for the next one.';
const OVER = 'This took too long. Sign in once more.';
const PENDING = 'sign-in';
const PENDING_MINUTES = 15;
/** The purpose of the challenges a passkey answers. */
export const BY_PASSKEY = 'passkey-sign-in';
export const SECOND_PASSKEY = 'passkey-second';

/** Counts, and writes the attempt down as a failure; in one turn, so that of many guesses at once each counts those before it. */
function beginAttempt(db: Database, from: string, now: string, findAccount: (tx: Tx) => Promise<string>): Promise<Begun> {
  return db.write(async (tx) => {
    await accounts.waitForTurn(tx, from);
    const tried = { account: await findAccount(tx), from };
    const failures = await accounts.countFailures(tx, tried, now);
    const why = whyNotTrySignIn(failures);
    if (why) return { refused: 'throttled', sentence: why, wait_seconds: signInWaitSeconds(failures, now) };
    return { tried, failures, attempt: await accounts.recordAttempt(tx, tried, now, false) };
  });
}

async function noteSuccess(tx: Tx, { tried, attempt }: Exclude<Begun, Throttled>, now: string): Promise<void> {
  await accounts.takeBackAttempt(tx, attempt);
  await accounts.recordAttempt(tx, tried, now, true);
}

/**
 * Checks a name and a password. Counted in the database, so that several server processes throttle as one; the same words and the
 * same time for a name nobody has. The attempt is written down before the password is looked at and taken back when it was right: a
 * guess counts while it is looked at, and a crash cannot win a free try.
 */
export async function signIn(
  world: World,
  { username, password, next }: { username: string; password: string; next: string },
  browser: Browser,
): Promise<SignInResult> {
  const { db } = world;
  const { now, address } = browser;
  const typed = username.trim().toLowerCase().slice(0, 254);
  // A person is one account by whichever of their names; a name nobody has is counted as it was typed, and so looks the same.
  const begun = await beginAttempt(db, address, now, async (tx) => (await accounts.findAccount(tx, typed))?.username ?? typed);
  if ('refused' in begun) return begun;
  await new Promise((resolve) => setTimeout(resolve, signInDelayMs(begun.failures)));

  const [user, rules] = await db.read(async (tx) => [await accounts.findAccount(tx, typed), await getSection(tx, 'sign_in')] as const);
  const isRight = user ? await verifyPassword(password, user.password_hash) : await pretendToVerify(password);
  const mayUsePassword = user && (rules.has_password_form || rules.password_users.includes(user.id));
  if (!user || !isRight || !user.is_active || !mayUsePassword) return { refused: 'wrong', sentence: WRONG };

  const rehashed = needsRehash(user.password_hash) ? await hashPassword(password) : null;
  return db.write(async (tx) => {
    await noteSuccess(tx, begun, now);
    if (rehashed) await accounts.storePassword(tx, user.id, rehashed);
    return goOn(tx, world, { user: user.id, kind: browser.kind, next, provider: null }, browser);
  });
}

/** After the first factor: a second one where the person has one or must have one, else in. */
export async function goOn(tx: Tx, { mode, adapters }: World, pending: Pending, browser: Browser): Promise<SignInResult> {
  const { hasTotp, passkeys } = await findFactors(tx, pending.user);
  const { granted } = await accounts.findPerson(tx, pending.user);
  const isRequired = needsSecondFactor(mode, await getSection(tx, 'sign_in'), expandRoles(granted.filter(isRole)));
  const needsMore = !pending.provider?.isSecondFactor && (hasTotp || passkeys.length > 0 || isRequired);
  if (!needsMore) return enter(tx, pending, browser, pending.provider?.isSecondFactor ?? false);
  return { pending: makeTicket(adapters.seal, PENDING, pending, browser.now, PENDING_MINUTES), user_id: pending.user };
}

async function enter(tx: Tx, pending: Pending, browser: Browser, has_second_factor: boolean): Promise<SignedIn> {
  const { kind: _, oldToken, ...about } = browser;
  const { user: user_id, kind, provider } = pending;
  await accounts.recordSignIn(tx, user_id, browser.now);
  if (oldToken) await closeSession(tx, oldToken);
  const by = { identity_provider: provider?.id ?? null, provider_session: provider?.session ?? null };
  return { token: await openSession(tx, { user_id, kind, ...about, has_second_factor, ...by }), user_id };
}

export function readPending(world: World, text: string | undefined, now: string): Ticket<Pending> | null {
  return readTicket<Pending>(world.adapters.seal, PENDING, text, now);
}

/** What is shown as the second factor: a code, a passkey's answer, or the first code of an app that is being set up. */
export type Second =
  | { code: string }
  | { code: string; setup: string }
  | { passkey: { ticket: string | undefined; answer: Record<string, unknown> } };

/**
 * The second step. Wrong codes are counted for the person from wherever they come: only who knows the password gets here.
 */
export async function signInSecond(
  world: World,
  held: string | undefined,
  second: Second,
  browser: Browser,
): Promise<(SignedIn & { next: string; kind: SessionKind; recovery_codes: string[] }) | Throttled | Wrong> {
  const { db, adapters } = world;
  const { now } = browser;
  const pending = readPending(world, held, now);
  if (!pending) return { refused: 'wrong', sentence: OVER };
  const { user, next, kind } = pending;
  const begun = await beginAttempt(db, `second factor of ${user}`, now, async (tx) => (await accounts.findPerson(tx, user)).username);
  if ('refused' in begun) return begun;
  return db.write(async (tx) => {
    const { is_active } = await accounts.findPerson(tx, user);
    const codes = is_active ? await showSecond(tx, adapters, user, second, now) : null;
    if (!codes) return { refused: 'wrong', sentence: WRONG_CODE };
    if (!(await spendTicket(tx, pending))) return { refused: 'wrong', sentence: OVER };
    await noteSuccess(tx, begun, now);
    return { ...(await enter(tx, pending, browser, true)), next, kind, recovery_codes: codes };
  });
}

/** The recovery codes that were made with it, mostly none; null when it was not right. */
async function showSecond(tx: Tx, adapters: World['adapters'], user: number, second: Second, now: string): Promise<string[] | null> {
  if ('passkey' in second) {
    const whose = await usePasskey(tx, adapters, SECOND_PASSKEY, { ...second.passkey, needsVerification: false }, now);
    return whose === user ? [] : null;
  }
  if (!('setup' in second)) return (await useCode(tx, adapters.seal, user, second.code, now)) ? [] : null;
  // Whoever has a factor already shows that one: a known password must not be enough to replace it.
  const { hasTotp, passkeys } = await findFactors(tx, user);
  if (hasTotp || passkeys.length > 0) return null;
  return storeTotp(tx, adapters.seal, user, { ticket: second.setup, code: second.code }, now);
}

/** Signs in by a passkey alone: it is something one has, and it asked for a finger, a face or a number. */
export async function signInByPasskey(
  world: World,
  given: { ticket: string | undefined; answer: Record<string, unknown> },
  browser: Browser,
): Promise<SignedIn | Throttled | Wrong> {
  const { db, adapters } = world;
  const { now, kind } = browser;
  const begun = await beginAttempt(db, browser.address, now, async () => 'passkey');
  if ('refused' in begun) return begun;
  return db.write(async (tx) => {
    const user = await usePasskey(tx, adapters, BY_PASSKEY, { ...given, needsVerification: true }, now);
    if (user === null) return { refused: 'wrong', sentence: 'This passkey was not accepted. Sign in another way.' };
    await noteSuccess(tx, begun, now);
    return enter(tx, { user, kind, next: '', provider: null }, browser, true);
  });
}
