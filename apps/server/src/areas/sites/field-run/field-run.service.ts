import type { PushHeaders } from '@dmse/contract/sites/field-item';
import { FIELD_RUN_FIELDS, type FieldRun, type FieldRunRow, type NewFieldRun, PROCESSED_FIELDS } from '@dmse/contract/sites/field-run';
import { can } from '@dmse/domain/access/grants';
import { hasRiskAssessment } from '@dmse/domain/sites/risk-assessment';
import { type FieldRunState, whyNotProcess, whyNotStart } from '@dmse/domain/states/field-run';
import { v7 as newUuid } from 'uuid';
import type { z } from 'zod';
import type { Actor, Context } from '../../../call/context.ts';
import { invalid, notFound, Refusal } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { listHistory } from '../../../records/history.ts';
import { describeFiles } from '../../files/file/file.service.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import { authorOf, findReplay, type Push, readPush, rememberAnswer } from '../capture/push.ts';
import * as versions from './field-history.queries.ts';
import * as runs from './field-run.queries.ts';
import { matchJob } from './field-run-job.ts';
import { fieldRunNoun, tellCreated } from './field-run-text.ts';

/** What a version of a run consists of: what is written about it, and what follows from that. */
export const RUN_FIELDS = [...FIELD_RUN_FIELDS, ...PROCESSED_FIELDS, 'started_by', 'imported_on', 'raw', 'is_deleted'] as const;

export function contentOf(row: runs.FieldRunRow): Record<string, unknown> {
  return Object.fromEntries(RUN_FIELDS.map((field) => [field, row[field]]));
}

type Facts = { state: FieldRunState; is_deleted: boolean; started_by: { id: number; full_name: string } | null };

function reasonsFor(run: Facts, actor: Actor) {
  return { why_not_start: whyNotStart(run, actor)?.sentence ?? null, why_not_process: whyNotProcess(run, actor)?.sentence ?? null };
}

type JobRef = { id: number; num: string };

/** A job the office has no record of (the run is older, or the number was mistyped) is still shown as the crew named it. */
function jobRef({ job, job_num, known_job }: { job: number | null; job_num: string; known_job: JobRef | null }): JobRef | null {
  return known_job ?? (job === null ? null : { id: job, num: job_num });
}

export async function getFieldRun(context: Context, id: string, device: string | null = null): Promise<FieldRun> {
  const { tx, actor } = context;
  const row = await runs.find(tx, id);
  if (!row) throw notFound();
  const { children_in_conflict, conflict, known_job: _, ...run } = row;
  const raw = row.raw === null ? null : ((await describeFiles(tx, [row.raw])).get(row.raw) ?? null);
  const own = (conflict as unknown[]).length > 0 ? 1 : 0;
  return {
    // Documents were checked against the contract when they came in; the row types know them only as JSON.
    ...(run as unknown as FieldRun),
    job: jobRef(row),
    raw,
    conflict: conflict as FieldRun['conflict'],
    conflict_count: children_in_conflict + own,
    has_risk_assessment: hasRiskAssessment(row),
    can_edit: can(actor.groups, 'sites.write'),
    start_number: device === null ? null : await startNumberFor(context, id, device),
    ...reasonsFor(row, actor),
  };
}

/** The block of numbers a device may use in a run: given out once, kept for ever. */
async function startNumberFor({ tx, now }: Context, run: string, device: string): Promise<number> {
  const known = await runs.findStartNumber(tx, run, device);
  if (known !== null) return known;
  await runs.lock(tx, run);
  const meanwhile = await runs.findStartNumber(tx, run, device);
  if (meanwhile !== null) return meanwhile;
  const { first_point_number: first, point_block: block } = await getSection(tx, 'field_numbers');
  return runs.giveStartNumber(tx, { run, device, first, block, now });
}

/** A field tablet may only take numbers if it may also use them. */
export function openFieldRun(context: Context, id: string, headers: PushHeaders): Promise<FieldRun> {
  const device = can(context.actor.groups, 'sites.write') ? (headers['x-device'] ?? null) : null;
  return getFieldRun(context, id, device);
}

export async function listFieldRuns(
  { tx, actor }: Context,
  filter: runs.FieldRunFilter,
): Promise<{ count: number; results: FieldRunRow[] }> {
  const { count, results } = await runs.list(tx, filter);
  const rows = results.map((row) => {
    const { why_not_start } = reasonsFor(row, actor);
    return { ...row, job: jobRef(row), has_risk_assessment: hasRiskAssessment(row), why_not_start };
  });
  return { count, results: rows };
}

/** Creates a run under the client's id. The same operation again gets the same answer; another run of that id is told apart (SYNC-C22). */
export async function createFieldRun(context: Context, headers: PushHeaders, values: z.infer<typeof NewFieldRun>): Promise<FieldRun> {
  const { tx, actor, now } = context;
  const push = await readPush(tx, headers);
  const { id = newUuid(), state = 'Waiting', ...given } = values;
  const fields = { ...given, ...(await matchJob(tx, given)) };
  if (state !== 'Waiting' && state !== 'Active') throw invalid({ state: 'A new run is Waiting or Active.' });
  const started = state === 'Active' ? { started_by: authorOf(context, push), started_on: fields.started_on ?? now } : {};
  const row = await runs.insert(tx, {
    ...fields,
    ...started,
    id,
    state,
    create_op: push?.op ?? null,
    device: push?.device ?? null,
    captured_by: authorOf(context, push),
    received_at: now,
    created_on: now,
    created_by: actor.id,
    updated_on: now,
    updated_by: actor.id,
  });
  if (!row) return replayOrRefuse(context, id, push);
  await versions.append(tx, {
    kind: 'run',
    item: id,
    field_run: id,
    version: 1,
    action: 'created',
    fields: RUN_FIELDS.filter((field) => row[field] !== null),
    before: null,
    after: contentOf(row),
    base: null,
    device: push?.device ?? null,
    op: push?.op ?? null,
    at: now,
    by: actor.id,
    captured_by: authorOf(context, push),
    request_id: context.request_id,
  });
  await tellCreated(context, row);
  const answer = await getFieldRun(context, id);
  await rememberAnswer(tx, push, id, answer, now);
  return answer;
}

async function replayOrRefuse(context: Context, id: string, push: Push | null): Promise<FieldRun> {
  const replay = await findReplay<FieldRun>(context.tx, push);
  if (replay) return replay;
  const current = await getFieldRun(context, id);
  const { version, is_deleted } = current;
  throw new Refusal('ALREADY_UPLOADED', 'This run is already on the server.', { version, is_deleted, sha256: null });
}

export async function listFieldRunHistory(context: Context, id: string, page: PageInput) {
  if (!(await runs.exists(context.tx, id))) throw notFound();
  return listHistory(context, fieldRunNoun.noun, id, [id], page);
}
