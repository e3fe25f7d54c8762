import type { Blocker, Job, JobPatch } from '@dmse/contract/jobs/job';
import { asksForCloseOut, type JobState, whyNotPickJobState } from '@dmse/domain/states/job';
import { blockersOf, type CloseOutFacts, standingBlockers } from '@dmse/domain/states/job-blockers';
import type { z } from 'zod';
import { changeJob, lockJob, refuseClosed } from '../areas/jobs/job/job.service.ts';
import type { Context } from '../call/context.ts';
import { invalid, Refusal, refuse } from '../call/refusal.ts';
import type { RowOf, Writable } from '../records/record.ts';
import { BLOCKER_FINDERS, type Found } from './close-out-finders.ts';

const NOTHING_OPEN: CloseOutFacts = {
  open_invoices: 0,
  unbilled_wip: 0,
  unapproved_expenses: 0,
  unapproved_minutes: 0,
  open_issues: 0,
  unfinished_field_runs: 0,
  open_milestones: 0,
};

/** Changes a job. A state that would strand work is refused with what is in the way; soft lines may be confirmed, hard ones never. */
export async function updateJob(context: Context, id: number, patch: z.infer<typeof JobPatch>): Promise<Job> {
  const before = await lockJob(context, id);
  const { state, state_reason, confirm = [], ...fields } = patch;
  if (Object.keys(fields).length > 0) refuseClosed(before, state);
  if (state !== undefined && state !== before.state)
    return changeJob(context, before, fields, await moveJob(context, before, state, state_reason ?? '', confirm));
  return changeJob(context, before, fields, state_reason === undefined ? {} : { state_reason });
}

async function moveJob(
  context: Context,
  before: RowOf<'job'>,
  to: JobState,
  reason: string,
  confirmed: readonly string[],
): Promise<Writable<'job'>> {
  const job = { state: before.state, can_edit: true };
  const why = whyNotPickJobState(job, to, context.actor, reason);
  if (why?.code === 'REASON_NEEDED') throw invalid({ state_reason: why.sentence });
  refuse(why);
  if (asksForCloseOut(job, to)) await refuseStranded(context, before, confirmed);
  return { state: to, state_reason: reason, state_changed_on: context.now };
}

async function refuseStranded({ tx }: Context, before: RowOf<'job'>, confirmed: readonly string[]): Promise<void> {
  const job = before;
  const found = new Map<string, Found>();
  let facts = NOTHING_OPEN;
  for (const finder of BLOCKER_FINDERS) {
    const one = await finder.find(tx, job);
    found.set(finder.code, one);
    facts = { ...facts, ...finder.fact(one) };
  }
  const standing = standingBlockers(blockersOf(facts), confirmed);
  if (standing.length === 0) return;
  const blockers: Blocker[] = standing.map(({ code, is_hard, says }) => {
    const { count, records } = found.get(code)!;
    return { code, is_hard, sentence: says, count, records };
  });
  throw new Refusal('BLOCKED', `Job ${job.num} still has open work. ${standing.map(({ says }) => says).join(' ')}`, { blockers });
}
