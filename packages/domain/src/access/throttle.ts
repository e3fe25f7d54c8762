/** Guessing passwords is slow; mistyping one is not. The account's owner is never locked out from another address. */
export const MAX_ACCOUNT_FAILURES = 10;
export const MAX_ADDRESS_FAILURES = 100;

const ACCOUNT_WINDOW_MS = 15 * 60_000;
const ADDRESS_WINDOW_MS = 60 * 60_000;

/** What was counted within each window, and the oldest of it. */
export type Failures = { account: number; address: number; account_since: string | null; address_since: string | null };

type Counts = Pick<Failures, 'account' | 'address'>;

export function whyNotTrySignIn({ account, address }: Counts): string | null {
  if (account >= MAX_ACCOUNT_FAILURES)
    return 'Too many wrong passwords for this account from here. Wait 15 minutes, or ask IT to reset it.';
  if (address >= MAX_ADDRESS_FAILURES) return 'Too many wrong passwords from this address. Try again in an hour.';
  return null;
}

/** How long until the oldest failure that stands in the way is forgotten; never less than a second. */
export function signInWaitSeconds(failures: Failures, now: string): number {
  const isAccount = failures.account >= MAX_ACCOUNT_FAILURES;
  const since = (isAccount ? failures.account_since : failures.address_since) ?? now;
  const end = Date.parse(since) + (isAccount ? ACCOUNT_WINDOW_MS : ADDRESS_WINDOW_MS);
  return Math.max(1, Math.ceil((end - Date.parse(now)) / 1000));
}

/** Each further failure waits twice as long, from nothing to two seconds. */
export function signInDelayMs({ account }: Counts): number {
  return account < 3 ? 0 : Math.min(2000, 50 * 2 ** (account - 3));
}
