import { expandRoles, type Role } from '../access/roles.ts';
import type { Reason } from '../values/reason.ts';
import { machine, whyNotMove } from './machine.ts';

export const JOB_STATES = ['IN PROGRESS', 'CLOSED', 'CANCELLED'] as const;
export type JobState = (typeof JOB_STATES)[number];

type Person = { groups: readonly Role[] };
type Facts = { can_edit: boolean; who: Person; reason: string | null | undefined };

const isTheirs = ({ can_edit }: Facts): Reason =>
  can_edit
    ? null
    : { code: 'FORBIDDEN', sentence: 'Only its project manager, its leads and Jobs Admins may change the state of this job.' };

const isAdmin = ({ who }: Facts): Reason =>
  expandRoles(who.groups).includes('Jobs Admin')
    ? null
    : { code: 'FORBIDDEN', sentence: 'Only a Jobs Admin may bring back a cancelled job.' };

const saysWhy =
  (done: 'cancelled' | 'reopened') =>
  ({ reason }: Facts): Reason =>
    reason?.trim() ? null : { code: 'REASON_NEEDED', sentence: `Say why the job is ${done}.` };

/**
 * Any state can be picked. Closing needs no reason; what it would strand is in job-blockers.ts. Whatever leaves CANCELLED is for a Jobs
 * Admin, also by way of CLOSED.
 */
export const JOB = machine<Facts>()(JOB_STATES, {
  'IN PROGRESS': { tone: 'success', moves: { CLOSED: [isTheirs], CANCELLED: [isTheirs, saysWhy('cancelled')] } },
  CLOSED: { tone: 'muted', moves: { 'IN PROGRESS': [isTheirs, saysWhy('reopened')], CANCELLED: [isTheirs, saysWhy('cancelled')] } },
  CANCELLED: { tone: 'error', moves: { 'IN PROGRESS': [isTheirs, isAdmin, saysWhy('reopened')], CLOSED: [isTheirs, isAdmin] } },
});

export function isOpenJob({ state }: { state: JobState }): boolean {
  return state === 'IN PROGRESS';
}

/** Does this move ask for a reason in words? */
export function needsReason(from: JobState, to: JobState): boolean {
  return from !== to && to !== 'CLOSED';
}

/** May this person pick this state, with this reason? */
export function whyNotPickJobState(job: { state: JobState; can_edit: boolean }, to: JobState, who: Person, reason?: string | null): Reason {
  return whyNotMove(JOB, job.state, to, { can_edit: job.can_edit, who, reason });
}

/** Closing and cancelling ask what would be stranded; reopening strands nothing. */
export function asksForCloseOut(job: { state: JobState }, to: JobState): boolean {
  return isOpenJob(job) && !isOpenJob({ state: to });
}
