import { type Failures, signInDelayMs, signInWaitSeconds, whyNotTrySignIn } from '@dmse/domain/access/throttle';
import type { SessionKind } from '../../../call/context.ts';
import type { Database } from '../../../db/database.ts';
import { hashPassword, needsRehash, pretendToVerify, verifyPassword } from '../user/password.ts';
import { closeSession, openSession } from './session.service.ts';
import * as accounts from './sign-in.queries.ts';

export type SignIn = {
  username: string;
  password: string;
  kind: SessionKind;
  address: string;
  device: string;
  now: string;
  /** The session this browser held before; it ends, whoever's it was. */
  oldToken: string | null;
};

type Throttled = { refused: 'throttled'; sentence: string; wait_seconds: number };
type Begun = Throttled | { tried: accounts.Tried; failures: Failures; attempt: number };

export type SignInResult = { token: string; user_id: number } | Throttled | { refused: 'wrong'; sentence: string };

const WRONG = 'The username or password is not right.';

/** Counts, and writes the attempt down as a failure; in one turn, so that of many guesses at once each counts those before it. */
function beginAttempt(db: Database, typed: string, address: string, now: string): Promise<Begun> {
  return db.write(async (tx) => {
    await accounts.waitForTurn(tx, address);
    // A person is one account by whichever of their names; a name nobody has is counted as it was typed, and so looks the same.
    const tried = { account: (await accounts.findAccount(tx, typed))?.username ?? typed, from: address };
    const failures = await accounts.countFailures(tx, tried, now);
    const why = whyNotTrySignIn(failures);
    if (why) return { refused: 'throttled', sentence: why, wait_seconds: signInWaitSeconds(failures, now) };
    return { tried, failures, attempt: await accounts.recordAttempt(tx, tried, now, false) };
  });
}

/**
 * Checks a name and a password. Counted in the database, so that several server processes throttle as one; the same words and the
 * same time for a name nobody has. The attempt is written down before the password is looked at and taken back when it was right: a
 * guess counts while it is looked at, and a crash cannot win a free try.
 */
export async function signIn(db: Database, { username, password, kind, address, device, now, oldToken }: SignIn): Promise<SignInResult> {
  const typed = username.trim().toLowerCase().slice(0, 254);
  const begun = await beginAttempt(db, typed, address, now);
  if ('refused' in begun) return begun;
  const { tried, failures, attempt } = begun;
  await new Promise((resolve) => setTimeout(resolve, signInDelayMs(failures)));

  const user = await db.read((tx) => accounts.findAccount(tx, typed));
  const isRight = user ? await verifyPassword(password, user.password_hash) : await pretendToVerify(password);
  if (!user || !isRight || !user.is_active) return { refused: 'wrong', sentence: WRONG };

  const rehashed = needsRehash(user.password_hash) ? await hashPassword(password) : null;
  return db.write(async (tx) => {
    await accounts.takeBackAttempt(tx, attempt);
    await accounts.recordAttempt(tx, tried, now, true);
    await accounts.recordSignIn(tx, user.id, now);
    if (rehashed) await accounts.storePassword(tx, user.id, rehashed);
    if (oldToken) await closeSession(tx, oldToken);
    return { token: await openSession(tx, { user_id: user.id, kind, now, address, device }), user_id: user.id };
  });
}
