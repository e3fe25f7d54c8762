import { isOpenJob, type JobState } from '../states/job.ts';
import type { Reason } from '../states/machine.ts';
import { expandRoles, type Role } from './roles.ts';

type Actor = { id: number; groups: readonly Role[] };
type Ref = { id: number };

/** Who answers for a job or quote. */
export type Led = { project_manager: Ref | null; project_leads: readonly Ref[] };

/** A Jobs Admin edits every job and quote; a Jobs Manager those they manage or lead, and those nobody manages. */
export function canEditJob(actor: Actor, job: Led): boolean {
  const held = expandRoles(actor.groups);
  if (held.includes('Jobs Admin')) return true;
  if (!held.includes('Jobs Manager')) return false;
  return job.project_manager === null || job.project_manager.id === actor.id || job.project_leads.some((lead) => lead.id === actor.id);
}

/** Work on a job goes on only while the job does. */
export function isEditableJob(job: { state: JobState }): boolean {
  return isOpenJob(job);
}

/** A quote is read-only once it has become a job. */
export function isEditableQuote(quote: { promoted_to: unknown }): boolean {
  return quote.promoted_to === null;
}

/** Inline edits, tasks, budget: the record must be open and the person answer for it. */
export function whyNotEditJob(actor: Actor, job: Led & { state: JobState }): Reason {
  if (!canEditJob(actor, job)) return 'Only its project manager, its leads and Jobs Admins may change this job.';
  return isEditableJob(job) ? null : `This job is ${job.state}; reopen it first.`;
}

type Assigned = { assigned_users: readonly Ref[] };

/** A Jobs User edits the tasks they are assigned to; whoever may edit the job edits all of them. The job must be open either way. */
export function whyNotEditTask(actor: Actor, job: Led & { state: JobState }, task: Assigned): Reason {
  const isTheirs = expandRoles(actor.groups).includes('Jobs User') && task.assigned_users.some((user) => user.id === actor.id);
  if (!isTheirs && !canEditJob(actor, job)) return 'Only people assigned to this task and those who run its job may change it.';
  return isEditableJob(job) ? null : `This job is ${job.state}; reopen it first.`;
}
