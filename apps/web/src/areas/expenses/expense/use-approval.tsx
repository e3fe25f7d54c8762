import { type ExpenseRow, updateExpense } from '@dmse/contract/expenses/expense';
import { APPROVAL, type ApprovalState, whyNotMoveApproval, wipStateOf } from '@dmse/domain/states/expense';
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
  return { movesOf, dialog };
}
