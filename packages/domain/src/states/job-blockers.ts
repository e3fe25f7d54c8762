import { sayDuration } from '../dates/duration.ts';
import { type Cents, sayCents } from '../money/cents.ts';
import { plural, sayCount } from '../text/counts.ts';

/** What is still open on a job, counted. */
export type CloseOutFacts = {
  /** Invoices in DRAFT or EDITING. */
  open_invoices: number;
  unbilled_wip: Cents;
  unapproved_expenses: number;
  /** Minutes not submitted or not approved. */
  unapproved_minutes: number;
  open_issues: number;
  unfinished_field_runs: number;
  open_milestones: number;
};

/** A hard line has to be dealt with; a soft one may be confirmed away by whoever closes the job. */
export const BLOCKERS = {
  OPEN_INVOICE: { is_hard: true },
  UNBILLED_WIP: { is_hard: true },
  UNAPPROVED_EXPENSE: { is_hard: true },
  UNAPPROVED_TIME: { is_hard: false },
  OPEN_ISSUE: { is_hard: false },
  UNFINISHED_FIELD_RUN: { is_hard: false },
  OPEN_MILESTONE: { is_hard: false },
} as const satisfies Record<string, { is_hard: boolean }>;

export type BlockerCode = keyof typeof BLOCKERS;
export const BLOCKER_CODES = Object.keys(BLOCKERS) as [BlockerCode, ...BlockerCode[]];

/** One line of the close-out checklist. */
export type Blocker = { code: BlockerCode; is_hard: boolean; says: string };

const LINES: { [Code in BlockerCode]: (facts: CloseOutFacts) => string | null } = {
  OPEN_INVOICE: ({ open_invoices: n }) =>
    n > 0
      ? `${sayCount(n, 'invoice')} ${plural(n, 'is', 'are')} still a draft or being edited: submit or delete ${plural(n, 'it', 'them')}.`
      : null,
  // Below zero counts too: a credit nobody has billed is as stranded as a charge.
  UNBILLED_WIP: ({ unbilled_wip }) =>
    unbilled_wip === 0 ? null : `${sayCents(unbilled_wip)} of work is not billed: bill it, write it off or move it.`,
  UNAPPROVED_EXPENSE: ({ unapproved_expenses: n }) =>
    n > 0 ? `${sayCount(n, 'expense')} ${plural(n, 'is', 'are')} not approved: approve or reject ${plural(n, 'it', 'them')}.` : null,
  UNAPPROVED_TIME: ({ unapproved_minutes }) =>
    unapproved_minutes > 0 ? `${sayDuration(unapproved_minutes)} of time is not submitted or not approved.` : null,
  OPEN_ISSUE: ({ open_issues: n }) => (n > 0 ? `${sayCount(n, 'issue')} in memos ${plural(n, 'is', 'are')} not resolved.` : null),
  UNFINISHED_FIELD_RUN: ({ unfinished_field_runs: n }) =>
    n > 0 ? `${sayCount(n, 'field run')} ${plural(n, 'is', 'are')} not finished.` : null,
  OPEN_MILESTONE: ({ open_milestones: n }) => (n > 0 ? `${sayCount(n, 'milestone')} ${plural(n, 'is', 'are')} still open.` : null),
};

/** The close-out checklist: what closing or cancelling would strand, hard lines first. */
export function blockersOf(facts: CloseOutFacts): Blocker[] {
  return BLOCKER_CODES.flatMap((code) => {
    const says = LINES[code](facts);
    return says === null ? [] : [{ code, is_hard: BLOCKERS[code].is_hard, says }];
  });
}

/** What still stands after somebody confirmed these lines. A hard one cannot be confirmed away, by nobody and by no call. */
export function standingBlockers(blockers: readonly Blocker[], confirmed: readonly string[]): Blocker[] {
  return blockers.filter(({ code }) => BLOCKERS[code].is_hard || !confirmed.includes(code));
}
