import { createHash } from 'node:crypto';
import type { Security } from '@dmse/contract/people/factor';
import type { Seal } from '../../../adapters/accounting/seal.ts';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound, Refusal } from '../../../call/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import { lockRecord, updateRecord } from '../../../records/record.ts';
import { getFirmFace } from '../../settings/setting/setting.service.ts';
import * as passkeys from '../passkey/passkey.queries.ts';
import * as identities from '../provider/identity.queries.ts';
import * as sessions from '../session/session.queries.ts';
import { makeTicket, readTicket, spendTicket } from '../session/ticket.service.ts';
import { makePassword } from '../user/password.ts';
import { findPassword } from '../user/user.queries.ts';
import { userNoun } from '../user/user.service.ts';
import * as factors from './factor.queries.ts';
import { makeQrCode } from './qr-code.ts';
import { findStep, makeSecret, toBase32, totpUri } from './totp.ts';

const RECOVERY_CODES = 10;
const SETUP_MINUTES = 15;
const SETUP = 'totp';

type Setup = { user: number; secret: string };

/** What a person has to show who they are, besides a password. */
export async function findFactors(tx: Tx, user: number): Promise<{ hasTotp: boolean; passkeys: passkeys.PasskeyRow[] }> {
  return { hasTotp: (await factors.findTotp(tx, user)) !== undefined, passkeys: await passkeys.listOfUser(tx, user) };
}

export async function getSecurity({ tx, actor }: Context): Promise<Security> {
  const totp = await factors.findTotp(tx, actor.id);
  return {
    is_required: actor.session.needs_factor,
    totp_since: (totp?.created_on ?? null) as Security['totp_since'],
    recovery_codes_left: await factors.countRecoveryCodes(tx, actor.id),
    passkeys: (await passkeys.listOfUser(tx, actor.id)) as Security['passkeys'],
    identities: (await identities.listOfUser(tx, actor.id)) as Security['identities'],
  };
}

/** A new secret, as picture and as text. It is kept by nobody before the first code shows that the app has it. */
export async function makeTotpSetup(tx: Tx, seal: Seal, user: number, now: string) {
  const secret = makeSecret();
  const { username } = await findPassword(tx, user);
  const uri = totpUri((await getFirmFace(tx)).firm_name, username, secret);
  const ticket = makeTicket(seal, SETUP, { user, secret: secret.toString('base64') } satisfies Setup, now, SETUP_MINUTES);
  return { secret: toBase32(secret), uri, qr: makeQrCode(uri), ticket };
}

export function beginTotp({ tx, actor, adapters, now }: Context) {
  return makeTotpSetup(tx, adapters.seal, actor.id, now);
}

/** Keeps the secret of the ticket when the code is its own. Answers new recovery codes, or null when the code is wrong or the ticket old. */
export async function storeTotp(tx: Tx, seal: Seal, user: number, given: { ticket: string; code: string }, now: string) {
  const setup = readTicket<Setup>(seal, SETUP, given.ticket, now);
  if (!setup || setup.user !== user) return null;
  const step = findStep(Buffer.from(setup.secret, 'base64'), given.code, now, 0);
  if (step === null || !(await spendTicket(tx, setup))) return null;
  await factors.storeTotp(tx, { user_id: user, secret: seal.close(setup.secret), last_step: step, created_on: now });
  return makeRecoveryCodes(tx, user);
}

export async function createTotp(context: Context, given: { ticket: string; code: string }): Promise<{ recovery_codes: string[] }> {
  const { tx, actor, adapters, now } = context;
  const recovery_codes = await storeTotp(tx, adapters.seal, actor.id, given, now);
  if (!recovery_codes) throw invalid({ code: 'This is not the code the app shows now. Check the clock of the phone.' });
  await sessions.confirm(tx, actor.session.id, now, true);
  await noteFactor(context, actor.id, null, 'an app that shows codes');
  return { recovery_codes };
}

/** The person's history tells of it. */
export async function noteFactor(context: Context, user: number, from: string | null, to: string | null): Promise<void> {
  const before = await lockRecord(context, userNoun, user);
  await updateRecord(context, userNoun, before, {}, [{ field: 'second_factor', label: 'Second factor', from, to }]);
}

function hashCode(code: string): Buffer {
  return createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest();
}

/** As long as a made password, so a plain hash will do: nobody guesses them. */
async function makeRecoveryCodes(tx: Tx, user: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, makePassword);
  await factors.replaceRecoveryCodes(tx, user, codes.map(hashCode));
  return codes;
}

/** Codes for the first factor; whoever has another already has codes. */
export async function makeFirstCodes(tx: Tx, user: number): Promise<string[]> {
  return (await factors.countRecoveryCodes(tx, user)) > 0 ? [] : makeRecoveryCodes(tx, user);
}

export async function renewRecoveryCodes(context: Context): Promise<{ recovery_codes: string[] }> {
  const { tx, actor } = context;
  const { hasTotp, passkeys: held } = await findFactors(tx, actor.id);
  if (!hasTotp && held.length === 0) throw new Refusal('WRONG_STATE', 'Recovery codes stand in for a second factor; set one up first.');
  return { recovery_codes: await makeRecoveryCodes(tx, actor.id) };
}

/** A code of the app, or a recovery code. Each is right once. */
export async function useCode(tx: Tx, seal: Seal, user: number, typed: string, now: string): Promise<boolean> {
  if (!/^[\d\s]*$/.test(typed)) return factors.useRecoveryCode(tx, user, hashCode(typed), now);
  const totp = await factors.findTotp(tx, user);
  const secret = totp ? seal.open(totp.secret) : null;
  if (!totp || secret === null) return false;
  const step = findStep(Buffer.from(secret, 'base64'), typed, now, totp.last_step);
  return step !== null && (await factors.useStep(tx, user, step));
}

/** A factor is given up only for another while a role needs one. */
export async function refuseLastFactor({ tx, actor }: Context, left: number): Promise<void> {
  if (left > 0) return;
  if (actor.session.needs_factor)
    throw new Refusal('WRONG_STATE', 'Your groups need a second factor. Add another one first, then remove this one.');
  await factors.replaceRecoveryCodes(tx, actor.id, []);
}

export async function removeTotp(context: Context): Promise<void> {
  const { tx, actor } = context;
  if (!(await factors.removeTotp(tx, actor.id))) throw notFound();
  await refuseLastFactor(context, (await passkeys.listOfUser(tx, actor.id)).length);
  await noteFactor(context, actor.id, 'an app that shows codes', null);
}

/** For somebody who has lost the phone and the recovery codes. */
export async function resetFactors(context: Context, id: number): Promise<{ ended: number }> {
  const { tx } = context;
  await noteFactor(context, id, 'as set up', 'taken away by an administrator');
  await factors.removeTotp(tx, id);
  await factors.replaceRecoveryCodes(tx, id, []);
  await passkeys.removeOfUser(tx, id);
  return { ended: await sessions.removeOfUser(tx, id) };
}
