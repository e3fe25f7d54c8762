import type { RequestBody, RequestQuery } from '@dmse/contract/endpoint';
import type * as decisionCalls from '@dmse/contract/sites/processing/decision';
import type { ProcessingDecision, ShiftChoice, StoredDecision } from '@dmse/contract/sites/processing/decision';
import { sayDecision } from '@dmse/contract/sites/processing/decision-text';
import type * as calls from '@dmse/contract/sites/processing/run';
import type { Processing } from '@dmse/contract/sites/processing/run';
import { can } from '@dmse/domain/access/grants';
import { isEqual } from '@dmse/domain/values/is-equal';
import type { Tried } from '../../../adapters/processing/question.ts';
import type { Context } from '../../../call/context.ts';
import { forbidden, invalid, notFound } from '../../../call/refusal.ts';
import { recordHistory } from '../../../records/history.ts';
import * as runs from '../field-run/field-run.queries.ts';
import { fieldRunNoun, nameOfRun } from '../field-run/field-run-text.ts';
import { writeRun } from '../field-run/field-run-update.service.ts';
import * as attempts from './attempt.queries.ts';
import * as decisions from './decision.queries.ts';
import { lockForChange, openForChange } from './hold.service.ts';
import { ask, askAbout, getProcessing, type Open, openAttempt } from './processing.service.ts';
import { collectInputs } from './run-inputs.service.ts';

type Decided = { ids: number[]; revision: number; new_shots: Tried['new_shots'] };

/** Decides all of it or, when one of them does not fit the files as they are, nothing. */
export async function decide(context: Context, id: string, given: readonly ProcessingDecision[], why: string | null): Promise<Decided> {
  return decideFor(context, await openForChange(context, id), given, why);
}

export async function decideFor(context: Context, seen: Open, given: readonly ProcessingDecision[], why: string | null): Promise<Decided> {
  const { tx, actor, now } = context;
  refuseUnsaid(context, given, why);
  const inputs = await collectInputs(tx, seen.run, seen.attempt);
  const made = given.map((decision) => ({ decision, by: actor.full_name, at: now, why }));
  const tried = await ask(context, inputs, { kind: 'try', decisions: made });
  if (tried.refused.length > 0) throw invalid({ decisions: tried.refused.map(({ sentence }) => sentence) });
  const { run, attempt } = await lockForChange(context, seen);
  const ids = await decisions.insert(tx, { attempt: attempt.id, decisions: given, why, at: now, by: actor.id });
  const revision = await attempts.raise(tx, attempt.id);
  await keepPlan(context, run, tried.plan);
  await tell(context, run, saySeveral(given), why);
  return { ids, revision, new_shots: tried.new_shots };
}

/** What overrules the guards needs a reason, and for a waiver somebody who answers for it. */
function refuseUnsaid({ actor }: Context, given: readonly ProcessingDecision[], why: string | null): void {
  const waives = given.some(({ kind }) => kind === 'waive');
  if (waives && !can(actor.groups, 'sites.admin')) throw forbidden('Only a Field Admin may waive a blocking conflict.');
  const isTyped = given.some((decision) => decision.kind === 'shift' && decision.shift.typed);
  if ((waives || isTyped) && !why) throw invalid({ why: 'Say why.' });
}

/** Takes decisions back together; those that were taken back already stay so. */
export async function undoDecisions(context: Context, id: string, given: readonly number[]): Promise<{ revision: number }> {
  const { tx, actor, now } = context;
  const seen = await openForChange(context, id);
  const rows = await decisions.findMany(tx, seen.attempt.id, given);
  if (rows.length < new Set(given).size) throw notFound();
  const standing = rows.filter(({ undone_on }) => undone_on === null);
  if (standing.length === 0) return { revision: seen.attempt.revision };
  const ids = standing.map((row) => row.id);
  const inputs = await collectInputs(tx, seen.run, seen.attempt);
  const left = { ...inputs, revision: inputs.revision + 1, decisions: inputs.decisions.filter((one) => !ids.includes(one.id)) };
  const { plan } = await ask(context, left, { kind: 'try', decisions: [] });
  const { run, attempt } = await lockForChange(context, seen);
  await decisions.undo(tx, ids, { undone_on: now, undone_by: actor.id });
  const revision = await attempts.raise(tx, attempt.id);
  await keepPlan(context, run, plan);
  await tell(context, run, `taken back: ${saySeveral(standing.map(({ decision }) => decision as ProcessingDecision))}`, null);
  return { revision };
}

/** The shift in force is shown with the run itself. */
export async function keepPlan(context: Context, run: runs.FieldRunRow, plan: Tried['plan']): Promise<void> {
  const shifts = plan?.shifts.map((shift) => ({ type: plan.type, source: plan.source, ...shift })) ?? null;
  const [first] = plan?.type === 'HPN' ? plan.shifts : [];
  const wanted = {
    shifts,
    HPN_easting_shift: first?.d_easting ?? null,
    HPN_northing_shift: first?.d_northing ?? null,
    HPN_elevation_shift: first?.d_elevation ?? null,
  };
  const changed = Object.entries(wanted).filter(([field, value]) => !isEqual(value, run[field as keyof runs.FieldRunRow]));
  if (changed.length > 0) await writeRun(context, run, null, Object.fromEntries(changed));
}

/** Decisions of before stand over other files, or in another attempt: the shift has other figures now. */
export async function planAgain(context: Context, id: string): Promise<void> {
  const { tx } = context;
  const run = (await runs.peek(tx, id))!;
  const attempt = (await attempts.findPresent(tx, id))!;
  if (attempt.decision_count === 0) return;
  const { plan } = await ask(context, await collectInputs(tx, run, attempt), { kind: 'try', decisions: [] });
  await keepPlan(context, run, plan);
}

function saySeveral(given: readonly ProcessingDecision[]): string {
  const [first] = given;
  const said = sayDecision(first!);
  return given.length > 1 ? `${said}, and ${given.length - 1} more` : said;
}

export function tell(context: Context, run: Pick<runs.FieldRunRow, 'id' | 'name'>, to: string, why: string | null): Promise<void> {
  return recordHistory(context, {
    noun: fieldRunNoun.noun,
    record_id: run.id,
    record_name: nameOfRun(run),
    version: null,
    action: 'changed',
    changes: [{ field: 'processing', label: 'Processing', from: null, to: why ? `${to} (${why})` : to }],
  });
}

export async function listDecisions(context: Context, id: string, page: RequestQuery<typeof decisionCalls.listProcessingDecisions>) {
  const open = await openAttempt(context, id);
  const { count, results } = await decisions.page(context.tx, open.attempt.id, page);
  const inputs = await collectInputs(context.tx, open.run, open.attempt);
  const { not_applied } = await ask(context, inputs, { kind: 'overview' });
  const unfit = new Map(not_applied.map(({ place, sentence }) => [inputs.decisions[place]!.id, sentence]));
  const stored = results.map(({ attempt: _, decision, ...row }): StoredDecision => {
    const said = decision as ProcessingDecision;
    return {
      ...(row as Omit<StoredDecision, 'decision' | 'sentence' | 'not_applied'>),
      decision: said,
      sentence: sayDecision(said),
      not_applied: unfit.get(row.id) ?? null,
    };
  });
  return { count, results: stored };
}

/** `apply_shifts`: for CONTROL all controls that agree count, unless some are named. */
export async function applyShifts(context: Context, id: string, body: RequestBody<typeof calls.applyShifts>): Promise<Processing> {
  const { shift_type: type, source = 'points', other_side = 'hold', accepted, localization = null, typed = null, reason } = body;
  const open = await openForChange(context, id);
  const named = accepted ?? (type === 'CONTROL' ? await acceptedControls(context, open, source) : []);
  const shift: ShiftChoice = { type, source, other_side, accepted: named, localization, typed };
  await decideFor(context, open, [{ kind: 'shift', shift }], reason ?? null);
  return getProcessing(context, id);
}

async function acceptedControls(context: Context, open: Open, source: ShiftChoice['source']): Promise<string[]> {
  const { sources, suggested } = await askAbout(context, open, { kind: 'shifts' });
  if (suggested.type === 'CONTROL' && suggested.source === source) return suggested.accepted;
  const offered = sources.find((one) => one.source === source)?.observations ?? [];
  return offered.filter(({ is_accepted }) => is_accepted).map(({ shot_name }) => shot_name);
}

/** `conflicts`: looks again, leaving those of the named shots as they are; answers what is open. */
export async function findConflicts(context: Context, id: string, body: RequestBody<typeof calls.findProcessingConflicts>) {
  const { ignored_shots = [], reason } = body;
  if (ignored_shots.length > 0) {
    const open = await openForChange(context, id);
    const names = await askAbout(context, open, { kind: 'names', ids: ignored_shots });
    const unknown = ignored_shots.find((shot) => names[shot] === undefined);
    if (unknown) throw invalid({ ignored_shots: `There is no shot ${unknown} in this run.` });
    await decideFor(context, open, [{ kind: 'ignore_shots', names: ignored_shots.map((shot) => names[shot]!) }], reason ?? null);
  }
  return askAbout(context, await openAttempt(context, id), { kind: 'conflicts', filter: { page: 1, page_size: 200 } });
}
