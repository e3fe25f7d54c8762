import { signInDelayMs, whyNotTrySignIn } from '@dmse/domain/access/throttle';
import type { Database } from '../../db/database.ts';
import type { SessionKind } from '../../http/context.ts';
import { hashPassword, needsRehash, pretendToVerify, verifyPassword } from './password.ts';
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

export type SignInResult = { token: string; user_id: number } | { refused: 'throttled' | 'wrong'; sentence: string };

const WRONG = 'The username or password is not right.';

/**
 * Checks a name and a password. Counted in the database, so that several server processes throttle as one; the same words and the
 * same time for a name nobody has. The attempt is written down before the password is looked at: a crash cannot win a free try.
 */
export async function signIn(db: Database, { username, password, kind, address, device, now, oldToken }: SignIn): Promise<SignInResult> {
  const account = username.trim().toLowerCase().slice(0, 254);
  const failures = await db.write(async (tx) => {
    const counted = await accounts.countFailures(tx, account, address, now);
    if (!whyNotTrySignIn(counted)) await accounts.recordAttempt(tx, account, address, now, false);
    return counted;
  });
  const why = whyNotTrySignIn(failures);
  if (why) return { refused: 'throttled', sentence: why };
  await new Promise((resolve) => setTimeout(resolve, signInDelayMs(failures)));

  const user = await db.read((tx) => accounts.findAccount(tx, account));
  const isRight = user ? await verifyPassword(password, user.password_hash) : await pretendToVerify(password);
  if (!user || !isRight || !user.is_active) return { refused: 'wrong', sentence: WRONG };

  const rehashed = needsRehash(user.password_hash) ? await hashPassword(password) : null;
  return db.write(async (tx) => {
    await accounts.recordAttempt(tx, account, address, now, true);
    await accounts.recordSignIn(tx, user.id, now);
    if (rehashed) await accounts.storePassword(tx, user.id, rehashed);
    if (oldToken) await closeSession(tx, oldToken);
    return { token: await openSession(tx, { user_id: user.id, kind, now, address, device }), user_id: user.id };
  });
}
