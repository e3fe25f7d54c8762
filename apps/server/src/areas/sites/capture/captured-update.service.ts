import type { Conflict, PushHeaders } from '@dmse/contract/sites/field-item';
import { mergeEdit, oldestBase } from '@dmse/domain/sites/merge-edit';
import { isEqual } from '@dmse/domain/values/is-equal';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound, Refusal } from '../../../call/refusal.ts';
import { refuseStale } from '../../../records/record.ts';
import type { NewVersion } from '../field-run/field-history.queries.ts';
import * as versions from '../field-run/field-history.queries.ts';
import { deleteChildren, moveImages, noteMove } from './captured-cascade.ts';
import { replayOf } from './captured-create.service.ts';
import * as items from './captured-item.queries.ts';
import { type CapturedNoun, type CapturedRow, contentOf, isId, plainInstants, type Values } from './captured-noun.ts';
import { unknownRun, writeVersion } from './captured-version.ts';
import { isStraggler, type Push, readPush, rememberAnswer } from './push.ts';

/** Bytes that come with an update: what to set when they are other than those that are there. */
export type NewBytes = { sha256: string; columns: Values; finish: (row: CapturedRow) => Promise<void> };

type Update<Feature> = {
  id: string;
  patch: Values;
  headers: PushHeaders;
  get: (id: string) => Promise<Feature>;
  bytes?: (row: CapturedRow) => Promise<NewBytes | null>;
};

/**
 * Changes what was captured. From a desk a stale save is refused like that of any record. From a tablet it is merged field by field, and
 * where two people meant different things the incoming value stands and both are kept (SYNC-S6).
 */
export async function updateCaptured<Feature extends { id: string }>(
  context: Context,
  noun: CapturedNoun,
  update: Update<Feature>,
): Promise<Feature> {
  const { tx, now } = context;
  const { id, patch, headers, get } = update;
  const row = await lockWithRuns(context, noun, id, patch);
  const push = await readPush(tx, headers);
  const replay = await replayOf<Feature>(context, push, id);
  if (replay) return replay;
  if (!push || !(await isStraggler(tx, push, id))) await applyPatch(context, noun, row, push, update);
  const answer = await get(id);
  await rememberAnswer(tx, push, id, answer, now);
  return answer;
}

/** The runs first, all of them at once and in order, then the record itself: every writer goes this way. */
async function lockWithRuns({ tx }: Context, noun: CapturedNoun, id: string, patch: Values): Promise<CapturedRow> {
  const seen = await items.find(tx, noun.table, id);
  if (!seen) throw notFound();
  const spreads = noun.kind === 'point' && (patch.is_deleted === true || patch.field_run !== undefined);
  const children = spreads ? await items.listChildren(tx, id) : [];
  const wanted = [seen.field_run, patch.field_run, ...children.map((child) => child.row.field_run)].filter(isId);
  const locked = await items.lockRuns(tx, [...new Set(wanted)]);
  if (isId(patch.field_run) && !locked.has(patch.field_run)) throw unknownRun();
  const row = await items.lock(tx, noun.table, id);
  if (row?.field_run !== seen.field_run)
    throw new Refusal('UNAVAILABLE', 'Somebody has just moved this to another run. Try again in a moment.');
  return row;
}

async function applyPatch<Feature>(
  context: Context,
  noun: CapturedNoun,
  row: CapturedRow,
  push: Push | null,
  update: Update<Feature>,
): Promise<void> {
  const {
    cleared = [],
    field_base = {},
    resolved = [],
    upload: _,
    ...given
  } = update.patch as Values & {
    cleared?: string[];
    field_base?: Record<string, number>;
    resolved?: string[];
  };
  const stranger = cleared.find((field) => !noun.clearable.includes(field));
  if (stranger !== undefined) throw invalid({ cleared: `${stranger} is not emptied this way.` });
  const changedSince = (since: number) => versions.listChangedFields(context.tx, row.id, since);
  if (!push) await refuseStale(context, { noun: noun.word, version: row.version }, changedSince, () => update.get(row.id));
  const fields = plainInstants({ ...given, ...Object.fromEntries(cleared.map((field) => [field, null])) });
  const base = context.if_match ?? (push ? 0 : row.version);
  const others = push ? await versions.listOthers(context.tx, row.id, oldestBase({ base, field_base }), push.device) : [];
  const merged = mergeEdit(contentOf(noun, row), { fields, base, field_base }, others, row.version + 1);
  const bytes = (await update.bytes?.(row)) ?? null;
  const values: Values = { ...merged.changed };
  if (bytes && bytes.sha256 !== row.sha256) values.sha256 = bytes.sha256;
  const conflicts: Conflict[] = [...row.conflict.filter(({ field }) => !resolved.includes(field)), ...merged.conflict];
  if (Object.keys(values).length === 0 && isEqual(conflicts, row.conflict)) return;
  const extra = values.sha256 === undefined ? {} : (bytes?.columns ?? {});
  const after = await writeVersion(context, noun, row, {
    values,
    conflict: conflicts,
    action: actionOf(values),
    push,
    base: context.if_match,
    extra,
  });
  if (values.sha256 !== undefined) await bytes?.finish(after);
  if (values.field_run !== undefined) await noteMove(context, noun, row, after);
  if (noun.kind !== 'point') return;
  if (values.field_run !== undefined) await moveImages(context, row, after, push);
  if (values.is_deleted === true) await deleteChildren(context, row.id, push);
}

function actionOf(values: Values): NewVersion['action'] {
  if (values.is_deleted !== undefined) return values.is_deleted ? 'deleted' : 'restored';
  return values.field_run === undefined ? 'changed' : 'moved';
}
