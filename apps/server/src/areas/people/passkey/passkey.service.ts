import { isIP } from 'node:net';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Adapters } from '../../../adapters/adapters.ts';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound, Refusal } from '../../../call/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import { getFirmFace } from '../../settings/setting/setting.service.ts';
import { findTotp } from '../factor/factor.queries.ts';
import { makeFirstCodes, noteFactor, refuseLastFactor } from '../factor/factor.service.ts';
import * as sessions from '../session/session.queries.ts';
import { makeTicket, readTicket, spendTicket } from '../session/ticket.service.ts';
import { findPassword } from '../user/user.queries.ts';
import * as passkeys from './passkey.queries.ts';

const MINUTES = 5;
const MAX_PASSKEYS = 20;
/** EdDSA, ES256 and RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257];

type World = Pick<Adapters, 'seal' | 'publicOrigin'>;
type Challenge = { challenge: string; user: number | null };

/** A passkey belongs to the name people open the app by. Browsers give none to a bare number. */
export function findRelyingParty({ publicOrigin }: Pick<Adapters, 'publicOrigin'>): { id: string; origin: string } | null {
  const url = URL.parse(publicOrigin);
  if (!url || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  return { id: url.hostname, origin: url.origin };
}

function relyingParty(adapters: World) {
  const party = findRelyingParty(adapters);
  if (!party) throw new Refusal('WRONG_STATE', 'Passkeys need the app to be opened by a name, not by a number. Ask IT to set PUBLIC_URL.');
  return party;
}

export async function beginPasskey({ tx, actor, adapters, now }: Context) {
  const party = relyingParty(adapters);
  const held = await passkeys.listOfUser(tx, actor.id);
  const { username, full_name } = await findPassword(tx, actor.id);
  const options = await generateRegistrationOptions({
    rpName: (await getFirmFace(tx)).firm_name,
    rpID: party.id,
    userName: username,
    userDisplayName: full_name,
    userID: new TextEncoder().encode(`dmse-${actor.id}`),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: held.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  const ticket = makeTicket(
    adapters.seal,
    'new-passkey',
    { challenge: options.challenge, user: actor.id } satisfies Challenge,
    now,
    MINUTES,
  );
  return { options: options as object as Record<string, unknown>, ticket };
}

export async function createPasskey(context: Context, given: { ticket: string; name: string; answer: Record<string, unknown> }) {
  const { tx, actor, adapters, now } = context;
  const party = relyingParty(adapters);
  const challenge = readTicket<Challenge>(adapters.seal, 'new-passkey', given.ticket, now);
  const refused = () => invalid({ answer: 'This passkey was not accepted. Try again.' });
  if (challenge?.user !== actor.id || !(await spendTicket(tx, challenge))) throw refused();
  const { registrationInfo } = await verifyRegistrationResponse({
    // What a browser has sent: the library itself looks at every part of it.
    response: given.answer as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw refused();
  const held = await passkeys.listOfUser(tx, actor.id);
  if (held.length >= MAX_PASSKEYS) throw new Refusal('WRONG_STATE', `Nobody needs more than ${MAX_PASSKEYS} passkeys. Remove one first.`);
  const { id, publicKey, counter, transports } = registrationInfo.credential;
  const key = { credential_id: id, public_key: Buffer.from(publicKey), counter, transports: [...(transports ?? [])] };
  const made = await passkeys.insert(tx, { user_id: actor.id, ...key, name: given.name, created_on: now });
  await sessions.confirm(tx, actor.session.id, now, true);
  await noteFactor(context, actor.id, null, `the passkey ${given.name}`);
  return { ...made, created_on: now, last_used_on: null, recovery_codes: await makeFirstCodes(tx, actor.id) };
}

export async function removePasskey(context: Context, id: number): Promise<void> {
  const { tx, actor } = context;
  const removed = await passkeys.removeOne(tx, actor.id, id);
  if (!removed) throw notFound();
  const left = (await passkeys.listOfUser(tx, actor.id)).length + ((await findTotp(tx, actor.id)) ? 1 : 0);
  await refuseLastFactor(context, left);
  await noteFactor(context, actor.id, `the passkey ${removed.name}`, null);
}

/** Asks for one of these passkeys; for any of this site where none are named. */
export async function makeChallenge(adapters: World, purpose: string, held: readonly passkeys.PasskeyRow[], now: string) {
  const party = findRelyingParty(adapters);
  if (!party) return null;
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: held.map(({ credential_id: id, transports }) => ({ id, transports })),
    userVerification: held.length > 0 ? 'preferred' : 'required',
  });
  const ticket = makeTicket(
    adapters.seal,
    purpose,
    { challenge: options.challenge, user: held[0]?.user_id ?? null } satisfies Challenge,
    now,
    MINUTES,
  );
  return { options: options as object as Record<string, unknown>, ticket };
}

type Answered = { ticket: string | undefined; answer: Record<string, unknown>; needsVerification: boolean };

/** Whose passkey answered, or null. A challenge is answered once. */
export async function usePasskey(tx: Tx, adapters: World, purpose: string, given: Answered, now: string): Promise<number | null> {
  const party = findRelyingParty(adapters);
  const challenge = readTicket<Challenge>(adapters.seal, purpose, given.ticket, now);
  const row = typeof given.answer.id === 'string' ? await passkeys.findByCredential(tx, given.answer.id) : undefined;
  if (!party || !challenge || !row || (challenge.user !== null && challenge.user !== row.user_id)) return null;
  if (!(await spendTicket(tx, challenge))) return null;
  const judged = await verifyAuthenticationResponse({
    // As above: checked by the library.
    response: given.answer as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: row.credential_id, publicKey: new Uint8Array(row.public_key), counter: row.counter },
    requireUserVerification: given.needsVerification,
  }).catch(() => null);
  if (!judged?.verified) return null;
  await passkeys.noteUse(tx, row.id, judged.authenticationInfo.newCounter, now);
  return row.user_id;
}
