import { expandRoles, type Role } from '../access/roles.ts';
import { machine, type Reason } from './machine.ts';

export const JOB_STATES = ['IN PROGRESS', 'CLOSED', 'CANCELLED'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Any state can be picked; what a move needs is asked below, and what it would strand in job-blockers.ts. */
export const JOB = machine(JOB_STATES, {
  'IN PROGRESS': { tone: 'success', moves: ['CLOSED', 'CANCELLED'] },
  CLOSED: { tone: 'muted', moves: ['IN PROGRESS', 'CANCELLED'] },
  CANCELLED: { tone: 'error', moves: ['IN PROGRESS', 'CLOSED'] },
});

export function isOpenJob({ state }: { state: JobState }): boolean {
  return state === 'IN PROGRESS';
}

type Job = { state: JobState; can_edit: boolean };
type Person = { groups: readonly Role[] };

const NOT_YOURS = 'Only its project manager, its leads and Jobs Admins may change the state of this job.';

/** Whatever leaves CANCELLED is for a Jobs Admin, also by way of CLOSED: otherwise the rule about reopening could be walked around. */
function whyNotLeave(job: Job, who: Person): Reason {
  if (!job.can_edit) return NOT_YOURS;
  if (job.state === 'CANCELLED' && !expandRoles(who.groups).includes('Jobs Admin'))
    return 'Only a Jobs Admin may bring back a cancelled job.';
  return null;
}

function whyNoReason(reason: string | null | undefined, asked: string): Reason {
  return reason?.trim() ? null : asked;
}

/** Closing needs no reason; what would be stranded is the blockers' to say. */
export function whyNotClose(job: Job, who: Person): Reason {
  return whyNotLeave(job, who);
}

export function whyNotCancel(job: Job, who: Person, reason: string | null | undefined): Reason {
  return whyNotLeave(job, who) ?? whyNoReason(reason, 'Say why the job is cancelled.');
}

export function whyNotReopen(job: Job, who: Person, reason: string | null | undefined): Reason {
  if (isOpenJob(job)) return null;
  return whyNotLeave(job, who) ?? whyNoReason(reason, 'Say why the job is reopened.');
}

/** Does this move ask for a reason in words? */
export function needsReason(from: JobState, to: JobState): boolean {
  return from !== to && to !== 'CLOSED';
}

/** May this person pick this state, with this reason? Picking the state it has is no change, and may always be done. */
export function whyNotPickJobState(job: Job, to: JobState, who: Person, reason?: string | null): Reason {
  if (to === job.state) return null;
  if (to === 'CLOSED') return whyNotClose(job, who);
  return to === 'CANCELLED' ? whyNotCancel(job, who, reason) : whyNotReopen(job, who, reason);
}

/** Closing and cancelling ask what would be stranded; reopening strands nothing. */
export function asksForCloseOut(job: { state: JobState }, to: JobState): boolean {
  return isOpenJob(job) && !isOpenJob({ state: to });
}
