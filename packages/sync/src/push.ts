import type { Item, LightItem, Sent } from './item.ts';
import { KINDS } from './item.ts';
import { moveToTrash, underMoves } from './moves.ts';
import { exchange, type Pass, senderNow } from './pass.ts';
import { planPush, waitsForRun } from './rules/next-step.ts';
import { needsFile, postQuarantine, uploadId } from './rules/request.ts';
import type { Session } from './session.ts';
import { changeItem, type Shelf } from './shelf.ts';
import type { Marked } from './steps/mark-sent.ts';
import { uploadBytes } from './upload.ts';

const TURNS = 4;
const SWEEPS = 3;
const IMAGES_AT_ONCE = 3;
/** so many definite refusals in a row, and the office gets a copy */
const REFUSALS_ENOUGH = 3;

/** Everything on the device that still has something to say, light, wherever its run. */
export function listPending(session: Session, shelf: Shelf): Promise<readonly LightItem[]> {
  if (shelf === 'rescue') return session.store.safety(async ({ rescue }) => rescue.list({ dirty: 1 }));
  return session.store.runs(async (tx) => {
    const items: LightItem[] = [];
    for (const kind of KINDS) items.push(...(await tx.table(kind).list({ dirty: 1 })));
    return items;
  });
}

/** Run, points, pipes, images. What appears while we are at it gets its turn too, within reason. */
export async function pushRun(session: Session, pass: Pass, shelf: Shelf, run: string): Promise<void> {
  for (let sweep = 0; sweep < SWEEPS && pass.stopped === null; sweep++) {
    const mine = (await listPending(session, shelf)).filter((item) => item.field_run === run);
    const due = planPush(mine, { now: session.clock.now(), force: pass.force });
    const plan = due.filter((item) => pass.tried.get(item.id) !== item._rev);
    if (plan.length === 0) return;
    if (!(await pushPlan(session, pass, shelf, run, plan))) return;
  }
}

/** False: the run itself is not up yet, so its children wait. */
async function pushPlan(session: Session, pass: Pass, shelf: Shelf, run: string, plan: readonly LightItem[]): Promise<boolean> {
  const first = plan[0];
  if (first?.kind === 'run') await pushItem(session, pass, shelf, first);
  if (waitsForRun(await findRun(session, run))) return false;
  const photos: LightItem[] = [];
  for (const item of plan) {
    if (pass.stopped !== null) return false;
    if (item.kind === 'image') photos.push(item);
    else if (item !== first || item.kind !== 'run') await pushItem(session, pass, shelf, item);
  }
  await Promise.all(Array.from({ length: IMAGES_AT_ONCE }, () => drainPhotos(session, pass, shelf, photos)));
  return true;
}

async function drainPhotos(session: Session, pass: Pass, shelf: Shelf, photos: LightItem[]): Promise<void> {
  for (let photo = photos.shift(); photo !== undefined && pass.stopped === null; photo = photos.shift()) {
    await pushItem(session, pass, shelf, photo);
  }
}

async function findRun(session: Session, run: string): Promise<LightItem | undefined> {
  const inRuns = await session.store.runs((tx) => tx.table('run').get(run));
  return inRuns ?? session.store.safety(({ rescue }) => rescue.get(run));
}

/** One item until it has nothing more to say, is refused, or nobody answers. */
async function pushItem(session: Session, pass: Pass, shelf: Shelf, light: LightItem): Promise<void> {
  const { kind, id } = light;
  // a copy whose original is back in its run has nothing to say of its own
  if (shelf === 'rescue' && (await session.store.runs((tx) => tx.table(kind).get(id))) !== undefined) return;
  for (let turn = 0; turn < TURNS && pass.stopped === null; turn++) {
    const marked = await session.laws.markSent(session, senderNow(session, pass), shelf, kind, id);
    if (marked.step === 'trash') await underMoves(session, () => moveToTrash(session, shelf, kind, id));
    if (marked.step !== 'push') return;
    pass.tried.set(id, marked.item._rev);
    const { sent, push } = marked;
    const cut = push.upload === null ? null : await uploadBytes(session, pass, marked.item, push.upload);
    const answer = cut ?? (await exchange(session, pass, push.request));
    const facts = { method: push.method, now: session.clock.now(), chance: session.tools.random(), may_flip: !pass.flipped.has(id) };
    const written = await session.laws.writeAnswer(session, kind, id, sent, answer, facts);
    if (written.flipped) pass.flipped.add(id);
    if (written.verdict === 'acked') pass.acked++;
    else if (written.verdict === 'late' || written.verdict === 'refused') return quarantine(session, pass, shelf, marked, written.item);
    else if (written.verdict !== 'again') return;
    if (!written.unsettled) return;
  }
}

/** C3, C15: what the API refuses for good reaches the office as a copy. The item stays dirty on the device, its error visible. */
async function quarantine(session: Session, pass: Pass, shelf: Shelf, marked: Marked, folded: Item | null): Promise<void> {
  const { item, sent } = marked;
  if (folded === null || folded._quarantined === sent.rev) return;
  const isLate = folded.error_status_code === 403;
  if (!isLate && folded._refusals < REFUSALS_ENOUGH) return;
  const whole = wholeClaim(item, sent);
  const inPieces = needsFile(item) && item.file !== null && (folded._in_pieces === 1 || item.file.length > session.limits.form_bytes);
  const upload = inPieces ? uploadId(item) : null;
  if (upload !== null && (await uploadBytes(session, pass, item, upload)) !== null) return;
  const request = postQuarantine(item, whole, folded.error_reason ?? '', senderNow(session, pass), session.limits, upload);
  const answer = await exchange(session, pass, request);
  if (answer.kind !== 'ok') return;
  await changeItem(session.store, shelf, item.kind, item.id, (now) => ({ item: { ...now, _quarantined: sent.rev }, result: true }));
}

/** A copy for people to read holds the deletion too, which a create leaves out. */
function wholeClaim(item: Item, sent: Sent): Sent {
  return item.is_deleted === 1 ? { ...sent, patch: { ...sent.patch, is_deleted: true } } : sent;
}
