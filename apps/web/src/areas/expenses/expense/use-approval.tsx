import { approveExpenses, type ExpenseRow, updateExpense } from '@dmse/contract/expenses/expense';
import { APPROVAL, type ApprovalState, whyNotMoveApproval, wipStateOf } from '@dmse/domain/states/expense';
import { sayCount, sayList } from '@dmse/domain/text/counts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useQuestion } from '../../../parts/dialog/use-question.tsx';
import type { IconName } from '../../../parts/icon/icon-paths.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { useSelf } from '../../../session/self.ts';

type Moved = Pick<
  ExpenseRow,
  'id' | 'vendor' | 'version' | 'approval' | 'reimbursement' | 'billing' | 'is_billable' | 'user' | 'can_approve'
>;
type Words = { verb: string; done: string; icon: IconName };

/** How each move is called. What an approver takes back waits again; what its person takes back is a draft. */
const WORDS: { [From in ApprovalState]?: { [To in ApprovalState]?: Words } } = {
  DRAFT: { SUBMITTED: { verb: 'Submit', done: 'Submitted.', icon: 'send' } },
  SUBMITTED: {
    APPROVED: { verb: 'Approve', done: 'Approved.', icon: 'check' },
    REJECTED: { verb: 'Reject', done: 'Rejected.', icon: 'close' },
    DRAFT: { verb: 'Take back', done: 'Taken back.', icon: 'undo' },
  },
  APPROVED: { SUBMITTED: { verb: 'Take approval back', done: 'The approval is taken back.', icon: 'undo' } },
  REJECTED: { SUBMITTED: { verb: 'Submit again', done: 'Submitted.', icon: 'send' } },
};

export type ApprovalMove = Words & { to: ApprovalState; run: () => Promise<void> };

type Refused = readonly { id: number; sentence: string }[];
const MAX_NAMES = 3;

/** "Irving and Esso: Nobody approves their own expenses.", a line for each reason. */
function sayRefused(refused: Refused, rows: readonly ExpenseRow[]): string {
  const nameOf = ({ id }: { id: number }) => rows.find((row) => row.id === id)?.vendor || 'Without a vendor';
  return [...Map.groupBy(refused, ({ sentence }) => sentence)]
    .map(([sentence, group]) => {
      const more = group.length - MAX_NAMES;
      return `${sayList([...group.slice(0, MAX_NAMES).map(nameOf), ...(more > 0 ? [`${more} more`] : [])])}: ${sentence}`;
    })
    .join('\n');
}

/** What this person may do about the approval of an expense, by the machine the server asks too. */
export function useApproval() {
  const self = useSelf();
  const client = useQueryClient();
  const { ask, dialog } = useQuestion();

  async function move(expense: Moved, to: ApprovalState, { done }: Words): Promise<void> {
    const isRejection = to === 'REJECTED';
    const answer = isRejection
      ? await ask({ title: `Reject ${expense.vendor || 'expense'}?`, label: 'What is to be changed', verb: 'Reject expense' })
      : null;
    if (isRejection && !answer) return;
    try {
      const body = answer ? { approval: to, comment: answer.words } : { approval: to };
      await call(updateExpense, { id: expense.id }, body, { ifMatch: expense.version });
      showToast({ text: done, icon: 'check', colour: 'success' });
    } catch (error) {
      showProblem(error, 'Failed to update the expense.');
    }
    await invalidateArea(client, 'expenses');
  }

  async function moveMany(
    rows: readonly ExpenseRow[],
    expenses: readonly Pick<ExpenseRow, 'id' | 'version'>[],
    approval: 'APPROVED' | 'SUBMITTED',
    say: (count: string) => string,
  ) {
    try {
      const sent = expenses.map(({ id, version }) => ({ id, version }));
      const { changed, refused } = await call(approveExpenses, {}, { approval, expenses: sent });
      await invalidateArea(client, 'expenses');
      return {
        changed,
        toast: {
          text: say(changed.length === 0 ? 'no expense' : sayCount(changed.length, 'expense')),
          colour: refused.length > 0 || changed.length === 0 ? ('warning' as const) : ('success' as const),
          ...(refused.length > 0 ? { subtitle: sayRefused(refused, rows) } : {}),
        },
      };
    } catch (error) {
      showProblem(error, 'Failed to update the expenses.');
      return null;
    }
  }

  /** Approves what can be, names what cannot, and offers to take it back. */
  async function approveMany(rows: readonly ExpenseRow[]): Promise<void> {
    const done = await moveMany(rows, rows, 'APPROVED', (count) => `Approved ${count}.`);
    if (!done) return;
    const takeBack = async () => {
      const back = await moveMany(rows, done.changed, 'SUBMITTED', (count) => `Took the approval of ${count} back.`);
      if (back) showToast(back.toast);
    };
    showToast({ ...done.toast, ...(done.changed.length > 0 ? { action: { label: 'Undo', run: () => void takeBack() } } : {}) });
  }

  function movesOf(expense: Moved): ApprovalMove[] {
    const { approval, reimbursement, is_billable, user, billing, can_approve } = expense;
    const facts = {
      expense: { user: user.id, approval, reimbursement, is_billable, wip_state: wipStateOf(billing) },
      who: { id: self.id, groups: self.groups, supervises: can_approve ? [user.id] : [] },
      comment: 'asked for when it is done',
    };
    return APPROVAL.states.flatMap((to) => {
      const words = WORDS[approval]?.[to];
      return words && whyNotMoveApproval(to, facts) === null ? [{ ...words, to, run: () => move(expense, to, words) }] : [];
    });
  }
  return { movesOf, approveMany, dialog };
}
