/** The device's idea of time: when (by its own clock) it last looked, and how far the server's clock was from its own. */
export type ClockMemory = { readonly last_seen: number; readonly offset: number };

export type TrustedTime = { readonly now: number; readonly may_clean: boolean };

const JUMP = 12 * 3_600_000;

/**
 * A4: a dead battery or a hand on the settings makes everything look old. After a jump of more than twelve hours either way
 * cleaning is off until the server has told the time again.
 */
export function trustClock(now: number, memory: ClockMemory | null): TrustedTime {
  if (memory === null) return { now, may_clean: false };
  return { now: Math.max(now, memory.last_seen) + memory.offset, may_clean: Math.abs(now - memory.last_seen) <= JUMP };
}

export function rememberClock(now: number, server_now: number | null, memory: ClockMemory | null): ClockMemory {
  return { last_seen: now, offset: server_now === null ? (memory?.offset ?? 0) : server_now - now };
}
