import { CHILD_KINDS, type Item, KINDS, type LightItem } from './item.ts';
import { underMoves } from './moves.ts';
import { exchange, type Pass, senderNow } from './pass.ts';
import { offerAgain } from './rules/epoch.ts';
import { heldInProof, startAgain } from './rules/loaded.ts';
import { type Comparison, compareManifest, readManifest } from './rules/manifest.ts';
import { isUnsettled } from './rules/new-item.ts';
import { getManifest } from './rules/request.ts';
import type { Proof } from './rules/retention.ts';
import { listRun, purgeDeleted, purgeRescue } from './safe-delete.ts';
import type { Session } from './session.ts';
import { stamp } from './session-core.ts';
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
 * still speaks of the server as it was before a restore. `isPulled`: everything the server has was just fetched.
 */
export async function verifyRun(session: Session, pass: Pass, run: string, isPulled: boolean): Promise<Comparison | 'epoch' | null> {
  const proof = await fetchProof(session, pass, run, null);
  if (proof === null) return null;
  const epoch = proof === 'unknown_run' ? pass.epoch : proof.epoch;
  const isOther = (item: LightItem) => item._epoch !== null && item._epoch !== epoch;
  const rescued = await listRescued(session, run);
  // a run the server does not know: it was set back to before the run, or it is not ours to see
  if (proof === 'unknown_run') return [...rescued, ...(await listRun(session, run))].some(isOther) ? 'epoch' : null;
  if (rescued.some(isOther)) return 'epoch';
  const now = stamp(session);
  const seen = await session.store.runs(async (tx) => {
    const items: LightItem[] = [];
    for (const kind of CHILD_KINDS) items.push(...(await tx.table(kind).list({ field_run: run })));
    const row = await tx.table('run').get(run);
    if (row !== undefined) items.push(row);
    if (items.some(isOther)) return null;
    const compared = compareManifest([...items, ...rescued], proof);
    const missing = new Set(compared.missing_there);
    for (const { id, kind } of items) {
      const item = missing.has(id) && id !== run ? await tx.table(kind).get(id) : undefined;
      if (item !== undefined) await tx.table(kind).put(offerAgain(item));
    }
    if (row === undefined) return { ...compared, missing_here: [] };
    const noted = { ...row, run: noteVerified(row, compared, proof, now, isPulled) };
    await tx.table('run').put(missing.has(run) ? offerAgain(noted) : noted);
    return compared;
  });
  if (seen === null) return 'epoch';
  session.proofs.set(run, proof);
  for (const { id, kind } of rescued.filter((item) => seen.missing_there.includes(item.id))) {
    await changeItem(session.store, 'rescue', kind, id, (item) => ({ item: isUnsettled(item) ? item : offerAgain(item), result: true }));
  }
  return seen;
}

/**
 * The result for people to read, and the time of the last whole sync. If rows are missing here although the cursors have reached
 * the server's sequence, the cursors have slipped and start again.
 */
function noteVerified(row: Item, seen: Comparison, proof: Proof, now: string, isPulled: boolean): Item['run'] {
  if (row.run === null) return null;
  const isWhole = seen.matched === seen.total && seen.missing_here.length === 0;
  const isCaughtUp = Object.values(row.run.cursor).every((cursor) => cursor === `${proof.epoch}.${proof.seq}`);
  const hasSlipped = seen.missing_here.length > 0 && isCaughtUp;
  return {
    ...(hasSlipped ? startAgain(row.run) : row.run),
    held: heldInProof(proof, row.run.held),
    last_sync: isPulled ? now : row.run.last_sync,
    verified: isWhole ? { at: now, epoch: proof.epoch, matched: seen.matched, total: seen.total } : null,
  };
}

/** P7, and what rescue no longer needs to keep. Another tab that moves records right now leaves it to the next pass. */
export async function purgeRun(session: Session, run: string): Promise<number> {
  const proof = session.proofs.get(run);
  if (proof === undefined) return 0;
  const purge = async () => {
    const purged = await purgeDeleted(session, run, proof);
    // a run that is on the device gets its records back instead
    const isHere = (await session.store.runs((tx) => tx.table('run').get(run))) !== undefined;
    return isHere ? purged : purged + (await purgeRescue(session, run, proof));
  };
  return (await underMoves(session, purge)) ?? 0;
}
