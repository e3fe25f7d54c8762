import type { RequestBody } from '@dmse/contract/endpoint';
import type { confirmSelf as confirmSelfEndpoint } from '@dmse/contract/people/factor';
import type { Context } from '../../../call/context.ts';
import { invalid } from '../../../call/refusal.ts';
import { makeChallenge, usePasskey } from '../passkey/passkey.service.ts';
import { forgetGuesses, noteGuess, refuseGuesses } from '../session/guesses.service.ts';
import * as sessions from '../session/session.queries.ts';
import { verifyPassword } from '../user/password.ts';
import { findPassword } from '../user/user.queries.ts';
import { findFactors, useCode } from './factor.service.ts';

const CONFIRM = 'confirm';

/** A password is enough only where there is nothing better. Whom another system has signed in may never have had one: they go there again. */
export async function getConfirmWays({ tx, actor, adapters, now }: Context) {
  const { hasTotp, passkeys } = await findFactors(tx, actor.id);
  const hasFactor = hasTotp || passkeys.length > 0;
  const passkey = passkeys.length > 0 ? await makeChallenge(adapters, CONFIRM, passkeys, now) : null;
  const provider = hasFactor ? null : ((await sessions.findProvider(tx, actor.session.id)) ?? null);
  return { password: !hasFactor && !provider, code: hasFactor, passkey, provider };
}

/** Shows again who it is, for the dangerous acts of the next minutes. Guesses are counted as at the sign-in page. */
export async function confirmSelf(context: Context, given: RequestBody<typeof confirmSelfEndpoint>): Promise<void> {
  const { tx, actor, now, adapters } = context;
  const stored = await findPassword(tx, actor.id);
  const { hasTotp, passkeys } = await findFactors(tx, actor.id);
  const hasFactor = hasTotp || passkeys.length > 0;
  const tried = { account: stored.username, from: `session ${actor.session.id}` };
  await refuseGuesses(context, tried);
  if (given.passkey) {
    const user = await usePasskey(tx, adapters, CONFIRM, { ...given.passkey, needsVerification: false }, now);
    if (user !== actor.id) throw noteGuess(tried, now, { passkey: 'This passkey was not accepted.' });
  } else if (given.code !== undefined) {
    if (!(await useCode(tx, adapters.seal, actor.id, given.code, now)))
      throw noteGuess(tried, now, { code: 'This code is not right, or was used already.' });
  } else {
    if (hasFactor || given.password === undefined) throw invalid({ code: 'Enter a code, or use a passkey.' });
    if (!(await verifyPassword(given.password, stored.password_hash)))
      throw noteGuess(tried, now, { password: 'This is not your password.' });
  }
  await forgetGuesses(tx, tried, now);
  await sessions.confirm(tx, actor.session.id, now, hasFactor);
}
