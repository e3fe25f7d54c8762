import type { Conflict } from '@dmse/contract/sites/field-item';
import { isLate } from '@dmse/domain/states/field-run';
import type { Context } from '../../../call/context.ts';
import { Refusal } from '../../../call/refusal.ts';
import type { NewVersion } from '../field-run/field-history.queries.ts';
import * as versions from '../field-run/field-history.queries.ts';
import { takeSeq } from '../field-run/field-run.queries.ts';
import * as items from './captured-item.queries.ts';
import { asDocument, type CapturedNoun, type CapturedRow, contentOf, type Values } from './captured-noun.ts';
import { authorOf, type Push } from './push.ts';

/** The run a tablet names is not here: it sends the run first, then this again. */
export function unknownRun(): Refusal {
  return new Refusal('UNKNOWN_RUN', 'There is no such field run.');
}

export type FeedPlace = { seq: number; is_late: boolean };

/** The next place in the feed of the run something is written in. A picture of a control point may belong to none (SYNC-S4). */
export async function takePlace({ tx }: Context, run: string | null, push: Push | null): Promise<FeedPlace> {
  if (run === null) return { seq: 0, is_late: false };
  const taken = await takeSeq(tx, run);
  if (!taken) throw unknownRun();
  // What the office itself writes while it processes the run is not late.
  return { seq: taken.seq, is_late: push !== null && isLate(taken.state) };
}

type Change = {
  values: Values;
  /** Conflicts that stand after this version. */
  conflict: Conflict[];
  action: NewVersion['action'];
  push: Push | null;
  base: number | null;
  /** Columns that are no part of the content. */
  extra?: Values;
};

/** The next version of a record, its place in the feed and its history, together (SYNC-S2). */
export async function writeVersion(context: Context, noun: CapturedNoun, before: CapturedRow, change: Change): Promise<CapturedRow> {
  const { tx, actor, now } = context;
  const { values, push } = change;
  const run = (values.field_run as string | undefined) ?? before.field_run;
  const { seq, is_late } = await takePlace(context, run, push);
  const content = { ...contentOf(noun, before), ...values };
  const standing = await checkParents(context, noun, content, change.conflict, before.version + 1);
  const after = await items.update(tx, noun.table, before.id, {
    ...noun.columnsOf(values),
    ...change.extra,
    ...standing,
    seq,
    late: before.late || is_late,
    updated_on: now,
    updated_by: actor.id,
  });
  await appendVersion(context, noun, { before, after, fields: Object.keys(values), ...change });
  return after;
}

type Appended = Pick<Change, 'action' | 'push' | 'base'> & { before: CapturedRow | null; after: CapturedRow; fields: string[] };

export async function appendVersion(
  context: Context,
  noun: CapturedNoun,
  { before, after, fields, action, push, base }: Appended,
): Promise<void> {
  await versions.append(context.tx, {
    kind: noun.kind,
    item: after.id,
    field_run: after.field_run,
    version: after.version,
    action,
    fields,
    before: before && contentOf(noun, before),
    after: contentOf(noun, after),
    base,
    device: push?.device ?? null,
    op: push?.op ?? null,
    at: context.now,
    by: context.actor.id,
    captured_by: authorOf(context, push),
    request_id: context.request_id,
  });
}

/**
 * A child may come before its shot, and then waits for it; a child of a deleted shot is kept alive and shown, since somebody captured it
 * (SYNC-C9). Answers the columns that say so.
 */
export async function checkParents(
  { tx }: Context,
  noun: CapturedNoun,
  content: Values,
  conflict: Conflict[],
  version: number,
): Promise<{ conflict: string; parent_pending?: boolean }> {
  if (noun.kind === 'point') return { conflict: asDocument(conflict)! };
  const wanted = noun.parentsOf(content);
  const found = await items.findParents(tx, wanted);
  const gone = wanted.find((id) => found.get(id)?.is_deleted);
  const isOrphan = gone !== undefined && content.is_deleted !== true && !conflict.some(({ field }) => field === 'parent');
  const standing = isOrphan ? [...conflict, { field: 'parent', kept: gone, other: null, version }] : conflict;
  return { conflict: asDocument(standing)!, parent_pending: wanted.some((id) => !found.has(id)) };
}
