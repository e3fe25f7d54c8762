import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Role } from '../access/roles.ts';
import { asksForCloseOut, JOB, JOB_STATES, type JobState, needsReason, whyNotPickJobState } from './job.ts';
import { BLOCKER_CODES, BLOCKERS, blockersOf, type CloseOutFacts, standingBlockers } from './job-blockers.ts';
import { faultsOf } from './machine.ts';
import { ISSUE, isActiveIssue, issueState, sayIssue, whyNotReopenIssue, whyNotResolve } from './memo.ts';
import { isSettled, MILESTONE, MILESTONE_STATES } from './milestone.ts';
import {
  freezesRevision,
  isExpired,
  LOST_REASONS,
  missingToSubmit,
  QUOTE,
  QUOTE_STATES,
  validUntil,
  whyNotEditQuote,
  whyNotPickQuoteState,
  whyNotPromote,
  whyNotSubmit,
} from './quote.ts';

const mona = { groups: ['Jobs Manager'] as Role[] };
const alice = { groups: ['Jobs Admin'] as Role[] };
const job = (state: JobState, can_edit = true) => ({ state, can_edit });

it('every table is whole', () => {
  expect([JOB, QUOTE, ISSUE, MILESTONE].flatMap((table) => faultsOf<string>(table))).toEqual([]);
  expect(JOB_STATES.map((state) => JOB.rows[state].tone)).toEqual(['success', 'muted', 'error']);
  expect(QUOTE_STATES.map((state) => QUOTE.rows[state].tone)).toEqual(['muted', 'warning', 'success', 'error']);
});

describe('a job', () => {
  it('Mona closes hers; somebody who does not run it may not', () => {
    expect(whyNotPickJobState(job('IN PROGRESS'), 'CLOSED', mona)).toBeNull();
    expect(whyNotPickJobState(job('IN PROGRESS', false), 'CLOSED', mona)).toMatchObject({ code: 'FORBIDDEN' });
    expect(whyNotPickJobState(job('IN PROGRESS', false), 'CANCELLED', mona)?.sentence).toMatch(/project manager/);
  });

  it('cancelling and reopening ask for a reason that says something', () => {
    const unsaid = { code: 'REASON_NEEDED', sentence: 'Say why the job is cancelled.' };
    expect(whyNotPickJobState(job('IN PROGRESS'), 'CANCELLED', mona, '  ')).toEqual(unsaid);
    expect(whyNotPickJobState(job('IN PROGRESS'), 'CANCELLED', mona, 'Client withdrew')).toBeNull();
    expect(whyNotPickJobState(job('CLOSED'), 'IN PROGRESS', mona, null)).toMatchObject({ sentence: 'Say why the job is reopened.' });
    expect(whyNotPickJobState(job('CLOSED'), 'IN PROGRESS', mona, 'One more plan')).toBeNull();
    for (const from of JOB_STATES)
      for (const to of JOB_STATES) expect(whyNotPickJobState(job(from), to, alice)?.code === 'REASON_NEEDED').toBe(needsReason(from, to));
  });

  it('only a Jobs Admin brings back a cancelled one, also not by way of CLOSED', () => {
    for (const to of ['IN PROGRESS', 'CLOSED'] as const) {
      expect(whyNotPickJobState(job('CANCELLED'), to, mona, 'Client is back')?.sentence).toMatch(/Jobs Admin/);
      expect(whyNotPickJobState(job('CANCELLED'), to, alice, 'Client is back')).toBeNull();
    }
  });

  it('picking the state it has is no change', () => {
    for (const state of JOB_STATES) expect(whyNotPickJobState(job(state, false), state, mona)).toBeNull();
    expect(JOB_STATES.filter((to) => asksForCloseOut({ state: 'IN PROGRESS' }, to))).toEqual(['CLOSED', 'CANCELLED']);
    expect(asksForCloseOut({ state: 'CLOSED' }, 'CANCELLED')).toBe(false);
  });
});

describe('the close-out checklist', () => {
  const clean: CloseOutFacts = {
    open_invoices: 0,
    unbilled_wip: 0,
    unapproved_expenses: 0,
    unapproved_minutes: 0,
    open_issues: 0,
    unfinished_field_runs: 0,
    open_milestones: 0,
  };

  it('is empty when nothing is open', () => expect(blockersOf(clean)).toEqual([]));

  it('says each line with its figure', () => {
    const all = blockersOf({
      open_invoices: 1,
      unbilled_wip: 123450,
      unapproved_expenses: 2,
      unapproved_minutes: 150,
      open_issues: 1,
      unfinished_field_runs: 3,
      open_milestones: 12,
    });
    expect(all.map(({ says }) => says)).toEqual([
      '1 invoice is still a draft or being edited: submit or delete it.',
      '$1,234.50 of work is not billed: bill it, write it off or move it.',
      '2 expenses are not approved: approve or reject them.',
      '2 h 30 min of time is not submitted or not approved.',
      '1 issue in memos is not resolved.',
      '3 field runs are not finished.',
      '12 milestones are still open.',
    ]);
    expect(all.map(({ is_hard }) => is_hard)).toEqual([true, true, true, false, false, false, false]);
  });

  it('a credit nobody has billed holds the job too', () => {
    expect(blockersOf({ ...clean, unbilled_wip: -500 }).map(({ code }) => code)).toEqual(['UNBILLED_WIP']);
  });

  it('law: a hard line stands whatever is confirmed; every soft one falls when it is', () => {
    const facts = fc.record({
      open_invoices: fc.nat(3),
      unbilled_wip: fc.integer({ min: -5, max: 5 }),
      unapproved_expenses: fc.nat(3),
      unapproved_minutes: fc.nat(90),
      open_issues: fc.nat(3),
      unfinished_field_runs: fc.nat(3),
      open_milestones: fc.nat(3),
    });
    fc.assert(
      fc.property(facts, fc.subarray([...BLOCKER_CODES]), (open, confirmed) => {
        const before = blockersOf(open);
        const after = standingBlockers(before, confirmed);
        expect(after).toEqual(before.filter(({ code, is_hard }) => is_hard || !confirmed.includes(code)));
        expect(standingBlockers(before, BLOCKER_CODES).every(({ code }) => BLOCKERS[code].is_hard)).toBe(true);
      }),
      { seed: 20260304 },
    );
  });
});

describe('a quote', () => {
  const quote = {
    state: 'AWAITING QUOTE',
    client: 7,
    project_manager: 2,
    task_count: 2,
    total: 500_00,
    promoted_to: null,
    can_edit: true,
  } as const;

  it('names everything it lacks before it is submitted', () => {
    expect(whyNotSubmit(quote)).toBeNull();
    const bare = { client: null, project_manager: null, task_count: 0, total: 0 };
    expect(missingToSubmit(bare)).toHaveLength(4);
    expect(whyNotSubmit(bare)?.sentence).toBe(
      'Before it is submitted the quote needs a client, a project manager, at least one task and a total above zero.',
    );
    expect(whyNotSubmit({ ...quote, total: -1 })?.sentence).toBe('Before it is submitted the quote needs a total above zero.');
    expect(whyNotPickQuoteState({ ...quote, task_count: 0 }, 'QUOTE SUBMITTED')?.sentence).toMatch(/at least one task/);
  });

  it('is lost for a reason from the list', () => {
    expect(whyNotPickQuoteState(quote, 'REJECTED')?.sentence).toBe('Choose why the quote was lost.');
    expect(whyNotPickQuoteState({ ...quote, lost_reason: 'Bad weather' }, 'REJECTED')).not.toBeNull();
    for (const lost_reason of LOST_REASONS) expect(whyNotPickQuoteState({ ...quote, lost_reason }, 'REJECTED')).toBeNull();
  });

  it('is valid for thirty days and expires on the thirty-first, unless the client has answered', () => {
    const valid_until = validUntil('2026-03-04');
    expect(valid_until).toBe('2026-04-03');
    expect(isExpired({ state: 'QUOTE SUBMITTED', valid_until }, '2026-04-03')).toBe(false);
    expect(isExpired({ state: 'QUOTE SUBMITTED', valid_until }, '2026-04-04')).toBe(true);
    expect(isExpired({ state: 'ACCEPTED', valid_until }, '2026-04-04')).toBe(false);
    expect(isExpired({ state: 'QUOTE SUBMITTED', valid_until: null }, '2026-04-04')).toBe(false);
  });

  it('becomes a job when it is accepted, by someone who runs it', () => {
    expect(whyNotPromote({ ...quote, state: 'ACCEPTED' })).toBeNull();
    expect(whyNotPromote(quote)?.sentence).toBe('This quote is AWAITING QUOTE; only an ACCEPTED one becomes a job.');
    expect(whyNotPromote({ ...quote, state: 'ACCEPTED', can_edit: false })?.sentence).toMatch(/may change/);
    expect(whyNotPromote({ ...quote, state: 'ACCEPTED', client: null })?.sentence).toMatch(/client/);
  });

  it('any state can be picked back, until it has become a job', () => {
    for (const state of QUOTE_STATES)
      for (const to of QUOTE_STATES) expect(whyNotPickQuoteState({ ...quote, state, lost_reason: 'Price' }, to)).toBeNull();
    const promoted = { ...quote, state: 'ACCEPTED', promoted_to: { num: '26-0041' } } as const;
    expect(whyNotPickQuoteState({ ...promoted, lost_reason: 'Price' }, 'REJECTED')?.sentence).toBe(
      'This quote has become job 26-0041 and is read-only.',
    );
    expect(whyNotEditQuote(promoted)?.sentence).toMatch(/read-only/);
    expect(whyNotPromote(promoted)?.sentence).toMatch(/26-0041/);
  });

  it('freezes a revision each time it is submitted', () => {
    expect(freezesRevision('AWAITING QUOTE', 'QUOTE SUBMITTED')).toBe(true);
    expect(freezesRevision('ACCEPTED', 'QUOTE SUBMITTED')).toBe(true);
    expect(freezesRevision('QUOTE SUBMITTED', 'QUOTE SUBMITTED')).toBe(false);
  });
});

describe('an issue', () => {
  const memo = (is_issue: boolean, is_resolved: boolean) => ({ is_issue, is_resolved });

  it('is resolved and taken up again; a plain memo has nothing to resolve', () => {
    expect(whyNotResolve(memo(true, false))).toBeNull();
    expect(whyNotResolve(memo(true, true))).toBeNull();
    expect(whyNotReopenIssue(memo(true, true))).toBeNull();
    expect(whyNotResolve(memo(false, false))?.sentence).toMatch(/no issue/);
    expect(whyNotReopenIssue(memo(false, true))?.sentence).toMatch(/no issue/);
  });

  it('says what the dialog says', () => {
    expect(sayIssue(memo(true, false))).toBe('Urgent: An issue is blocking this job and must be resolved.');
    expect(sayIssue(memo(true, true))).toBe('Resolved: This issue has been resolved.');
    expect(sayIssue(memo(false, false))).toBeNull();
    expect([issueState(memo(true, false)), issueState(memo(true, true)), issueState(memo(false, false))]).toEqual([
      'Unresolved',
      'Resolved',
      null,
    ]);
    expect([isActiveIssue(memo(true, false)), isActiveIssue(memo(true, true))]).toEqual([true, false]);
  });
});

it('a milestone is settled unless it is open', () => {
  expect(MILESTONE_STATES.filter((state) => isSettled({ state }))).toEqual(['done', 'skipped']);
});
