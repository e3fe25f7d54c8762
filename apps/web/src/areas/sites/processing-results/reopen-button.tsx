import { reopenProcessing } from '@dmse/contract/sites/processing/run';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useQuestion } from '../../../parts/dialog/use-question.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { Can } from '../../../session/can.tsx';

export type ReopenButtonProps = { run: string };

/** Takes a finished run back to Processing: for a Field Admin, with a reason. */
export function ReopenButton({ run }: ReopenButtonProps) {
  const { ask, dialog } = useQuestion();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  async function reopen(): Promise<void> {
    const answer = await ask({
      title: 'Reopen this run?',
      text: 'It goes back to Processing with its files and decisions. The coordinates and controls that were published stay until it is finished again.',
      label: 'Reason',
      verb: 'Reopen run',
    });
    if (!answer) return;
    setBusy(true);
    try {
      await call(reopenProcessing, { id: run }, { reason: answer.words });
      showToast({ text: 'The run is open again.' });
      await invalidateArea(queries, 'sites');
    } catch (error) {
      showProblem(error, 'The run could not be reopened.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <Can do="sites.admin">
      <Button variant="outlined" loading={isBusy} startIcon={<Icon name="lock_open" size={18} />} onClick={() => void reopen()}>
        Reopen run
      </Button>
      {dialog}
    </Can>
  );
}
