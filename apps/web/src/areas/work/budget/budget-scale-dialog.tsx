import { listScalings, previewScale } from '@dmse/contract/work/budget';
import { readMoney } from '@dmse/domain/money/cents';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useCall } from '../../../api/use-call.ts';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { formatCents } from '../../../parts/text/money-text.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import type { WorkOwner } from '../board/work-data.ts';
import type { BudgetTable } from '../budget-grid/budget-table.ts';
import type { BudgetChanges } from './budget-changes.ts';
import { BudgetScalePreview } from './budget-scale-preview.tsx';

export type BudgetScaleDialogProps = { owner: WorkOwner; table: BudgetTable; changes: BudgetChanges; onClose: () => void };

/** What the server says scaling would give. It is asked anew for each total; the figures before stay until it has answered. */
function usePreview(owner: WorkOwner, total: number | null) {
  return useQuery({
    queryKey: [previewScale.path, owner, total],
    queryFn: ({ signal }) => call(previewScale, {}, { ...owner, total: total ?? 0 }, { signal }),
    enabled: total !== null,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
}

function LastScaling({ owner, changes, onClose }: Pick<BudgetScaleDialogProps, 'owner' | 'changes' | 'onClose'>) {
  const last = useCall(listScalings, { ...owner }, { gcTime: 0 }).data?.results.find(({ undone_on }) => undone_on === null);
  if (!last) return null;
  async function takeBack(): Promise<void> {
    try {
      await changes.undoScaling();
      showToast({ text: 'The last scaling was taken back.' });
      onClose();
    } catch (error) {
      showProblem(error);
    }
  }
  return (
    <Alert severity="info" sx={{ mb: 4 }} action={<Button onClick={() => void takeBack()}>Take it back</Button>}>
      Last scaled on {last.created_on.slice(0, 10)}
      {last.created_by ? ` by ${last.created_by.full_name}` : ''}.
    </Alert>
  );
}

/** Asks for a total, shows what it does to each task, and scales to it. */
export function BudgetScaleDialog({ owner, table, changes, onClose }: BudgetScaleDialogProps) {
  const [typed, setTyped] = useState('');
  const [isScaling, setScaling] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const reading = typed.trim() === '' ? null : readMoney(typed);
  const total = reading && 'value' in reading && reading.value >= 0 ? reading.value : null;
  const preview = usePreview(owner, total);
  const misread = reading && total === null ? ('problem' in reading ? reading.problem : 'A total is not below zero.') : null;
  const problem = misread ?? refusal ?? (preview.error ? errorText(preview.error) : null);
  const shown = total !== null && !problem ? preview.data : undefined;
  const isReady = shown !== undefined && !preview.isPlaceholderData && !isScaling;

  async function scale(): Promise<void> {
    if (total === null || !isReady) return;
    setScaling(true);
    try {
      await changes.scale(total);
      showToast({ text: `Scaled to ${formatCents(total)}.`, action: { label: 'Undo', run: changes.undoLater() } });
      onClose();
    } catch (error) {
      setRefusal(errorText(error));
      setScaling(false);
    }
  }

  return (
    <Dialog
      open
      isTall
      width="sm"
      title="Scale the budget to a total"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" disabled={!isReady} onClick={() => void scale()}>
            Scale budget
          </Button>
        </>
      }
    >
      <LastScaling owner={owner} changes={changes} onClose={onClose} />
      <Typography sx={{ color: 'text.secondary', mb: 4 }}>
        The budget now comes to {formatCents(table.sums.all.amount)}. Every row that is not locked keeps its share; time and quantities
        follow the amounts.
      </Typography>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void scale();
        }}
      >
        <TextField
          label="New total"
          autoFocus
          fullWidth
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setRefusal(null);
          }}
          error={problem !== null}
          helperText={problem ?? ' '}
          slotProps={{
            htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
            input: { startAdornment: <InputAdornment position="start">$</InputAdornment> },
          }}
        />
      </form>
      {shown ? <BudgetScalePreview answer={shown} table={table} isOld={preview.isPlaceholderData} /> : null}
    </Dialog>
  );
}
