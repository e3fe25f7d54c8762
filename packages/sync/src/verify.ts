import { CHILD_KINDS, type Item, KINDS, type LightItem } from './item.ts';
import { listRun, underMoves } from './moves.ts';
import { exchange, type Pass, senderNow } from './pass.ts';
import { offerAgain } from './rules/epoch.ts';
import { type Comparison, compareManifest, readManifest } from './rules/manifest.ts';
import { EMPTY_RUN_PART, isUnsettled } from './rules/new-item.ts';
import { getManifest } from './rules/request.ts';
import type { Proof } from './rules/retention.ts';
import { purgeDeleted, purgeRescue } from './safe-delete.ts';
import { type Session, stamp } from './session.ts';
import { changeItem } from './shelf.ts';

async function fetchProof(session: Session, pass: Pass, run: string, epoch: string | null): Promise<Proof | 'unknown_run' | null> {
  const answer = await exchange(session, pass, getManifest(run, epoch, senderNow(session, pass), session.limits));
  if (answer.kind === 'ok') return readManifest(answer.body, answer.epoch);
  return answer.kind === 'problem' && answer.status === 404 && answer.epoch !== null ? 'unknown_run' : null;
}

function listRescued(session: Session, run: string): Promise<readonly LightItem[]> {
  return session.store.safety(({ rescue }) => rescue.list({ field_run: run }));
}

/**
 * D9: brings everything of a run from the epoch it knows to the server's present one. True when it is done; false leaves the
 * records as they are for the next pass.
 */
export async function settleRunEpoch(session: Session, pass: Pass, run: string): Promise<boolean> {
  const epoch = pass.epoch;
  if (epoch === null) return false;
  const items = [...(await listRun(session, run)), ...(await listRescued(session, run))];
  const older = new Set(items.map((item) => item._epoch).filter((known) => known !== null && known !== epoch));
  for (const known of older) {
    const proof = await fetchProof(session, pass, run, known);
    if (proof === null || pass.epoch !== epoch) return false;
    const rows = proof === 'unknown_run' ? new Map() : proof.rows;
    const settle = (item: Item) => (item._epoch === known ? session.laws.settleEpoch(item, rows.get(item.id), epoch) : item);
    // the run's cursors and its rows belong together, so they change together
    await session.store.runs(async (tx) => {
      for (const kind of KINDS) {
        const mine = kind === 'run' ? [{ id: run }] : await tx.table(kind).list({ field_run: run });
        for (const { id } of mine) {
          const item = await tx.table(kind).get(id);
          if (item !== undefined) await tx.table(kind).put(settle(item));
        }
      }
    });
    for (const { id, kind } of await listRescued(session, run)) {
      await changeItem(session.store, 'rescue', kind, id, (item) => ({ item: settle(item), result: true }));
    }
  }
  return true;
}

/**
 * S9: asks the server what it holds, offers again what it lacks, and says what that means for green. `epoch`: some record here
 * still speaks of the server as it was before a restore.
 */
export async function verifyRun(session: Session, pass: Pass, run: string): Promise<Comparison | 'epoch' | null> {
  const proof = await fetchProof(session, pass, run, null);
  if (proof === null) return null;
  const at = stamp(session);
  const epoch = proof === 'unknown_run' ? pass.epoch : proof.epoch;
  const isOther = (item: LightItem) => item._epoch !== null && item._epoch !== epoch;
  const rescued = await listRescued(session, run);
  // a run the server does not know: it was set back to before the run, or it is not ours to see
  if (proof === 'unknown_run') return [...rescued, ...(await listRun(session, run))].some(isOther) ? 'epoch' : null;
  const inRuns = await session.store.runs(async (tx) => {
    const items: LightItem[] = [];
    for (const kind of CHILD_KINDS) items.push(...(await tx.table(kind).list({ field_run: run })));
    const row = await tx.table('run').get(run);
    if (row !== undefined) items.push(row);
    if (items.some(isOther)) return null;
    const missing = new Set(compareManifest(items, proof).missing_there);
    for (const { id, kind } of items) {
      const item = missing.has(id) ? await tx.table(kind).get(id) : undefined;
      if (item !== undefined && !isUnsettled(item)) await tx.table(kind).put(offerAgain(item));
    }
    return { items, isWhole: row !== undefined };
  });
  if (inRuns === null || rescued.some(isOther)) return 'epoch';
  session.proofs.set(run, proof);
  const seen = compareManifest([...inRuns.items, ...rescued], proof);
  for (const { id, kind } of rescued.filter((item) => seen.missing_there.includes(item.id))) {
    await changeItem(session.store, 'rescue', kind, id, (item) => ({ item: isUnsettled(item) ? item : offerAgain(item), result: true }));
  }
  // of a run that only lies in rescue not everything need be here
  const whole: Comparison = inRuns.isWhole ? seen : { ...seen, missing_here: [] };
  await noteVerified(session, run, whole, proof, at);
  return whole;
}

/** Keeps the result for people to read; if rows are missing here although nothing is new there, the cursors start again. */
async function noteVerified(session: Session, run: string, seen: Comparison, proof: Proof, at: string): Promise<void> {
  const isWhole = seen.matched === seen.total && seen.missing_here.length === 0;
  await session.store.runs(async (tx) => {
    const row = await tx.table('run').get(run);
    if (row?.run == null) return;
    const verified = isWhole ? { at, epoch: proof.epoch, matched: seen.matched, total: seen.total } : null;
    const isCaughtUp = Object.values(row.run.cursor).every((cursor) => cursor === `${proof.epoch}.${proof.seq}`);
    const cursor = seen.missing_here.length > 0 && isCaughtUp ? EMPTY_RUN_PART.cursor : row.run.cursor;
    await tx.table('run').put({ ...row, run: { ...row.run, verified, cursor } });
  });
}

/** P7, and what rescue no longer needs to keep. Another tab that moves records right now leaves it to the next pass. */
export async function purgeRun(session: Session, run: string): Promise<number> {
  const proof = session.proofs.get(run);
  if (proof === undefined) return 0;
  const purge = async () => (await purgeDeleted(session, run, proof)) + (await purgeRescue(session, run, proof));
  return (await underMoves(session, purge)) ?? 0;
}
