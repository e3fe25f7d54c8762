import { describe, expect, it } from 'vitest';
import type { Role } from '../access/roles.ts';
import type { Approver } from './approver.ts';
import {
  APPROVAL,
  APPROVAL_STATES,
  BILLING_STATES,
  billingOf,
  type ExpenseFacts,
  REIMBURSEMENT,
  REIMBURSEMENT_STATES,
  reimbursementFor,
  whyNotMoveApproval,
  whyNotReimburse,
  whyNotReverseReimbursement,
  wipStateOf,
} from './expense.ts';
import { faultsOf } from './machine.ts';
import { isFreeWip, WIP_STATES } from './wip.ts';

const person = (id: number, supervises: number[] = [], groups: Role[] = ['Expenses User']): Approver => ({ id, groups, supervises });
const joe = person(3);
const mona = person(2, [3]);
const alice = person(1, [], ['Expenses Admin']);

function expense(change: Partial<ExpenseFacts> = {}): ExpenseFacts {
  return { user: 3, approval: 'SUBMITTED', reimbursement: 'owed', is_billable: true, wip_state: 'UNBILLED', ...change };
}

it('expense: tables without dead rows', () => expect([...faultsOf(APPROVAL), ...faultsOf(REIMBURSEMENT)]).toEqual([]));

describe('expense approval', () => {
  it('expense: Joe submits, Mona approves; not her own, and not Joe', () => {
    expect(whyNotMoveApproval('SUBMITTED', { expense: expense({ approval: 'DRAFT' }), who: joe })).toBeNull();
    const why_not_ready = { code: 'INCOMPLETE', sentence: 'Enter the vendor.' } as const;
    expect(whyNotMoveApproval('SUBMITTED', { expense: expense({ approval: 'DRAFT' }), who: joe, why_not_ready })).toBe(why_not_ready);
    expect(whyNotMoveApproval('APPROVED', { expense: expense(), who: mona })).toBeNull();
    expect(whyNotMoveApproval('APPROVED', { expense: expense(), who: joe })?.sentence).toBe('Nobody approves their own expenses.');
    expect(whyNotMoveApproval('APPROVED', { expense: expense({ user: 1 }), who: alice })?.sentence).toMatch(/own/);
    expect(whyNotMoveApproval('APPROVED', { expense: expense(), who: person(9) })?.code).toBe('FORBIDDEN');
  });

  it('expense: rejecting says why; the person takes it back as a draft', () => {
    expect(whyNotMoveApproval('REJECTED', { expense: expense(), who: mona })?.code).toBe('REASON_NEEDED');
    expect(whyNotMoveApproval('REJECTED', { expense: expense(), who: mona, comment: 'Private' })).toBeNull();
    expect(whyNotMoveApproval('REJECTED', { expense: expense(), who: joe, comment: 'x' })?.code).toBe('FORBIDDEN');
    for (const approval of ['SUBMITTED', 'REJECTED'] as const) {
      expect(whyNotMoveApproval('DRAFT', { expense: expense({ approval }), who: joe })).toBeNull();
      expect(whyNotMoveApproval('DRAFT', { expense: expense({ approval }), who: mona })?.code).toBe('FORBIDDEN');
    }
  });

  it('expense: what was rejected is mended and submitted again', () => {
    const again = (who: Approver) => whyNotMoveApproval('SUBMITTED', { expense: expense({ approval: 'REJECTED' }), who });
    expect([again(joe), again(mona)?.code]).toEqual([null, 'FORBIDDEN']);
  });

  it('expense: an approval is taken back until it is paid out or on an invoice', () => {
    const back = (change: Partial<ExpenseFacts>) =>
      whyNotMoveApproval('SUBMITTED', { expense: expense({ approval: 'APPROVED', ...change }), who: mona });
    expect(back({})).toBeNull();
    expect(back({ reimbursement: 'reimbursed' })?.sentence).toMatch(/reimbursed/);
    expect(back({ wip_state: 'CLAIMED' })?.sentence).toMatch(/invoice/);
  });
});

describe('reimbursement', () => {
  it('reimbursement: own money is owed, the firm’s is not', () => {
    expect([reimbursementFor(null), reimbursementFor('1010')]).toEqual(['owed', 'not applicable']);
  });

  it('reimbursement: an Expenses Admin pays what is approved, and reverses it', () => {
    expect(whyNotReimburse(expense({ approval: 'APPROVED' }), alice)).toBeNull();
    expect(whyNotReimburse(expense({ approval: 'APPROVED' }), mona)?.code).toBe('FORBIDDEN');
    expect(whyNotReimburse(expense(), alice)?.sentence).toBe('This expense is SUBMITTED; it is paid back once approved.');
    expect(whyNotReimburse(expense({ approval: 'APPROVED', reimbursement: 'not applicable' }), alice)?.sentence).toMatch(/nothing is owed/);
    expect(whyNotReverseReimbursement(expense({ reimbursement: 'reimbursed' }), alice)).toBeNull();
    expect(whyNotReverseReimbursement(expense({ reimbursement: 'reimbursed' }), mona)?.code).toBe('FORBIDDEN');
    expect(whyNotReverseReimbursement(expense({ reimbursement: 'not applicable' }), alice)?.code).toBe('WRONG_STATE');
  });
});

it('expense: billing is said from its WIP, and none of the three facts decides another', () => {
  expect(WIP_STATES.map((wip_state) => billingOf(expense({ wip_state })))).toEqual([
    'unbilled',
    'on invoice',
    'billed',
    'unbilled',
    'written off',
  ]);
  for (const wip_state of WIP_STATES) expect(isFreeWip(wipStateOf(billingOf(expense({ wip_state }))))).toBe(isFreeWip(wip_state));
  const seen = new Set<string>();
  for (const approval of APPROVAL_STATES)
    for (const reimbursement of REIMBURSEMENT_STATES)
      for (const wip_state of WIP_STATES)
        for (const is_billable of [true, false])
          seen.add(`${approval} ${reimbursement} ${billingOf(expense({ approval, reimbursement, wip_state, is_billable }))}`);
  expect(seen.size).toBe(APPROVAL_STATES.length * REIMBURSEMENT_STATES.length * BILLING_STATES.length);
});
