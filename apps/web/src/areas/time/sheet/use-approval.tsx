import { approveTimeBatches, type Sheet, type TimeBatch, updateTimeBatch } from '@dmse/contract/time/week';
import { isApprovedBatch, isOpenBatch } from '@dmse/domain/states/time-batch';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useQuestion } from '../../../parts/dialog/use-question.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';

/** The batches of these weeks that wait for an approval which this person may give. */
export function waitingBatches(sheets: readonly Sheet[]): TimeBatch[] {
  return sheets
    .filter(({ can_approve }) => can_approve)
    .flatMap(({ batches }) => batches.filter(({ state }) => !isOpenBatch(state) && !isApprovedBatch(state)));
}

const count = (batches: readonly unknown[]) => (batches.length === 1 ? '1 week' : `${batches.length} weeks`);

/** Approving many weeks with undo, and sending one back with a comment. */
export function useApproval() {
  const client = useQueryClient();
  const question = useQuestion();
  const refresh = () => invalidateArea(client, 'timesheet');

  async function takeBack(approved: readonly TimeBatch[]): Promise<void> {
    try {
      for (const { id, version } of approved) await call(updateTimeBatch, { id }, { state: 'SUBMITTED' }, { ifMatch: version });
      showToast({ text: `Took the approval of ${count(approved)} back.` });
    } catch (error) {
      showProblem(error);
    } finally {
      await refresh();
    }
  }
  return {
    dialog: question.dialog,
    async approve(sheets: readonly Sheet[]): Promise<void> {
      const waiting = waitingBatches(sheets);
      if (waiting.length === 0) {
        showToast({ text: 'None of these weeks waits for your approval.', colour: 'warning' });
        return;
      }
      try {
        const batches = waiting.map(({ id, version }) => ({ id, version }));
        const { approved, refused } = await call(approveTimeBatches, {}, { batches });
        await refresh();
        showToast({
          text: `Approved ${count(approved)}.`,
          colour: refused.length > 0 ? 'warning' : 'success',
          ...(refused.length > 0 ? { subtitle: refused.map(({ sentence }) => sentence).join(' ') } : {}),
          ...(approved.length > 0 ? { action: { label: 'Undo', run: () => void takeBack(approved) } } : {}),
        });
      } catch (error) {
        showProblem(error);
      }
    },
    async decline(sheet: Sheet): Promise<void> {
      const batch = waitingBatches([sheet])[0];
      if (!batch) return;
      const answer = await question.ask({
        title: `Decline the week of ${sheet.user.full_name}`,
        text: 'It goes back to them with your comment.',
        label: 'What is to be changed',
        verb: 'Decline week',
      });
      if (!answer) return;
      try {
        await call(updateTimeBatch, { id: batch.id }, { state: 'OPEN', comment: answer.words }, { ifMatch: batch.version });
        showToast({ text: `Sent the week back to ${sheet.user.full_name}.` });
        await refresh();
      } catch (error) {
        showProblem(error);
      }
    },
  };
}
