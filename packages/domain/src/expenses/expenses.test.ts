import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExpenseFacts } from '../states/expense.ts';
import { APPROVAL_STATES } from '../states/expense.ts';
import { type Account, AWAITING_PAYMENT, accountOf, expenseAccounts, expenseTaxTypes, paidFromAccounts, taxTypeOf } from './accounts.ts';
import { findSameExpenses, whyNotChangeExpense, whyNotSaveExpense, whyNotSubmitExpense } from './expense-rules.ts';
import {
  countDifference,
  type PettyCashRow,
  pettyCashBalance,
  reversalOf,
  runningBalance,
  topUpTo,
  whyNotCount,
  whyNotPost,
  whyNotReverse,
} from './petty-cash.ts';
import { groupByPerson, whyNotRun } from './reimbursement.ts';

const seed = { seed: 20260304 };

function facts(change: Partial<ExpenseFacts> = {}): ExpenseFacts {
  return { user: 3, approval: 'APPROVED', reimbursement: 'owed', is_billable: false, wip_state: 'UNBILLED', ...change };
}

describe('expense', () => {
  const saved = { date: '2026-03-04', gross: 115_00, job: 5, task: null, is_billable: true };
  const known = { today: '2026-03-04', closed_through: null, job: { num: '26-0058', state: 'IN PROGRESS' } } as const;

  it('expense: it is saved, a refund too; what is wrong is said', () => {
    const say = (change: Partial<Parameters<typeof whyNotSaveExpense>[0]>, more = {}) =>
      whyNotSaveExpense({ ...saved, ...change }, { ...known, ...more })?.sentence ?? null;
    expect([say({}), say({ gross: -20_00 })]).toEqual([null, null]);
    expect(say({ gross: 0 })).toBe('Enter what was paid.');
    expect(say({ date: '2026-03-05' })).toBe('An expense is dated today or earlier.');
    expect(say({ job: null }, { job: null })).toBe('Choose the job a billable expense is billed to.');
    expect(say({ job: null, task: 51, is_billable: false }, { job: null })).toBe('A task needs its job.');
    expect(say({}, { job: { num: '26-0058', state: 'CLOSED' } })).toMatch(/reopen it first/);
    expect(say({}, { closed_through: '2026-03-04' })).toBe('The accounting period through 4 Mar 2026 is closed.');
    expect(say({}, { closed_through: '2026-03-03' })).toBeNull();
  });

  it('expense: it is changed as a draft or when rejected, by its person or an Expenses Admin', () => {
    const joe = { id: 3, groups: ['Expenses User'] as const };
    expect(APPROVAL_STATES.filter((approval) => whyNotChangeExpense(facts({ approval }), joe) === null)).toEqual(['DRAFT', 'REJECTED']);
    const draft = facts({ approval: 'DRAFT' });
    expect(whyNotChangeExpense(draft, { id: 4, groups: ['Expenses User'] })?.code).toBe('FORBIDDEN');
    expect(whyNotChangeExpense(draft, { id: 4, groups: ['Expenses Admin'] })).toBeNull();
    expect(whyNotChangeExpense({ ...draft, is_billable: true, wip_state: 'CLAIMED' }, joe)?.sentence).toMatch(/draft invoice/);
    expect(whyNotChangeExpense(facts({ reimbursement: 'reimbursed' }), joe)?.sentence).toMatch(/reverse that first/);
    expect(whyNotSubmitExpense({ vendor: ' ', category: null })?.sentence).toBe('Enter the vendor and the category.');
    expect(whyNotSubmitExpense({ vendor: 'Irving', category: 2 })).toBeNull();
  });

  it('expense: the same vendor, day and amount, or the same receipt, names the other one', () => {
    const other = { id: 7, vendor: 'Irving Oil', date: '2026-03-04', gross: 80_00, user_name: 'Joe', receipts: ['aa'] };
    const mine = { ...other, id: null, vendor: 'IRVING  OIL.', receipts: [] };
    expect(findSameExpenses(mine, [other])).toEqual([
      { id: 7, is_same_receipt: false, says: 'The same vendor, day and amount: Irving Oil, $80.00 on 4 Mar 2026, entered by Joe.' },
    ]);
    expect(findSameExpenses({ ...mine, gross: 1, receipts: ['aa'] }, [other])).toMatchObject([{ id: 7, is_same_receipt: true }]);
    for (const change of [{ gross: 80_01 }, { date: '2026-03-03' }, { vendor: 'Esso' }])
      expect(findSameExpenses({ ...mine, ...change }, [other])).toEqual([]);
    expect(findSameExpenses(other, [other])).toEqual([]);
  });
});

describe('petty cash', () => {
  const row = (id: number, amount: number, reverses: number | null = null): PettyCashRow => ({
    id,
    kind: amount > 0 ? 'top-up' : 'expense',
    date: '2026-03-04',
    amount,
    note: '',
    reverses,
  });

  it('petty cash: the balance runs, the box fills up to its float', () => {
    const rows = [row(2, -30_00), row(1, 200_00), row(3, -20_00)];
    expect(runningBalance(rows).map(({ id, balance }) => [id, balance])).toEqual([
      [1, 200_00],
      [2, 170_00],
      [3, 150_00],
    ]);
    expect([topUpTo(200_00, pettyCashBalance(rows)), topUpTo(100_00, 150_00)]).toEqual([50_00, 0]);
  });

  it('petty cash: more than there is cannot be taken out', () => {
    expect(whyNotPost(-150_00, 150_00)).toBeNull();
    expect(whyNotPost(-150_01, 150_00)?.sentence).toBe('There is $150.00 in petty cash; $150.01 cannot be taken out.');
    expect(whyNotPost(0, 150_00)?.code).toBe('INVALID');
  });

  it('petty cash: a count finds the difference and wants a word about it', () => {
    expect(countDifference(148_50, 150_00)).toBe(-1_50);
    expect(whyNotCount(150_00, 150_00, '')).toBeNull();
    expect(whyNotCount(148_50, 150_00, ' ')?.sentence).toBe('$1.50 is missing; say what is known of it.');
    expect(whyNotCount(151_00, 150_00, '')?.sentence).toBe('There is $1.00 too much; say what is known of it.');
    expect(whyNotCount(148_50, 150_00, 'Parking without receipt')).toBeNull();
    expect(whyNotCount(-1, 150_00, 'x')?.code).toBe('INVALID');
  });

  it('petty cash laws: never below zero whoever comes in whatever order; a count makes it what was counted; a reversal restores', () => {
    const act = fc.oneof(
      fc.record({ kind: fc.constant('post' as const), amount: fc.integer({ min: -100_00, max: 60_00 }) }),
      fc.record({ kind: fc.constant('count' as const), amount: fc.nat(100_00) }),
      fc.record({ kind: fc.constant('reverse' as const), amount: fc.nat(20) }),
    );
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const rows: PettyCashRow[] = [];
        const whyNot = (one: PettyCashRow) =>
          whyNotReverse(one, { is_reversed: rows.some(({ reverses }) => reverses === one.id), balance: pettyCashBalance(rows) });
        for (const { kind, amount } of acts) {
          const before = pettyCashBalance(rows);
          const add = (made: Omit<PettyCashRow, 'id'>) => rows.push({ ...made, id: rows.length + 1 });
          if (kind === 'post' && whyNotPost(amount, before) === null) add(row(0, amount));
          if (kind === 'count' && countDifference(amount, before) !== 0) {
            add({ ...row(0, countDifference(amount, before)), kind: 'count' });
            expect(pettyCashBalance(rows)).toBe(amount);
          }
          const target = kind === 'reverse' ? rows[amount] : undefined;
          if (target && whyNot(target) === null) {
            add(reversalOf(target, '2026-03-05', 'Wrong'));
            expect(pettyCashBalance(rows)).toBe(before - target.amount);
            expect(whyNot(target)?.code).toBe('CONFLICT');
            expect(whyNot(rows.at(-1)!)?.code).toBe('WRONG_STATE');
          }
        }
        const running = runningBalance(rows);
        expect(running.every(({ balance }) => balance >= 0)).toBe(true);
        expect(running.at(-1)?.balance ?? 0).toBe(pettyCashBalance(rows));
      }),
      seed,
    );
  });
});

describe('reimbursement run', () => {
  const alice = { groups: ['Expenses Admin'] as const };
  const owed = (id: number, user: number, gross: number) => ({ ...facts({ user }), id, gross });

  it('reimbursement run: one group per person with what they are owed', () => {
    const groups = groupByPerson([owed(1, 4, 10_00), owed(2, 3, 5_00), owed(3, 4, 2_50)]);
    expect(groups.map(({ user, total, expenses }) => [user, total, expenses.map(({ id }) => id)])).toEqual([
      [3, 5_00, [2]],
      [4, 12_50, [1, 3]],
    ]);
  });

  it('reimbursement run: as a whole or not at all', () => {
    expect(whyNotRun([owed(1, 4, 10_00), owed(2, 3, 5_00)], alice)).toBeNull();
    expect(whyNotRun([owed(1, 4, 10_00), { ...owed(2, 3, 5_00), approval: 'SUBMITTED' }], alice)?.code).toBe('WRONG_STATE');
    expect(whyNotRun([{ ...owed(2, 3, 5_00), reimbursement: 'reimbursed' }], alice)?.sentence).toMatch(/meanwhile/);
    expect(whyNotRun([owed(1, 4, 10_00), owed(2, 4, -12_00)], alice)?.code).toBe('INVALID');
    expect(whyNotRun([], alice)?.code).toBe('INVALID');
    expect(whyNotRun([owed(1, 4, 10_00)], { groups: ['Expenses User'] })?.code).toBe('FORBIDDEN');
  });

  it('reimbursement run law: nobody is paid twice, nobody forgotten', () => {
    const some = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.nat(500_00)), { maxLength: 30 });
    fc.assert(
      fc.property(some, (made) => {
        const expenses = made.map(([user, gross], id) => owed(id, user, gross));
        const groups = groupByPerson(expenses);
        expect(groups.flatMap((group) => group.expenses.map(({ id }) => id)).toSorted((a, b) => a - b)).toEqual(
          expenses.map(({ id }) => id),
        );
        for (const group of groups) expect(group.total).toBe(group.expenses.reduce((sum, { gross }) => sum + gross, 0));
      }),
      seed,
    );
  });
});

describe('accounts', () => {
  const account = (code: string, flags: Partial<Account>): Account => ({
    ...AWAITING_PAYMENT,
    is_expense_payments: false,
    name: code,
    code,
    ...flags,
  });
  const accounts = [account('1010', { is_expense_payments: true }), account('6100', { is_expense: true })];

  it('accounts: paid from offers Awaiting Payment last; an unknown code fails', () => {
    expect(paidFromAccounts([...accounts, AWAITING_PAYMENT]).map(({ code }) => code)).toEqual(['1010', null]);
    expect(expenseAccounts(accounts).map(({ code }) => code)).toEqual(['6100']);
    expect([accountOf(null, accounts).name, accountOf('6100', accounts).code]).toEqual(['Awaiting Payment', '6100']);
    expect(() => accountOf('9999', accounts)).toThrow('There is no account with the code 9999.');
    const types = [{ code: 'HST', name: 'HST', can_apply_to_expenses: true, can_apply_to_revenue: true }];
    expect([taxTypeOf('HST', types).code, expenseTaxTypes(types).length]).toEqual(['HST', 1]);
    expect(() => taxTypeOf('X', types)).toThrow('There is no tax type with the code X.');
  });
});
