import type { LightItem } from './item.ts';
import { settleMoves } from './moves.ts';
import { beat, beginPass, isHolderSilent, type Pass, type Stop } from './pass.ts';
import { type Lease, StoreError } from './ports.ts';
import { pullRun } from './pull.ts';
import { listPending, pushRun } from './push.ts';
import { countDevice, type DeviceCounts, reportDevice } from './report.ts';
import { keepAtMost, readClock } from './retention.ts';
import { rememberClock } from './rules/clock-trust.ts';
import type { Session } from './session.ts';
import { recallClock, senderOf } from './session-core.ts';
import { purgeRun, settleRunEpoch, verifyRun } from './verify.ts';

export const SYNC_LOCK = 'fieldrun-sync';

export type SyncOptions = {
  /** only this run; else all */
  readonly field_run?: string;
  /** the user pressed the button: waiting times do not count */
  readonly force?: boolean;
  /** the user is looking at this tab, so it may relieve a frozen one */
  readonly foreground?: boolean;
};

export type SyncResult =
  | { readonly ran: false; readonly why: 'OFFLINE' | 'BUSY' | 'STORE_BROKEN' }
  | {
      readonly ran: true;
      readonly stopped: Stop | null;
      /** every record of this device is on the server, and the server has just said so */
      readonly green: boolean;
      readonly counts: DeviceCounts | null;
      readonly acked: number;
      readonly pulled: number;
    };

/** P8: only online, one tab at a time. Safe to call at any moment and as often as you like. */
export async function sync(session: Session, options: SyncOptions = {}): Promise<SyncResult> {
  if (!session.remote.online()) return { ran: false, why: 'OFFLINE' };
  const work = (lease: Lease) => runPass(session, lease, options);
  try {
    const first = await session.lock.hold(SYNC_LOCK, { mode: 'exclusive', steal: false }, work);
    if (first !== null) return first;
    if (!options.foreground || !(await isHolderSilent(session))) return { ran: false, why: 'BUSY' };
    return (await session.lock.hold(SYNC_LOCK, { mode: 'exclusive', steal: true }, work)) ?? { ran: false, why: 'BUSY' };
  } catch (error) {
    if (error instanceof StoreError) return { ran: false, why: 'STORE_BROKEN' };
    throw error;
  }
}

async function runPass(session: Session, lease: Lease, options: SyncOptions): Promise<SyncResult> {
  const pass = beginPass(lease, options.force ?? false, await senderOf(session));
  let counts: DeviceCounts | null = null;
  let green = false;
  try {
    await beat(session, pass);
    const aside = await settleMoves(session);
    const runs = options.field_run === undefined ? await whichRuns(session, aside) : [options.field_run];
    for (const run of runs) {
      if (pass.stopped !== null) break;
      const hasAside = aside.some((item) => item.field_run === run);
      await syncRun(session, pass, run, hasAside);
    }
    await keepAtMost(session);
    counts = await countDevice(session);
    green = options.field_run === undefined && isAllGreen(session, pass, runs, counts);
    if (pass.stopped === null) await reportDevice(session, pass, counts);
    await rememberTime(session);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    pass.stopped = error.fault === 'QUOTA' ? 'STORAGE_FULL' : 'STORE_BROKEN';
  }
  return { ran: true, stopped: pass.stopped, green: green && pass.stopped === null, counts, acked: pass.acked, pulled: pass.pulled };
}

function isAllGreen(session: Session, pass: Pass, runs: readonly string[], counts: DeviceCounts): boolean {
  const comparisons = runs.map((run) => pass.comparisons.get(run) ?? null);
  return session.laws.isGreen({ waiting: counts.waiting, failed: counts.failed, comparisons });
}

/** The runs on the device, and the runs of records that outlived theirs: orphans and rescue. */
async function whichRuns(session: Session, aside: readonly LightItem[]): Promise<readonly string[]> {
  const here = await session.store.runs((tx) => tx.table('run').list({}));
  const pending = await listPending(session, 'runs');
  return [...new Set([...here, ...pending, ...aside].map((item) => item.field_run))];
}

/** Push first: what only exists here comes before what is safe there. */
async function syncRun(session: Session, pass: Pass, run: string, hasAside: boolean): Promise<void> {
  for (let round = 0; round < 3 && pass.stopped === null; round++) {
    await pushRun(session, pass, 'runs', run);
    if (hasAside) await pushRun(session, pass, 'rescue', run);
    if (pass.stopped !== null) return;
    const pulled = await pullRun(session, pass, run);
    const seen = pulled === 'epoch' ? 'epoch' : await verifyRun(session, pass, run, pulled === 'whole');
    if (seen === 'epoch') {
      if (!(await settleRunEpoch(session, pass, run))) return;
      continue;
    }
    pass.comparisons.set(run, seen);
    if (seen !== null && (hasAside || seen.deleted > 0)) await purgeRun(session, run);
    // what the manifest lacked is offered again at once
    if (seen === null || seen.missing_there.length === 0) return;
  }
}

/** A clock that has jumped is not remembered as the true one until the server has told the time. */
async function rememberTime(session: Session): Promise<void> {
  if (!(await readClock(session)).may_clean) return;
  const memory = rememberClock(session.clock.now(), null, await recallClock(session));
  session.clock_memory = memory;
  await session.store.safety(({ meta }) => meta.put({ id: 'clock', value: { ...memory } }));
}
