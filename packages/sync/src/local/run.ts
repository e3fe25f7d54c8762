import { sync } from '../engine.ts';
import { CHILD_KINDS } from '../item.ts';
import { markLeaving, moveBack, underMoves } from '../moves.ts';
import { beginPass, exchange } from '../pass.ts';
import { keepAtMost, type Wiped, wipeRun } from '../retention.ts';
import { readFloor } from '../rev-floor.ts';
import { forgetCursors, holdsAnything, noteHeld, startAgain } from '../rules/loaded.ts';
import { blankItem, captureItem } from '../rules/new-item.ts';
import { getItem } from '../rules/request.ts';
import { readServerRow } from '../rules/server-row.ts';
import type { Session } from '../session.ts';
import { readSkew, senderOf, stamp } from '../session-core.ts';
import type { Fields } from '../wire.ts';
import { type Patch, type Saved, updateItem, whyUnfit } from './edit.ts';
import { saveOnDevice } from './storage.ts';

/** C22: the id is the client's, so a double tap makes one run. */
export async function createRun(session: Session, input: { readonly id: string; readonly fields: Fields }): Promise<Saved> {
  const unfit = whyUnfit('run', input.fields);
  if (unfit !== null) return unfit;
  const run = captureItem({
    kind: 'run',
    id: input.id,
    field_run: input.id,
    fields: { state: 'Waiting', ...input.fields },
    owner: session.tools.user(),
    now: stamp(session),
  });
  const saved = await saveOnDevice(session, async (tx) => {
    const there = await tx.table('run').get(input.id);
    if (there === undefined) await tx.table('run').put(run);
    return there ?? run;
  });
  if (!saved.saved) return saved;
  await keepAtMost(session, input.id);
  return { saved: true, item: saved.value };
}

export function updateRun(session: Session, id: string, patch: Patch): Promise<Saved> {
  return updateItem(session, 'run', id, patch);
}

/** Waiting → Active, on the device at once. If another crew was first, the server's state comes back with the conflict. */
export async function startRun(session: Session, id: string): Promise<Saved> {
  const started_on = new Date(session.clock.now() + (await readSkew(session))).toISOString();
  return updateItem(session, 'run', id, { fields: { state: 'Active', started_on }, seen: { state: 'Waiting' } });
}

export type Opened =
  | { readonly opened: true; readonly wiped: readonly Wiped[] }
  /** NOT_HERE: not on this device; connect to load. NO_SUCH_RUN: the server does not know it either. */
  | { readonly opened: false; readonly why: 'NOT_HERE' | 'NO_SUCH_RUN' };

/**
 * Puts a run on the device, or to the front if it is there: what lay in rescue comes back first, so that a pull finds it, then the
 * server's record with the device's first point number. A fourth run sends the oldest away.
 */
export async function openRun(session: Session, id: string): Promise<Opened> {
  await underMoves(session, async () => {
    await markLeaving(session.store, id, 0);
    const aside = await session.store.safety(({ rescue }) => rescue.list({ field_run: id }));
    for (const item of aside) await moveBack(session, item.id);
  });
  const isHere = await touch(session, id);
  const known = await fetchRun(session, id);
  if (!isHere && !known) return { opened: false, why: session.remote.online() && known === false ? 'NO_SUCH_RUN' : 'NOT_HERE' };
  return { opened: true, wiped: await keepAtMost(session, id) };
}

async function touch(session: Session, id: string): Promise<boolean> {
  const now = stamp(session);
  return session.store.runs(async (tx) => {
    const run = await tx.table('run').get(id);
    if (run === undefined) return false;
    let rows = 0;
    for (const kind of CHILD_KINDS) rows += (await tx.table(kind).list({ field_run: id })).length;
    // rows evicted, cursors left behind: start again (D7)
    const part = run.run !== null && rows === 0 ? (holdsAnything(run.run.held) ? startAgain(run.run) : forgetCursors(run.run)) : run.run;
    await tx.table('run').put({ ...run, stored_on: now, run: part });
    return true;
  });
}

/** True: here now. False: the server says there is none. Null: nobody answered. */
async function fetchRun(session: Session, id: string): Promise<boolean | null> {
  if (!session.remote.online()) return null;
  const sender = await senderOf(session);
  const answer = await exchange(session, beginPass({ isHeld: () => true }, true, sender), getItem('run', id, sender, session.limits));
  if (answer.kind === 'problem' && answer.status === 404) return false;
  const row = answer.kind === 'ok' ? readServerRow('run', answer.body) : null;
  if (answer.kind !== 'ok' || row === null) return null;
  const facts = { epoch: answer.epoch, now: stamp(session), rev: await readFloor(session) };
  return session.store.runs(async (tx) => {
    const run = await tx.table('run').get(id);
    // a run that knows the server from before a restore is left to the next sync
    if (run !== undefined && run._epoch !== null && run._epoch !== answer.epoch) return true;
    const before = run ?? blankItem('run', id, id, facts.now, facts.rev);
    const merged = noteHeld(session.laws.mergeRow(before, row, facts) ?? before, row);
    if (merged !== before) await tx.table('run').put({ ...merged, stored_on: facts.now });
    return true;
  });
}

/** P13, A5: a sync first when that is possible; then every run leaves, and what the server has not confirmed waits in rescue. */
export async function removeAll(session: Session): Promise<readonly Wiped[]> {
  if (session.remote.online()) await sync(session, { force: true, foreground: true });
  const runs = await session.store.runs((tx) => tx.table('run').list({}));
  const wiped: Wiped[] = [];
  for (const run of runs) wiped.push(await wipeRun(session, run.id));
  return wiped;
}
