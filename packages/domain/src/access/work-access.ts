import type { Reason } from '../values/reason.ts';

/** How somebody stands to a piece of work: whether they run its job or quote, and whether it is assigned to them. */
export type Standing = { can_edit: boolean; is_assigned: boolean };

/** Whoever does the work says how far it is and by when; what the work is stays with those who run it. */
const OF_ASSIGNEE: readonly string[] = ['state', 'due_date'];

export function whyNotChangeMilestone({ can_edit, is_assigned }: Standing, fields: readonly string[]): Reason {
  if (can_edit) return null;
  if (!is_assigned)
    return { code: 'FORBIDDEN', sentence: 'Only the person assigned to this milestone and those who run its job may change it.' };
  if (fields.every((field) => OF_ASSIGNEE.includes(field))) return null;
  return {
    code: 'FORBIDDEN',
    sentence: 'You may change the state and the due date of a milestone assigned to you; the rest is for those who run its job.',
  };
}

export function whyNotChangeTask({ can_edit, is_assigned }: Standing, fields: readonly string[]): Reason {
  if (can_edit) return null;
  if (!is_assigned) return { code: 'FORBIDDEN', sentence: 'Only people assigned to this task and those who run its job may change it.' };
  if (fields.every((field) => field === 'description')) return null;
  return {
    code: 'FORBIDDEN',
    sentence: 'You may change the description of a task assigned to you; the rest is for those who run its job.',
  };
}
