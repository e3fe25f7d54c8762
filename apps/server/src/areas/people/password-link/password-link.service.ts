import { createHash, randomBytes } from 'node:crypto';
import type { NewInvited, StaffUser } from '@dmse/contract/people/user';
import { whyNotPassword } from '@dmse/domain/access/password-policy';
import { signInWaitSeconds, whyNotTrySignIn } from '@dmse/domain/access/throttle';
import type { z } from 'zod';
import type { Adapters } from '../../../adapters/adapters.ts';
import type { Context, Writing } from '../../../call/context.ts';
import { Refusal } from '../../../call/refusal.ts';
import type { Database, Tx } from '../../../db/database.ts';
import { lockRecord, updateRecord } from '../../../records/record.ts';
import { getFirmFace, getSection } from '../../settings/setting/setting.service.ts';
import { linkTo, queueMail } from '../../staff/mail/mail.service.ts';
import * as sessions from '../session/session.queries.ts';
import * as accounts from '../session/sign-in.queries.ts';
import { hashPassword } from '../user/password.ts';
import { createUser, getUser, userNoun } from '../user/user.service.ts';
import { type LinkPurpose, writeLinkMail } from './link-mail.ts';
import * as links from './password-link.queries.ts';

const MINUTE = 60_000;
const LIFETIME: Record<LinkPurpose, number> = { reset: 30 * MINUTE, invitation: 72 * 60 * MINUTE };
/** Whoever asks more often gets no further mail, and no other answer. */
const MAX_LINKS_PER_HOUR = 3;

type Outside = Writing['adapters'] & Pick<Adapters, 'seal'>;
type World = { db: Database; adapters: Outside };
type Sending = Omit<Writing, 'request_id'> & { adapters: Outside };

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Mails a link by which its reader chooses a password. Only the hash is stored; the link itself is sealed until the mail has gone out. */
async function mailLink(context: Sending, person: { id: number; full_name: string; email: string }, purpose: LinkPurpose): Promise<void> {
  const { tx, now, adapters } = context;
  const token = randomBytes(32).toString('base64url');
  const expires_on = new Date(Date.parse(now) + LIFETIME[purpose]).toISOString();
  await links.insert(tx, { token_hash: hashOf(token), user_id: person.id, purpose, created_on: now, expires_on });
  const { firm_name } = await getFirmFace(tx);
  const { locale } = await getSection(tx, 'region');
  const mail = writeLinkMail(purpose, { firm_name, full_name: person.full_name, isFrench: locale === 'fr-CA' });
  const sealed_link = adapters.seal.close(linkTo(adapters, `/auth/password/?token=${token}`));
  await queueMail(context, { to: [person.email], ...mail, sealed_link });
}

/**
 * Somebody says they forgot their password. Whether the address belongs to anybody is found out later, by a worker: until then the same is
 * done for every address, so neither the answer nor its time tells.
 */
export async function requestReset(
  { db, adapters }: World,
  typed: string,
  from: string,
  now: string,
): Promise<{ sentence: string; wait_seconds: number } | null> {
  const address = typed.trim().toLowerCase().slice(0, 254);
  const tried = { account: `reset ${address}`, from };
  return db.write(async (tx) => {
    await accounts.waitForTurn(tx, from);
    const failures = await accounts.countFailures(tx, tried, now);
    if (whyNotTrySignIn(failures))
      return {
        sentence: 'Too many requests from here. Try again later, or ask an administrator.',
        wait_seconds: signInWaitSeconds(failures, now),
      };
    await accounts.recordAttempt(tx, tried, now, false);
    await adapters.queue.send(tx, 'password-link', { address }, hashOf(address).toString('base64url'));
    return null;
  });
}

/** The worker's part: mails the link when somebody active has this address or name. */
export async function sendReset({ db, adapters }: World, address: string, now: string): Promise<void> {
  await db.write(async (tx) => {
    const found = await accounts.findAccount(tx, address);
    if (!found?.is_active || !(await getSection(tx, 'sign_in')).has_password_form) return;
    if ((await links.countSince(tx, found.id, new Date(Date.parse(now) - 60 * MINUTE).toISOString())) >= MAX_LINKS_PER_HOUR) return;
    await mailLink({ tx, now, adapters, actor: { id: null, full_name: '' } }, found, 'reset');
  });
}

export async function inviteUser(context: Context, id: number): Promise<{ sent_to: string }> {
  const user = await getUser(context, id);
  if (!user.is_active) throw new Refusal('WRONG_STATE', 'This user is disabled.');
  if (!(await getSection(context.tx, 'sign_in')).has_password_form)
    throw new Refusal('WRONG_STATE', 'People sign in with another system here, so there is no password to choose.');
  await mailLink(context, user, 'invitation');
  return { sent_to: user.email };
}

/** A new user, who chooses a password by a link in a mail, or is handed one. */
export async function createInvitedUser(
  context: Context,
  { invite, ...fields }: z.output<typeof NewInvited>,
): Promise<{ user: StaffUser; password: string | null }> {
  const { user, password } = await createUser(context, fields);
  if (!invite) return { user, password };
  await inviteUser(context, user.id);
  return { user, password: null };
}

export function findLink(tx: Tx, token: string, now: string) {
  return links.findOpen(tx, hashOf(token), now);
}

/** Why the password was not taken; null when it was. Then every session of the person is over, and every other link. */
export async function choosePassword(
  { db, adapters }: { db: Database; adapters: Adapters },
  { token, password }: { token: string; password: string },
  now: string,
  request_id: string,
): Promise<{ refused: 'link' | 'password'; sentence: string } | null> {
  const old = { refused: 'link', sentence: 'This link has been used or has expired. Ask for a new one.' } as const;
  const found = await db.read(async (tx) => {
    const link = await findLink(tx, token, now);
    return link && { link, why: whyNotPassword(password, { ...link, ...(await getFirmFace(tx)) }) };
  });
  if (!found) return old;
  if (found.why) return { refused: 'password', sentence: found.why };
  const password_hash = await hashPassword(password);
  const { id, user_id, full_name } = found.link;
  return db.write(async (tx) => {
    if (!(await links.use(tx, id, now))) return old;
    const session = { id: 0, kind: 'office', expires_on: now, needs_factor: false, is_confirmed: true } as const;
    const context = { tx, now, adapters, request_id, if_match: null, actor: { id: user_id, full_name, groups: [], session } };
    await updateRecord(context, userNoun, await lockRecord(context, userNoun, user_id), { password_hash });
    await sessions.removeOfUser(tx, user_id);
    await links.closeOthers(tx, user_id, now);
    return null;
  });
}
