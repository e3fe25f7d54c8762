import type { RequestBody } from '@dmse/contract/endpoint';
import type { acceptBillingProgress as Accept, BillingReadiness } from '@dmse/contract/jobs/readiness';
import { canEditJob, whyJobLocked } from '@dmse/domain/access/job-access';
import { proseDate } from '@dmse/domain/dates/local-date';
import { proposeProgress, whyNotAcceptProgress } from '@dmse/domain/jobs/readiness';
import { percentOf } from '@dmse/domain/money/cents';
import { blockersOf, type CloseOutFacts } from '@dmse/domain/states/job-blockers';
import { plural, sayCount } from '@dmse/domain/text/counts';
import { lockJob } from '../areas/jobs/job/job.service.ts';
import { leadersOf } from '../areas/jobs/project/project.service.ts';
import { getToday } from '../areas/settings/setting/setting.service.ts';
import type { Context } from '../call/context.ts';
import { conflict, invalid, notFound, refuse } from '../call/refusal.ts';
import * as readiness from './billing-readiness.queries.ts';
import { BLOCKER_FINDERS, type Found } from './close-out-finders.ts';

type Blockers = BillingReadiness['blockers'];

/** Lines of the close-out checklist that stand in the way of an invoice, too, and where they are mended. */
const SHARED = {
  OPEN_INVOICE: (_: number, { records }: Found) => `/invoice/${records[0]!.id}`,
  UNAPPROVED_TIME: (_: number, { records }: Found) => `/timesheet/supervisor?date=${records[0]!.date}`,
  UNAPPROVED_EXPENSE: () => '/expenses',
  UNFINISHED_FIELD_RUN: (_: number, { records }: Found) => `/fieldrun/${records[0]!.id}`,
  OPEN_ISSUE: (job: number) => `/job/${job}/memos`,
} as const;
const NOTHING: CloseOutFacts = {
  ...{ open_invoices: 0, unbilled_wip: 0, unapproved_expenses: 0, unapproved_minutes: 0, open_issues: 0 },
  ...{ unfinished_field_runs: 0, open_milestones: 0 },
};

async function findBlockers({ tx }: Context, job: readiness.JobFacts, today: string): Promise<Blockers> {
  const { id, client, has_address, on_hold_until, without_receipt: bare } = job;
  const own: Blockers = [];
  if (client === null) own.push({ code: 'NO_CLIENT', says: 'The job has no client to be billed.', path: `/job/${id}/info` });
  else if (!has_address) own.push({ code: 'NO_ADDRESS', says: 'The client has no billing address.', path: `/client/${client}` });
  if (on_hold_until !== null && on_hold_until > today)
    own.push({ code: 'ON_HOLD', says: `The job is on hold until ${proseDate(on_hold_until)}.`, path: `/job/${id}/info` });
  if (bare > 0)
    own.push({
      code: 'MISSING_RECEIPT',
      says: `${sayCount(bare, 'billable expense')} ${plural(bare, 'has', 'have')} no receipt.`,
      path: `/job/${id}/disb`,
    });
  for (const { code, find, fact } of BLOCKER_FINDERS) {
    if (!(code in SHARED)) continue;
    const found = await find(tx, job);
    const [line] = blockersOf({ ...NOTHING, ...fact(found) });
    const shared = code as keyof typeof SHARED;
    if (line) own.push({ code: shared, says: line.says, path: SHARED[shared](id, found) });
  }
  return own;
}

/** What is earned by what was done, what stands in the way, and what was accepted last. Nothing of it is written by itself. */
export async function getBillingReadiness(context: Context, id: number): Promise<BillingReadiness> {
  const { tx, actor } = context;
  const job = await readiness.findJob(tx, id);
  if (!job) throw notFound();
  const { num, billing_type, fee_cap, budget, billed } = job;
  const { percent, parts } = proposeProgress(await readiness.findWorkDone(tx, job));
  const fee = fee_cap ?? budget;
  const accepted = await readiness.findAccepted(tx, id);
  return {
    job: { id, num },
    can_accept: canEditJob(actor, leadersOf(job)) && whyJobLocked(job) === null,
    billing_type,
    fee,
    earned: percentOf(fee, percent),
    billed,
    percent,
    parts,
    blockers: await findBlockers(context, job, await getToday(context)),
    accepted: accepted ? { ...accepted, earned: percentOf(fee, accepted.percent) } : null,
  };
}

export async function acceptBillingProgress(context: Context, id: number, body: RequestBody<typeof Accept>): Promise<BillingReadiness> {
  const { tx, actor, now } = context;
  const job = await lockJob(context, id);
  refuse(whyJobLocked(job));
  const { percent: proposed } = proposeProgress(await readiness.findWorkDone(tx, job));
  if (body.proposed !== proposed)
    throw conflict(`More was done meanwhile: ${proposed} % is proposed now. Look again before you accept it.`, { proposed });
  const reason = body.percent === proposed ? '' : (body.reason ?? '').trim();
  const why = whyNotAcceptProgress(proposed, body.percent, reason);
  if (why?.code === 'REASON_NEEDED') throw invalid({ reason: why.sentence });
  refuse(why);
  await readiness.insertAccepted(tx, { job: id, proposed, accepted: body.percent, reason, created_on: now, created_by: actor.id });
  return getBillingReadiness(context, id);
}
