import type { Conflict, PushHeaders } from '@dmse/contract/sites/field-item';
import { type FieldRun, type FieldRunPatch, PROCESSED_FIELDS } from '@dmse/contract/sites/field-run';
import { can } from '@dmse/domain/access/grants';
import { mergeEdit, oldestBase } from '@dmse/domain/sites/merge-edit';
import { type FieldRunState, whyNotDeleteRun, whyNotPickState } from '@dmse/domain/states/field-run';
import { isEqual } from '@dmse/domain/values/is-equal';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { conflict, invalid, notFound } from '../../../call/refusal.ts';
import { refuseStale } from '../../../records/record.ts';
import { authorOf, findReplay, isStraggler, type Push, readPush, rememberAnswer } from '../capture/push.ts';
import * as versions from './field-history.queries.ts';
import * as runs from './field-run.queries.ts';
import { contentOf, getFieldRun } from './field-run.service.ts';
import { matchJob } from './field-run-job.ts';
import { tellChanged } from './field-run-text.ts';

type Patch = z.infer<typeof FieldRunPatch>;
type Values = Record<string, unknown>;

/** Left out of a payload while they are empty, so they are named when somebody empties them. */
const CLEARABLE: readonly string[] = ['started_on', ...PROCESSED_FIELDS];

/**
 * Changes a run. From a desk a stale save is refused like that of any record; from a tablet it is merged field by field, and where two
 * people meant different things both values are kept (SYNC-S6).
 */
export async function updateFieldRun(context: Context, id: string, headers: PushHeaders, patch: Patch): Promise<FieldRun> {
  const { tx, now } = context;
  const row = await runs.lock(tx, id);
  if (!row) throw notFound();
  const push = await readPush(tx, headers);
  const replay = await findReplay<FieldRun>(tx, push);
  if (replay) return replay;
  if (!push || !(await isStraggler(tx, push, id))) await applyPatch(context, row, push, patch);
  const answer = await getFieldRun(context, id);
  await rememberAnswer(tx, push, id, answer, now);
  return answer;
}

async function applyPatch(context: Context, row: runs.FieldRunRow, push: Push | null, patch: Patch): Promise<void> {
  const { cleared = [], field_base = {}, resolved = [], ...given } = patch;
  const stranger = cleared.find((field) => !CLEARABLE.includes(field));
  if (stranger !== undefined) throw invalid({ cleared: `${stranger} is neither a date nor a shift.` });
  const fields: Values = { ...given, ...Object.fromEntries(cleared.map((field) => [field, null])) };
  refuseBeyondRole(context, row, fields);
  const changedSince = (since: number) => versions.listChangedFields(context.tx, row.id, since);
  if (!push) await refuseStale(context, { noun: 'field run', version: row.version }, changedSince, () => getFieldRun(context, row.id));
  // What a tablet sent is stored as it was sent; at a desk the job and its number go together.
  if (!push) Object.assign(fields, await matchJob(context.tx, fields));
  await refuseState(context, row, push, fields);
  if (typeof fields.started_on === 'string') fields.started_on = new Date(fields.started_on).toISOString();
  const base = context.if_match ?? 0;
  const others = push ? await versions.listOthers(context.tx, row.id, oldestBase({ base, field_base }), push.device) : [];
  const current = contentOf(row);
  const merged = mergeEdit(current, { fields, base, field_base }, others, row.version + 1);
  const isStarted = merged.changed.state === 'Active';
  const started = isStarted
    ? { started_by: authorOf(context, push), started_on: merged.changed.started_on ?? row.started_on ?? context.now }
    : {};
  const conflicts = [...(row.conflict as Conflict[]).filter(({ field }) => !resolved.includes(field)), ...merged.conflict];
  const changes: Values = { ...merged.changed, ...started };
  if (!isEqual(conflicts, row.conflict)) changes.conflict = conflicts;
  if (Object.keys(changes).length > 0) await writeRun(context, row, push, changes);
}

/** What only some may set is refused by name, before anything else is looked at. */
function refuseBeyondRole({ actor }: Context, row: runs.FieldRunRow, fields: Values): void {
  const beyond = can(actor.groups, 'sites.process') ? [] : PROCESSED_FIELDS.filter((field) => field in fields);
  if (beyond.length > 0) throw invalid(Object.fromEntries(beyond.map((field) => [field, 'Only a Field Data Processor may set this.'])));
  const why = 'is_deleted' in fields && fields.is_deleted !== row.is_deleted ? whyNotDeleteRun(actor) : null;
  if (why) throw invalid({ is_deleted: why.sentence });
  if (fields.job_num === null) throw invalid({ job_num: 'Use an empty text instead.' });
}

/** Only starting is picked by hand. Two crews at once: the first has it, the second learns whose it is (SYNC-C22). */
async function refuseState(context: Context, row: runs.FieldRunRow, push: Push | null, fields: Values): Promise<void> {
  if (fields.state === undefined) return;
  const current = await getFieldRun(context, row.id);
  const who = { id: authorOf(context, push), groups: context.actor.groups };
  const to = fields.state as FieldRunState;
  const why = whyNotPickState(current, to, who);
  if (!why) return;
  throw conflict(to === 'Active' ? `Failed to start run. ${why.sentence}` : why.sentence, { current, changed: ['state'] });
}

/** The next version of a run, with its place in the feed and its history. */
export async function writeRun(context: Context, before: runs.FieldRunRow, push: Push | null, changes: Values): Promise<void> {
  const { tx, actor, now } = context;
  const stored = { ...changes, ...jsonColumns(changes), updated_on: now, updated_by: actor.id };
  const after = await runs.update(tx, before.id, stored);
  await versions.append(tx, {
    kind: 'run',
    item: before.id,
    field_run: before.id,
    version: after.version,
    action: changes.is_deleted === undefined ? 'changed' : changes.is_deleted ? 'deleted' : 'restored',
    fields: Object.keys(changes).filter((field) => field !== 'conflict'),
    before: contentOf(before),
    after: contentOf(after),
    base: context.if_match,
    device: push?.device ?? null,
    op: push?.op ?? null,
    at: now,
    by: actor.id,
    captured_by: authorOf(context, push),
    request_id: context.request_id,
  });
  await tellChanged(context, before, after, Object.keys(changes));
}

/** Documents go in as text; lists of plain values are arrays of their column. */
function jsonColumns(changes: Values): Values {
  const documents = ['shifts', 'conflict'].filter((field) => changes[field] !== undefined && changes[field] !== null);
  return Object.fromEntries(documents.map((field) => [field, JSON.stringify(changes[field])]));
}
