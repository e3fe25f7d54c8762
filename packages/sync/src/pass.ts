import type { Lease } from './ports.ts';
import type { Answer } from './rules/answer.ts';
import type { Comparison } from './rules/manifest.ts';
import { getSelf, type Sender } from './rules/request.ts';
import type { Session } from './session.ts';
import { noteServerTime, stamp } from './session-core.ts';
import type { WireRequest } from './wire.ts';

export type Stop = 'SIGN_IN' | 'CSRF' | 'LIMITED' | 'NO_ANSWER' | 'LOCK_LOST' | 'STORAGE_FULL' | 'STORE_BROKEN';

/** One run of the engine under the lock, and what it has met so far. */
export type Pass = {
  readonly lease: Lease;
  readonly force: boolean;
  readonly sender: Sender;
  /** items that have changed between new and dirty in this pass */
  readonly flipped: Set<string>;
  /** items tried in this pass, with the revision that was tried */
  readonly tried: Map<string, number>;
  readonly comparisons: Map<string, Comparison | null>;
  stopped: Stop | null;
  silent: number;
  epoch: string | null;
  beat_at: number;
  acked: number;
  pulled: number;
};

export function beginPass(lease: Lease, force: boolean, sender: Sender): Pass {
  return {
    lease,
    force,
    sender,
    flipped: new Set(),
    tried: new Map(),
    comparisons: new Map(),
    stopped: null,
    silent: 0,
    epoch: null,
    beat_at: Number.NEGATIVE_INFINITY,
    acked: 0,
    pulled: 0,
  };
}

const BEAT_EVERY = 15_000;
export const BEAT_STALE = 2 * 60_000;

/** C10: a tab that holds the lock says so while it lives; a frozen one falls silent and may be relieved. */
export async function beat(session: Session, pass: Pass): Promise<void> {
  const now = session.clock.now();
  if (Math.abs(now - pass.beat_at) < BEAT_EVERY) return;
  pass.beat_at = now;
  await session.store.safety(({ meta }) => meta.put({ id: 'sync_heartbeat', value: { at: now } }));
}

export async function isHolderSilent(session: Session): Promise<boolean> {
  const beatRow = await session.store.safety(({ meta }) => meta.get('sync_heartbeat'));
  const at = beatRow?.value.at;
  // a beat from the future was written before the clock was set back
  return typeof at !== 'number' || Math.abs(session.clock.now() - at) > BEAT_STALE;
}

/** Two answers missing in a row mean the network; one alone may be the item's own trouble, and the others go on (C12). */
const SILENCE_ENOUGH = 2;
const NO_ANSWER: Answer = { kind: 'none', why: 'silence' };

/** Sends one request for the pass. What concerns the session rather than the request stops the pass here, for every caller. */
export async function exchange(session: Session, pass: Pass, request: WireRequest): Promise<Answer> {
  if (!pass.lease.isHeld()) pass.stopped ??= 'LOCK_LOST';
  if (pass.stopped !== null) return NO_ANSWER;
  await beat(session, pass);
  let answer = await sendOnce(session, pass, request);
  if (isCsrf(answer)) {
    await sendOnce(session, pass, getSelf(session.limits));
    answer = await sendOnce(session, pass, request);
    if (isCsrf(answer)) pass.stopped ??= 'CSRF';
  }
  if (answer.kind === 'none') {
    pass.silent++;
    if (pass.silent >= SILENCE_ENOUGH) pass.stopped ??= 'NO_ANSWER';
    return answer;
  }
  pass.silent = 0;
  if (answer.kind === 'problem' && answer.status === 401) pass.stopped ??= 'SIGN_IN';
  if (answer.kind === 'problem' && answer.status === 429) pass.stopped ??= 'LIMITED';
  return answer;
}

async function sendOnce(session: Session, pass: Pass, request: WireRequest): Promise<Answer> {
  const answer = session.laws.readAnswer(await session.remote.send(request));
  if (answer.kind === 'none') return answer;
  if (answer.epoch !== null) pass.epoch = answer.epoch;
  if (answer.server_now !== null) await noteServerTime(session, answer.server_now);
  return answer;
}

function isCsrf(answer: Answer): boolean {
  return answer.kind === 'problem' && answer.status === 403 && answer.problem.code === 'CSRF';
}

/** The pass's sender with the present time (E6: both clocks are stored). */
export function senderNow(session: Session, pass: Pass): Sender {
  return { ...pass.sender, user: session.tools.user(), now: stamp(session) };
}
