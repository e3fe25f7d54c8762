import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Role } from '../access/roles.ts';
import { DEPOSIT, type DepositFacts, isOpenDeposit, whyNotMoveDeposit } from './deposit.ts';
import {
  INVOICE,
  INVOICE_STATES,
  type InvoiceFacts,
  type InvoiceState,
  isInvoiceOverdue,
  isOpenInvoice,
  isPayable,
  isPosted,
  settlementOf,
  stateOnDiscard,
  whyNotApproveDraft,
  whyNotCredit,
  whyNotDiscard,
  whyNotMoveInvoice,
  whyNotReverseCredit,
} from './invoice.ts';
import { faultsOf, whyNotMove } from './machine.ts';
import { isThere, operationFor, statusAfter, UPLOAD, UPLOAD_OPERATIONS, UPLOAD_STATUSES } from './upload.ts';

const seed = { seed: 20260304 };
const ivy = { id: 4, groups: ['Invoices Admin'] as Role[] };
const una = { id: 5, groups: ['Invoices User'] as Role[] };
const joe = { id: 3, groups: ['Jobs User'] as Role[] };

/** An invoice on which every guard is content. */
function facts(change: Partial<InvoiceFacts> = {}): InvoiceFacts {
  return {
    state: 'DRAFT',
    who: ivy,
    lines: [{ has_amount: true, account_code: '4000', tax_type: 'HST' }],
    billing_address: '12 Elm Street',
    total: 115_00,
    date: '2026-03-04',
    missing: [],
    waits_for: [],
    issued_date: '2026-03-01',
    allocated: 0,
    credited: 0,
    balance: 115_00,
    retainer_after: 0,
    asks_retainer: false,
    editor: null,
    number: '26-0001',
    taken_entries: 0,
    today: '2026-03-05',
    closed_through: '2026-02-28',
    reason: 'The client is bankrupt',
    ...change,
  };
}
const say = (to: InvoiceState, change: Partial<InvoiceFacts>) => whyNotMoveInvoice(to, facts(change))?.sentence ?? null;

it('invoice, upload and deposit: tables without dead rows', () => {
  expect([...faultsOf(INVOICE), ...faultsOf(UPLOAD), ...faultsOf(DEPOSIT)]).toEqual([]);
});

describe('invoice', () => {
  it('invoice: exactly the moves of the table', () => {
    const moves = INVOICE_STATES.flatMap((state) =>
      INVOICE_STATES.filter((to) => to !== state && whyNotMoveInvoice(to, facts({ state })) === null).map((to) => `${state} → ${to}`),
    );
    expect(moves).toEqual([
      'DRAFT → SUBMITTED',
      'DRAFT → DELETED',
      'SUBMITTED → EDITING',
      'SUBMITTED → WRITTEN_OFF',
      'SUBMITTED → DELETED',
      'EDITING → SUBMITTED',
      'WRITTEN_OFF → RESTORED',
      'RESTORED → EDITING',
      'RESTORED → WRITTEN_OFF',
      'RESTORED → DELETED',
      'DELETED → RESTORED',
    ]);
  });

  it.each([
    [{ lines: [] }, 'An invoice needs at least one line with an amount.'],
    [{ lines: [{ has_amount: false, account_code: '', tax_type: '' }] }, 'An invoice needs at least one line with an amount.'],
    [{ lines: [{ has_amount: true, account_code: '', tax_type: 'HST' }] }, 'Choose the account and the tax type of 1 line.'],
    [{ lines: [{ has_amount: true, account_code: '4000', tax_type: '' }] }, 'Choose the account and the tax type of 1 line.'],
    [{ billing_address: ' ' }, 'Enter the billing address of the client.'],
    [{ total: -1 }, 'The total is ($0.01); an invoice is not below zero.'],
    [{ missing: ['Enter the terms.'] }, 'Enter the terms.'],
    [{ retainer_after: -50_00 }, 'The retainer of this client is $50.00 short.'],
    [{ closed_through: '2026-03-04' }, 'The accounting period through 4 Mar 2026 is closed.'],
  ] satisfies [Partial<InvoiceFacts>, string][])('invoice: %j is refused, for a draft and for an edited one', (change, sentence) => {
    expect([say('SUBMITTED', change), say('SUBMITTED', { ...change, state: 'EDITING' })]).toEqual([sentence, sentence]);
  });

  it('invoice: a line that only says something, and a total of zero, are no obstacle', () => {
    const lines = [...facts().lines, { has_amount: false, account_code: '', tax_type: '' }];
    expect(say('SUBMITTED', { lines, total: 0 })).toBeNull();
  });

  it('invoice: a draft waits for its project managers where the setting says so; an edit does not', () => {
    expect(say('SUBMITTED', { waits_for: ['Mona'] })).toBe('Mona has still to approve this draft.');
    expect(say('SUBMITTED', { waits_for: ['Mona', 'Max'] })).toBe('Mona and Max have still to approve this draft.');
    expect(say('SUBMITTED', { waits_for: ['Mona'], state: 'EDITING' })).toBeNull();
    const draft = { state: 'DRAFT', managers: [2] } as const;
    expect(whyNotApproveDraft(draft, { id: 2, groups: [] })).toBeNull();
    expect(whyNotApproveDraft(draft, { id: 9, groups: ['Jobs Admin'] })).toBeNull();
    expect(whyNotApproveDraft(draft, ivy)?.code).toBe('FORBIDDEN');
    expect(whyNotApproveDraft({ ...draft, state: 'SUBMITTED' }, { id: 2, groups: [] })?.code).toBe('WRONG_STATE');
  });

  it('invoice: an edit keeps the payments covered, and both its dates in an open period', () => {
    const edit = { state: 'EDITING' } as const;
    expect(say('SUBMITTED', { ...edit, allocated: 115_00 })).toBeNull();
    expect(say('SUBMITTED', { ...edit, allocated: 115_01 })).toMatch(/\$115.01 has been paid on this invoice/);
    expect(say('SUBMITTED', { ...edit, allocated: 100_00, credited: 15_01 })).toMatch(
      /\$115.01 has been paid and credited on this invoice/,
    );
    expect(say('SUBMITTED', { ...edit, issued_date: '2026-02-28' })).toMatch(/closed/);
    expect(say('SUBMITTED', { issued_date: null })).toBeNull();
  });

  it('invoice: one person edits at a time; the edit is submitted by that person and given up by any Invoices Admin', () => {
    const editor = { id: 9, full_name: 'Fern' };
    for (const state of ['SUBMITTED', 'RESTORED', 'EDITING'] as const)
      expect(say('EDITING', { state, editor })).toBe('Fern is editing this invoice.');
    expect(say('EDITING', { state: 'EDITING', editor: { ...editor, id: ivy.id } })).toBeNull();
    expect(say('SUBMITTED', { state: 'EDITING', editor })).toBe('Fern is editing this invoice.');
    expect(whyNotDiscard({ state: 'EDITING', who: ivy })).toBeNull();
    expect(whyNotDiscard({ state: 'EDITING', who: una })?.code).toBe('FORBIDDEN');
    expect(whyNotDiscard({ state: 'DRAFT', who: ivy })?.code).toBe('WRONG_STATE');
    expect([stateOnDiscard('SUBMITTED'), stateOnDiscard('RESTORED')]).toEqual(['SUBMITTED', 'RESTORED']);
  });

  it('invoice: a write-off needs a balance, a reason and no unpaid retainer', () => {
    const state = 'SUBMITTED';
    expect(say('WRITTEN_OFF', { state, balance: 0 })).toBe('Nothing is owed on this invoice.');
    expect(say('WRITTEN_OFF', { state, reason: ' ' })).toBe('Say why this is written off.');
    expect(say('WRITTEN_OFF', { state, asks_retainer: true })).toMatch(/retainer nobody paid/);
    expect(say('WRITTEN_OFF', { state, allocated: 15_00, balance: 100_00 })).toBeNull();
  });

  it('invoice: what is paid, even in part, is not deleted; what rests on its retainer neither', () => {
    expect(say('DELETED', { state: 'SUBMITTED', allocated: 1 })).toBe(
      '$0.01 has been paid on this invoice; take the payments off it first.',
    );
    expect(say('DELETED', { state: 'RESTORED', retainer_after: -1 })).toMatch(/retainer/);
    expect(say('DELETED', { allocated: 1, retainer_after: -1, closed_through: '2027-01-01' })).toBeNull();
  });

  it('invoice: what was deleted comes back if it had a number and its work is still free', () => {
    expect(say('RESTORED', { state: 'DELETED', number: null })).toBe('A draft that was deleted does not come back.');
    expect(say('RESTORED', { state: 'DELETED', taken_entries: 2 })).toBe('2 entries of this invoice are used elsewhere now.');
    expect(say('RESTORED', { state: 'DELETED', retainer_after: -1 })).toMatch(/retainer/);
  });

  it('invoice: nothing is posted on a day that is closed', () => {
    const closed_through = '2026-03-05';
    for (const [state, to] of [
      ['SUBMITTED', 'WRITTEN_OFF'],
      ['RESTORED', 'DELETED'],
      ['WRITTEN_OFF', 'RESTORED'],
      ['DELETED', 'RESTORED'],
    ] as const)
      expect(say(to, { state, closed_through })).toMatch(/is closed/);
  });

  it('invoice: an Invoices User drafts and submits, an Invoices Admin does the rest, others nothing', () => {
    const allowed = (who: InvoiceFacts['who']) =>
      INVOICE_STATES.flatMap((state) =>
        INVOICE_STATES.filter((to) => to !== state && whyNotMoveInvoice(to, facts({ state, who })) === null).map((to) => `${state} ${to}`),
      );
    expect(allowed(una)).toEqual(['DRAFT SUBMITTED', 'DRAFT DELETED']);
    expect(allowed(joe)).toEqual([]);
    expect(whyNotMoveInvoice('EDITING', facts({ state: 'SUBMITTED', who: una }))?.sentence).toBe('Only an Invoices Admin may do this.');
  });

  it('invoice: a part is credited while it is in force, and taken back; what is credited is not deleted', () => {
    const owed = { state: 'SUBMITTED', balance: 100_00, asks_retainer: false } as const;
    expect([whyNotCredit(owed, 30_00), whyNotCredit({ ...owed, state: 'EDITING' }, 100_00)]).toEqual([null, null]);
    expect(whyNotCredit(owed, 100_01)?.sentence).toMatch(/only \$100.00 is owed here/);
    for (const state of ['DRAFT', 'WRITTEN_OFF', 'DELETED'] as const)
      expect(whyNotCredit({ ...owed, state }, 1)?.sentence).toBe('Only an invoice that was sent and is in force is credited.');
    expect(whyNotCredit({ ...owed, asks_retainer: true }, 1)?.sentence).toMatch(/A retainer nobody paid/);
    expect(whyNotReverseCredit({ state: 'RESTORED', is_reversed: false })).toBeNull();
    expect(whyNotReverseCredit({ state: 'WRITTEN_OFF', is_reversed: false })?.sentence).toMatch(/Restore the invoice first/);
    expect(whyNotReverseCredit({ state: 'SUBMITTED', is_reversed: true })?.code).toBe('CONFLICT');
    expect(say('DELETED', { state: 'SUBMITTED', credited: 1 })).toMatch(/\$0.01 has been credited on this invoice/);
    expect(settlementOf({ state: 'SUBMITTED', allocated: 0, balance: 70_00 })).toBe('unpaid');
  });

  it('invoice: paid, partly paid and overdue follow from the balance', () => {
    const at = (balance: number, state: InvoiceState = 'SUBMITTED') => settlementOf({ state, allocated: 100 - balance, balance });
    expect([at(100), at(99), at(0), at(0, 'WRITTEN_OFF'), at(100, 'DRAFT')]).toEqual(['unpaid', 'partly paid', 'paid', 'none', 'none']);
    expect(settlementOf({ state: 'RESTORED', allocated: 0, balance: 0 })).toBe('paid');
    const due = (balance: number, today: string, state: InvoiceState = 'EDITING') =>
      isInvoiceOverdue({ state, balance, due_date: '2026-04-03' }, today);
    expect([due(1, '2026-04-04'), due(1, '2026-04-03'), due(0, '2026-04-04'), due(1, '2026-04-04', 'WRITTEN_OFF')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(INVOICE_STATES.filter(isOpenInvoice)).toEqual(['DRAFT', 'EDITING']);
    expect(INVOICE_STATES.filter(isPayable)).toEqual(['SUBMITTED', 'EDITING', 'RESTORED']);
    expect(INVOICE_STATES.filter(isPosted)).toEqual(['SUBMITTED', 'EDITING', 'WRITTEN_OFF', 'RESTORED']);
  });
});

describe('upload status', () => {
  it('upload status: every operation that is due leads along the table, and void is the end', () => {
    for (const status of UPLOAD_STATUSES)
      for (const is_void of [true, false])
        for (const is_done of [true, false]) {
          const operation = operationFor(status, is_void);
          if (operation) expect(whyNotMove(UPLOAD, status, statusAfter(operation, is_done), {})).toBeNull();
        }
    expect(UPLOAD_STATUSES.map((status) => operationFor(status, false))).toEqual(['create', 'update', 'create', 'update', null]);
    expect(UPLOAD_STATUSES.map((status) => operationFor(status, true))).toEqual([null, 'void', null, 'void', null]);
    expect(UPLOAD_OPERATIONS.map((operation) => statusAfter(operation, false))).toEqual([
      'UPLOAD_FAILED',
      'UPDATE_FAILED',
      'UPDATE_FAILED',
    ]);
    expect(UPLOAD_OPERATIONS.map((operation) => statusAfter(operation, true))).toEqual(['UPLOADED', 'UPLOADED', 'VOIDED']);
    expect(UPLOAD_STATUSES.filter(isThere)).toEqual(['UPLOADED', 'UPDATE_FAILED']);
  });

  it('upload status law: whatever happens, once there it stays there until it is void, and nothing leaves VOIDED', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.boolean()), { maxLength: 20 }), (turns) => {
        let status = UPLOAD.first;
        for (const [is_void, is_done] of turns) {
          const operation = operationFor(status, is_void);
          const next = operation ? statusAfter(operation, is_done) : status;
          if (isThere(status)) expect(isThere(next) || next === 'VOIDED').toBe(true);
          if (status === 'VOIDED') expect(next).toBe('VOIDED');
          status = next;
        }
      }),
      seed,
    );
  });
});

describe('deposit', () => {
  const deposit = (change: Partial<DepositFacts> = {}): DepositFacts => ({
    state: 'OPEN',
    who: { groups: ['Payments Admin'] },
    date: '2026-03-04',
    closed_through: '2026-03-03',
    upload_status: 'NOT_UPLOADED',
    why_not_ready: null,
    returned: 0,
    ...change,
  });
  const done = { state: 'DEPOSITED' } as const;

  it('deposit: it is taken to the bank once its payments are ready', () => {
    expect(whyNotMoveDeposit('DEPOSITED', deposit())).toBeNull();
    const why_not_ready = { code: 'INVALID', sentence: 'Tick the payments.' } as const;
    expect(whyNotMoveDeposit('DEPOSITED', deposit({ why_not_ready }))).toBe(why_not_ready);
    expect(whyNotMoveDeposit('DEPOSITED', deposit({ closed_through: '2026-03-04' }))?.code).toBe('LOCKED');
    expect(whyNotMoveDeposit('DEPOSITED', deposit({ who: ivy }))?.sentence).toBe('Only a Payments Admin may do this.');
    expect([isOpenDeposit('OPEN'), isOpenDeposit('DEPOSITED')]).toEqual([true, false]);
  });

  it('deposit: it is undone until it is uploaded, returned in part, or its period closed', () => {
    for (const upload_status of UPLOAD_STATUSES)
      expect(whyNotMoveDeposit('OPEN', deposit({ ...done, upload_status }))?.code ?? null).toBe(
        isThere(upload_status) ? 'ALREADY_UPLOADED' : null,
      );
    expect(whyNotMoveDeposit('OPEN', deposit({ ...done, returned: 1 }))?.code).toBe('IN_USE');
    expect([whyNotMoveDeposit('OPEN', deposit())?.code, whyNotMoveDeposit('DEPOSITED', deposit(done))?.code]).toEqual([
      'WRONG_STATE',
      'WRONG_STATE',
    ]);
    expect(whyNotMoveDeposit('OPEN', deposit({ ...done, closed_through: '2026-03-04' }))?.code).toBe('LOCKED');
    expect(whyNotMoveDeposit('OPEN', deposit({ ...done, who: ivy }))?.code).toBe('FORBIDDEN');
  });
});
