/** How long a sign-in lasts: idle, and in all. A tablet in a truck is not an open desk in an office. */
const HOUR = 3_600_000;
const LIFETIMES = {
  office: { idle: 12 * HOUR, whole: 7 * 24 * HOUR },
  field: { idle: 14 * 24 * HOUR, whole: 30 * 24 * HOUR },
} as const;

type Session = { kind: keyof typeof LIFETIMES; created_on: string; last_seen_on: string };

/** Being seen is written down at most this often. */
export const TOUCH_AFTER_MS = 60_000;

/** When the session ends if nobody comes back before. */
export function sessionEnd({ kind, created_on, last_seen_on }: Session): string {
  const { idle, whole } = LIFETIMES[kind];
  return new Date(Math.min(Date.parse(last_seen_on) + idle, Date.parse(created_on) + whole)).toISOString();
}

export function isSessionOver(session: Session, now: string): boolean {
  return Date.parse(now) >= Date.parse(sessionEnd(session));
}

export function cookieSeconds(kind: keyof typeof LIFETIMES): number {
  return LIFETIMES[kind].whole / 1000;
}
