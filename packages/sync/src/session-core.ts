import type { Clock, Lock, Remote, Store, Tools } from './ports.ts';
import { CLOCK_TOLERANCE, type ClockLook, type ClockMemory, followClock, rememberClock, skewOf } from './rules/clock-trust.ts';
import type { Limits, Sender } from './rules/request.ts';
import type { Proof } from './rules/retention.ts';
import type { Rules } from './rules/rules.ts';
import type { Fields } from './wire.ts';

export const LIMITS: Limits & { readonly ballast_bytes: number } = {
  form_bytes: 4 * 1024 * 1024,
  chunk_bytes: 512 * 1024,
  json_timeout_ms: 30_000,
  stall_ms: 20_000,
  page_size: 200,
  ballast_bytes: 20 * 1024 * 1024,
};

export type Ports = {
  readonly store: Store;
  readonly remote: Remote;
  readonly lock: Lock;
  readonly clock: Clock;
  readonly tools: Tools;
};

/** One open app, as far as single steps know it: the ports, the rules, and what it has heard from the server since it was opened. */
export type SessionCore = Ports & {
  readonly laws: Rules;
  readonly limits: typeof LIMITS;
  /** manifests fetched in this session, by run: without one nothing is erased */
  readonly proofs: Map<string, Proof>;
  device: string | null;
  stamped: { readonly at: number; readonly text: string };
  clock_memory: ClockMemory | null;
  /** both clocks when the offset was last looked at */
  clock_look: ClockLook | null;
};

/** What this session has learnt of the time, else what an earlier one has left. */
export async function recallClock(session: SessionCore): Promise<ClockMemory | null> {
  if (session.clock_memory !== null) return session.clock_memory;
  const stored = await session.store.safety(({ meta }) => meta.get('clock'));
  const { last_seen, offset, steady_since } = stored?.value ?? {};
  if (typeof last_seen !== 'number' || typeof offset !== 'number') return null;
  return { last_seen, offset, steady_since: typeof steady_since === 'number' ? steady_since : last_seen + offset };
}

/** The server has told the time. An offset that has changed is kept at once: the page may be gone before the pass ends. */
export async function noteServerTime(session: SessionCore, server_now: number): Promise<void> {
  const before = await recallClock(session);
  const look = { now: session.clock.now(), monotonic: session.clock.monotonic() };
  const memory = rememberClock(look.now, server_now, before);
  session.clock_memory = memory;
  session.clock_look = look;
  if (Math.abs(memory.offset - (before?.offset ?? 0)) > CLOCK_TOLERANCE / 2)
    await session.store.safety(({ meta }) => meta.put({ id: 'clock', value: { ...memory } }));
}

/** How far the server's time is ahead of this device's clock, in milliseconds; nothing within the tolerance (E6). */
export async function readSkew(session: SessionCore): Promise<number> {
  const memory = await recallClock(session);
  if (memory === null) return 0;
  const look = { now: session.clock.now(), monotonic: session.clock.monotonic() };
  const offset = session.clock_look === null ? memory.offset : followClock(memory.offset, session.clock_look, look);
  session.clock_look = look;
  session.clock_memory = { ...memory, offset };
  return skewOf(offset);
}

/** E6: what was captured by a wrong clock carries the server's time, and the clock's own beside it. */
export async function withTrueTime(session: SessionCore, fields: Fields): Promise<Fields> {
  const { captured_at } = fields;
  if (typeof captured_at !== 'string') return fields;
  const skew = await readSkew(session);
  if (skew === 0) return fields;
  return { ...fields, captured_at: new Date(Date.parse(captured_at) + skew).toISOString(), captured_at_device: captured_at };
}

/** The present instant as text; asked for many times within one millisecond. */
export function stamp(session: SessionCore): string {
  const at = session.clock.now();
  if (session.stamped.at !== at) session.stamped = { at, text: new Date(at).toISOString() };
  return session.stamped.text;
}

/**
 * The id under which this device signs its operations. A database that was copied to another phone meets another install nonce
 * there and gets an id of its own, so that two phones never sign with one name (C28).
 */
export async function deviceId(session: SessionCore): Promise<string> {
  if (session.device !== null) return session.device;
  const nonce = session.tools.installNonce();
  const fresh = session.tools.newId();
  const id = await session.store.safety(async ({ meta }) => {
    const known = await meta.get('device');
    if (known !== undefined && known.value.install_nonce === nonce && typeof known.value.device_id === 'string')
      return known.value.device_id;
    await meta.put({ id: 'device', value: { device_id: fresh, install_nonce: nonce } });
    return fresh;
  });
  session.device = id;
  return id;
}

export async function senderOf(session: SessionCore): Promise<Sender> {
  return { device: await deviceId(session), user: session.tools.user(), now: stamp(session) };
}
