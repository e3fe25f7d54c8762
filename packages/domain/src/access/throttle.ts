/** Guessing passwords is slow; mistyping one is not. The account's owner is never locked out from another address. */
export const MAX_ACCOUNT_FAILURES = 10;
export const MAX_ADDRESS_FAILURES = 100;

type Failures = { account: number; address: number };

export function whyNotTrySignIn({ account, address }: Failures): string | null {
  if (account >= MAX_ACCOUNT_FAILURES)
    return 'Too many wrong passwords for this account from here. Wait 15 minutes, or ask IT to reset it.';
  if (address >= MAX_ADDRESS_FAILURES) return 'Too many wrong passwords from this address. Try again in an hour.';
  return null;
}

/** Each further failure waits twice as long, from nothing to two seconds. */
export function signInDelayMs({ account }: Failures): number {
  return account < 3 ? 0 : Math.min(2000, 50 * 2 ** (account - 3));
}
