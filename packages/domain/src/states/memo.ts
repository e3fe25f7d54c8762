import type { Reason } from '../values/reason.ts';
import { machine } from './machine.ts';

const ISSUE_STATES = ['Unresolved', 'Resolved'] as const;
export type IssueState = (typeof ISSUE_STATES)[number];

/** An issue blocks the work until it is resolved, and may be taken up again; both are history. */
export const ISSUE = machine<Memo>()(ISSUE_STATES, {
  Unresolved: { tone: 'error', moves: { Resolved: [whyNotResolve] } },
  Resolved: { tone: 'success', moves: { Unresolved: [whyNotReopenIssue] } },
});

type Memo = { is_issue: boolean; is_resolved: boolean };

/** Null for a memo that raises no issue. */
export function issueState(memo: Memo): IssueState | null {
  if (!memo.is_issue) return null;
  return memo.is_resolved ? 'Resolved' : 'Unresolved';
}

export function isActiveIssue(memo: Memo): boolean {
  return memo.is_issue && !memo.is_resolved;
}

export function sayIssue(memo: Memo): string | null {
  if (!memo.is_issue) return null;
  return memo.is_resolved ? 'Resolved: This issue has been resolved.' : 'Urgent: An issue is blocking this job and must be resolved.';
}

/** Resolving twice is no mistake: the first answer was lost. */
export function whyNotResolve(memo: Memo): Reason {
  return memo.is_issue ? null : { code: 'WRONG_STATE', sentence: 'This memo raises no issue; there is nothing to resolve.' };
}

export function whyNotReopenIssue(memo: Memo): Reason {
  return memo.is_issue ? null : { code: 'WRONG_STATE', sentence: 'This memo raises no issue; there is nothing to take up again.' };
}
