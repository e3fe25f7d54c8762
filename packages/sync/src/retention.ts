import { markLeaving, underMoves } from './moves.ts';
import { StoreError } from './ports.ts';
import { type TrustedTime, trustClock } from './rules/clock-trust.ts';
import { isOld, whichRunsToWipe } from './rules/retention.ts';
import { eraseOld, eraseRun } from './safe-delete.ts';
import type { Session } from './session.ts';
import { recallClock } from './session-core.ts';

export type Wiped = {
  readonly run: string;
  readonly wiped: boolean;
  readonly rescued: number;
  readonly why: 'BUSY' | 'STORAGE_FULL' | 'KEPT_CHANGING' | null;
};

const ROUNDS = 8;

export function runLock(run: string): string {
  return `run:${run}`;
}

/** A1: the run leaves `FieldRuns`; whatever the server has not confirmed goes to rescue first. */
export async function wipeRun(session: Session, run: string): Promise<Wiped> {
  let rescued = 0;
  const done = (wiped: boolean, why: Wiped['why']): Wiped => ({ run, wiped, rescued, why });
  try {
    const wiped = await underMoves(session, async () => {
      await markLeaving(session.store, run, 1);
      for (let round = 0; round < ROUNDS; round++) {
        const unsafe = await eraseRun(session, run, session.proofs.get(run) ?? null);
        if (unsafe.length === 0) return done(true, null);
        for (const { kind, id } of unsafe) {
          if (!(await session.laws.moveToRescue(session, kind, id))) return done(false, 'KEPT_CHANGING');
          rescued++;
        }
      }
      return done(false, 'KEPT_CHANGING');
    });
    return wiped ?? done(false, 'BUSY');
  } catch (error) {
    if (error instanceof StoreError && error.fault === 'QUOTA') return done(false, 'STORAGE_FULL');
    throw error;
  }
}

/** P11: at most three runs on the device. */
export async function keepAtMost(session: Session, keep?: string): Promise<readonly Wiped[]> {
  const runs = await session.store.runs((tx) => tx.table('run').list({}));
  const open = new Set<string>(keep === undefined ? [] : [keep]);
  for (const run of runs) if (await session.lock.isHeld(runLock(run.id))) open.add(run.id);
  const wiped: Wiped[] = [];
  for (const run of whichRunsToWipe(runs, open)) wiped.push(await wipeRun(session, run));
  return wiped;
}

/** P12, A3, A4: removes what is older than four days and confirmed; what is not is left alone. */
export async function forcedClean(session: Session): Promise<{ readonly erased: number; readonly may_clean: boolean }> {
  const time = await readClock(session);
  if (!time.may_clean) return { erased: 0, may_clean: false };
  const runs = await session.store.runs((tx) => tx.table('run').list({}));
  let erased = 0;
  for (const run of runs) {
    if (await session.lock.isHeld(runLock(run.id))) continue;
    const proof = session.proofs.get(run.id) ?? null;
    erased += (await underMoves(session, () => eraseOld(session, run.id, proof, (item) => isOld(item, time)))) ?? 0;
  }
  return { erased, may_clean: true };
}

export async function readClock(session: Session): Promise<TrustedTime> {
  return trustClock(session.clock.now(), await recallClock(session));
}
