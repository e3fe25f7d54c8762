import type { FeatureList } from '@dmse/contract/sites/field-item';
import { CHILD_KINDS, type ChildKind, type Item, type LightItem } from './item.ts';
import { exchange, type Pass, senderNow } from './pass.ts';
import type { Answer } from './rules/answer.ts';
import { countMissing, isNothing, noteHeld } from './rules/loaded.ts';
import { getItem, listPage } from './rules/request.ts';
import { readServerRow, type ServerRow } from './rules/server-row.ts';
import type { Session } from './session.ts';

/** `epoch`: the server was restored since we last spoke; settle that, then pull again. `partly`: something is missing, no harm. */
export type Pulled = 'whole' | 'partly' | 'epoch';

const MOST_PAGES = 500;

/** The run's own record first: its sequence tells whether the lists have anything new. */
export async function pullRun(session: Session, pass: Pass, id: string): Promise<Pulled> {
  const run = await session.store.runs((tx) => tx.table('run').get(id));
  if (run === undefined || run.new === 1 || run.run?.leaving === 1) return 'partly';
  const answer = await exchange(session, pass, getItem('run', id, senderNow(session, pass), session.limits));
  if (isOtherEpoch(run, answer)) return 'epoch';
  if (answer.kind !== 'ok') return 'partly';
  const row = readServerRow('run', answer.body);
  if (row === null) return 'partly';
  const known = await session.store.runs(async (tx) => {
    const now = await tx.table('run').get(id);
    if (now === undefined || (now._epoch !== null && now._epoch !== answer.epoch)) return now;
    const merged = noteHeld(session.laws.mergeRow(now, row, { epoch: answer.epoch, now: now.stored_on, rev: 0 }) ?? now, row);
    if (merged !== now) await tx.table('run').put(merged);
    return merged;
  });
  if (known?.run == null) return 'partly';
  for (const kind of CHILD_KINDS) {
    const pulled = await pullKind(session, pass, known, kind, known.run.cursor[kind], row.seq);
    if (pulled !== 'whole') return pulled;
  }
  if (known.run.loaded_whole === 0) await noteWhole(session, id);
  return 'whole';
}

/** D14: every page was written, and as many records lie here as the run carries. */
async function noteWhole(session: Session, id: string): Promise<void> {
  await session.store.runs(async (tx) => {
    const run = await tx.table('run').get(id);
    if (run?.run == null || run.run.leaving === 1) return;
    const items: LightItem[] = [];
    for (const kind of CHILD_KINDS) items.push(...(await tx.table(kind).list({ field_run: id })));
    if (isNothing(countMissing(run.run.held, items))) await tx.table('run').put({ ...run, run: { ...run.run, loaded_whole: 1 } });
  });
}

export function isOtherEpoch(run: Item, answer: Answer): boolean {
  return run._epoch !== null && answer.kind !== 'none' && answer.epoch !== null && answer.epoch !== run._epoch;
}

/** Page by page from the run's cursor; each page is written together with the cursor it ends at. */
async function pullKind(session: Session, pass: Pass, run: Item, kind: ChildKind, cursor: string | null, seq: number): Promise<Pulled> {
  let from = cursor;
  for (let page = 0; page < MOST_PAGES; page++) {
    if (from !== null && from === `${run._epoch}.${seq}`) return 'whole';
    const answer = await exchange(session, pass, listPage(kind, run.id, from, senderNow(session, pass), session.limits));
    if (isOtherEpoch(run, answer)) return 'epoch';
    if (answer.kind !== 'ok') return 'partly';
    const list = readPage(kind, answer.body);
    if (list === null) return 'partly';
    const written = await session.laws.writePage(session, {
      run: run.id,
      kind,
      rows: list.rows,
      epoch: answer.epoch,
      from,
      to: list.cursor,
    });
    if (!written) return 'partly';
    pass.pulled += list.rows.length;
    if (list.rows.length >= list.count) return 'whole';
    from = list.cursor;
  }
  return 'partly';
}

/** A page with one unreadable row is no page: passing over a row would lose it for good. */
function readPage(kind: ChildKind, body: unknown): { rows: ServerRow[]; cursor: string; count: number } | null {
  const list = body as Partial<FeatureList> | null;
  if (typeof list !== 'object' || list === null || !Array.isArray(list.results) || typeof list.cursor !== 'string') return null;
  const rows: ServerRow[] = [];
  for (const feature of list.results) {
    const row = readServerRow(kind, feature);
    if (row === null) return null;
    rows.push(row);
  }
  return { rows, cursor: list.cursor, count: typeof list.count === 'number' ? list.count : rows.length };
}
