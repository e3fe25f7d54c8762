import { underMoves } from '../moves.ts';
import { type RunsTx, StoreError } from '../ports.ts';
import { runLock } from '../retention.ts';
import { eraseBallast, eraseBaseMaps, eraseConfirmedBytes, eraseLayers, eraseRun } from '../safe-delete.ts';
import type { Session } from '../session.ts';

export type Refusal = {
  readonly saved: false;
  /**
   * STORAGE_FULL: nothing more can be freed, keep the form and offer the export. CHANGED: another tab or the office changed the same
   * field since the form was opened. GONE: no such record here. UNSOUND: a number that is none. READ_BACK: the photo could not be
   * read back as captured.
   */
  readonly why: 'STORAGE_FULL' | 'STORE_BROKEN' | 'CHANGED' | 'GONE' | 'UNSOUND' | 'READ_BACK';
  readonly field?: string;
};

export function refusal(why: Refusal['why'], field?: string): Refusal {
  return field === undefined ? { saved: false, why } : { saved: false, why, field };
}

/** B3, in this order: ballast (which holds nothing), base maps, layers, photo bytes the server holds, whole runs the server holds. */
const LADDER: readonly ((session: Session) => Promise<number>)[] = [
  ({ store }) => eraseBallast(store),
  ({ store }) => eraseBaseMaps(store),
  ({ store }) => eraseLayers(store),
  eraseConfirmedBytes,
  eraseConfirmedRuns,
];

async function eraseConfirmedRuns(session: Session): Promise<number> {
  const runs = await session.store.runs((tx) => tx.table('run').list({}));
  let erased = 0;
  for (const { id } of runs) {
    if (await session.lock.isHeld(runLock(id))) continue;
    const unsafe = await underMoves(session, () => eraseRun(session, id, session.proofs.get(id) ?? null));
    if (unsafe?.length === 0) erased++;
  }
  return erased;
}

/**
 * L1: one user action, one transaction, and "saved" only after its commit. When the storage is full, room is made rung by rung
 * and the whole action tried again; `work` therefore reads what it changes from its transaction.
 */
export async function saveOnDevice<T>(session: Session, work: (tx: RunsTx) => Promise<T>): Promise<{ saved: true; value: T } | Refusal> {
  for (const rung of [null, ...LADDER]) {
    try {
      if (rung !== null && (await rung(session)) === 0) continue;
      const value = await session.store.runs(work);
      session.tools.noteSaved();
      return { saved: true, value };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (error.fault !== 'QUOTA') return refusal('STORE_BROKEN');
    }
  }
  return refusal('STORAGE_FULL');
}

const BALLAST_PIECES = 4;

/** Lays the ballast again when there is room; without room there is simply less of it. */
export async function fillBallast(session: Session): Promise<boolean> {
  const size = Math.ceil(session.limits.ballast_bytes / BALLAST_PIECES);
  try {
    const have = await session.store.safety(({ ballast }) => ballast.ids());
    for (let i = 0; i < BALLAST_PIECES; i++) {
      if (!have.includes(`ballast-${i}`))
        await session.store.safety(({ ballast }) => ballast.put({ id: `ballast-${i}`, bytes: new Uint8Array(size) }));
    }
    return true;
  } catch (error) {
    if (error instanceof StoreError && error.fault === 'QUOTA') return false;
    throw error;
  }
}
