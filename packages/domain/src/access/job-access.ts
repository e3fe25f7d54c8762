import { isOpenJob, type JobState } from '../states/job.ts';
import type { Reason } from '../values/reason.ts';
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

/** A job that is closed or cancelled is read, not written. */
export function whyJobLocked(job: { state: JobState }): Reason {
  return isEditableJob(job) ? null : { code: 'LOCKED', sentence: `This job is ${job.state}; reopen it first.` };
}

/** Whoever does not answer for a job does not change it. */
export function whyNotTheirJob(actor: Actor, job: Led): Reason {
  return canEditJob(actor, job)
    ? null
    : { code: 'FORBIDDEN', sentence: 'Only its project manager, its leads and Jobs Admins may change this job.' };
}
