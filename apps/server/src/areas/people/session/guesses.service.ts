import { signInWaitSeconds, whyNotTrySignIn } from '@dmse/domain/access/throttle';
import type { Context } from '../../../call/context.ts';
import { invalid, NotedRefusal, Refusal } from '../../../call/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import * as attempts from './sign-in.queries.ts';

/**
 * Whoever sits at a session left open, or holds a stolen one, gets no more guesses at a password than at the door: the same count, kept
 * per session, so that the owner can still go on from elsewhere.
 */
export async function refuseGuesses({ tx, now }: Context, tried: attempts.Tried): Promise<void> {
  if (!(await attempts.takeTurn(tx, tried.from)))
    throw new Refusal('THROTTLED', 'A password is being checked already. Try again in a moment.', {}, { 'Retry-After': '1' });
  const failures = await attempts.countFailures(tx, tried, now);
  const why = whyNotTrySignIn(failures);
  if (why) throw new Refusal('THROTTLED', why, {}, { 'Retry-After': String(signInWaitSeconds(failures, now)) });
}

/** The refusal of a wrong password, which is counted although everything else is rolled back. */
export function noteGuess(tried: attempts.Tried, now: string, errors: Record<string, string>): Refusal {
  return new NotedRefusal(invalid(errors), (later) => attempts.recordAttempt(later, tried, now, false));
}

/** It was right: what was wrong before counts no more. */
export async function forgetGuesses(tx: Tx, tried: attempts.Tried, now: string): Promise<void> {
  await attempts.recordAttempt(tx, tried, now, true);
}
