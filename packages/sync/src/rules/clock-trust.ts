/**
 * The device's idea of time: when (by its own clock) it last looked, how far the server's clock was from its own, and since when (by the
 * server's) that has not changed by much. What was stamped before says nothing about its age.
 */
export type ClockMemory = { readonly last_seen: number; readonly offset: number; readonly steady_since: number };

export type TrustedTime = { readonly now: number; readonly may_clean: boolean; readonly steady_since: number };

const JUMP = 12 * 3_600_000;

/**
 * A4: a dead battery or a hand on the settings makes everything look old. After a jump of more than twelve hours either way
 * cleaning is off until the server has told the time again.
 */
export function trustClock(now: number, memory: ClockMemory | null): TrustedTime {
  if (memory === null) return { now, may_clean: false, steady_since: now };
  const { last_seen, offset, steady_since } = memory;
  return { now: Math.max(now, last_seen) + offset, may_clean: Math.abs(now - last_seen) <= JUMP, steady_since };
}

/** E6: further from the server's time than this, a clock is wrong. The Mobile-Ready Checklist asks for the same. */
export const CLOCK_TOLERANCE = 2 * 60_000;

/** The server's time less the device's where that matters, else nothing. */
export function skewOf(offset: number): number {
  return Math.abs(offset) > CLOCK_TOLERANCE ? offset : 0;
}

export type ClockLook = { readonly now: number; readonly monotonic: number };

const JITTER = 1000;

/**
 * The offset between two answers of the server. A clock that fell behind the monotonic one was set back, by so much. One that ran ahead
 * of it may have been set forward, or the device slept while the monotonic clock stood still: that, only the server can tell.
 */
export function followClock(offset: number, before: ClockLook, after: ClockLook): number {
  const moved = after.now - before.now - (after.monotonic - before.monotonic);
  return moved < -JITTER ? offset - moved : offset;
}

export function rememberClock(now: number, server_now: number | null, memory: ClockMemory | null): ClockMemory {
  const offset = server_now === null ? (memory?.offset ?? 0) : server_now - now;
  const isSteady = memory !== null && Math.abs(offset - memory.offset) <= JUMP;
  return { last_seen: now, offset, steady_since: isSteady ? memory.steady_since : now + offset };
}
