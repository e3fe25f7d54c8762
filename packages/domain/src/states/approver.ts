import { expandRoles, type Role } from '../access/roles.ts';
import type { Reason } from '../values/reason.ts';

/** Somebody who acts on what others enter: time or expenses. */
export type Approver = { id: number; groups: readonly Role[]; supervises: readonly number[] };

/** What is approved, in the words of a sentence, and who does everything with it. */
export type Approved = { what: 'time' | 'expenses'; admin: 'Timesheet Admin' | 'Expenses Admin' };
export const TIME: Approved = { what: 'time', admin: 'Timesheet Admin' };
export const EXPENSES: Approved = { what: 'expenses', admin: 'Expenses Admin' };

export function isAdminOf({ groups }: Pick<Approver, 'groups'>, { admin }: Approved): boolean {
  return expandRoles(groups).includes(admin);
}

/** Only the admins of time or expenses may do this. */
export function whyNotAdminOf(who: Pick<Approver, 'groups'>, approved: Approved): Reason {
  return isAdminOf(who, approved) ? null : { code: 'FORBIDDEN', sentence: `Only a ${approved.admin} may do this.` };
}

export function whyNotOwn(owner: number, who: Pick<Approver, 'id' | 'groups'>, approved: Approved): Reason {
  if (owner === who.id || isAdminOf(who, approved)) return null;
  return { code: 'FORBIDDEN', sentence: `Only the person whose ${approved.what} this is and ${approved.admin}s may do this.` };
}

/** A supervisor for those they supervise, an admin for everybody; nobody for themselves. */
export function whyNotApproveFor(owner: number, who: Approver, approved: Approved): Reason {
  if (owner === who.id) return { code: 'FORBIDDEN', sentence: `Nobody approves their own ${approved.what}.` };
  if (who.supervises.includes(owner) || isAdminOf(who, approved)) return null;
  return { code: 'FORBIDDEN', sentence: `Only the supervisor of this person and ${approved.admin}s may do this.` };
}

/** Whoever takes back their own need not say why; whoever declines does. */
export function whyNotReturn(owner: number, who: Approver, approved: Approved, comment: string | null | undefined): Reason {
  if (owner === who.id) return null;
  const why = whyNotApproveFor(owner, who, approved);
  return why || comment?.trim() ? why : { code: 'REASON_NEEDED', sentence: 'Say what is to be changed.' };
}
