import type { WipItem } from '@dmse/contract/wip/wip';
import { sumCents } from '@dmse/domain/money/cents';
import { sayCount } from '@dmse/domain/text/counts';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { DateInput } from '../../../parts/date/date-input.tsx';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { formatCents } from '../../../parts/text/money-text.tsx';

export type WipDialogFrameProps = {
  /** "Write off" */
  verb: string;
  items: readonly WipItem[];
  text: string;
  isReady: boolean;
  needsReason?: boolean;
  /** The fields above the reason. */
  children?: ReactNode;
  onDone: (reason: string | null) => Promise<void>;
  onClose: () => void;
};

/** Asks for what an act on selected work needs, and stays open with the sentence when it is refused. */
export function WipDialogFrame({ verb, items, text, isReady, needsReason = false, children, onDone, onClose }: WipDialogFrameProps) {
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const isComplete = isReady && !(needsReason && reason.trim() === '');
  const what = `${sayCount(items.length, 'entry', 'entries')}, ${formatCents(sumCents(items.map(({ amount }) => amount)))}`;

  async function finish(): Promise<void> {
    if (!isComplete) return;
    setBusy(true);
    setRefusal(null);
    try {
      await onDone(reason.trim() || null);
    } catch (error) {
      setRefusal(error);
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      width="sm"
      title={`${verb} ${what}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="contained" disabled={!isComplete} loading={isBusy} onClick={() => void finish()}>
            {verb} {items.length === 1 ? 'entry' : 'entries'}
          </Button>
        </>
      }
    >
      <Stack
        component="form"
        sx={{ gap: 4, pt: 1 }}
        onSubmit={(event) => {
          event.preventDefault();
          void finish();
        }}
      >
        <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>
        {children}
        <TextField
          label="Reason"
          required={needsReason}
          autoFocus={needsReason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        {refusal ? <Alert severity="error">{errorText(refusal)}</Alert> : null}
      </Stack>
    </Dialog>
  );
}

export type WipActDialogProps = {
  act: 'hold' | 'write off';
  items: readonly WipItem[];
  onDone: (more: { until?: string | null; reason: string | null }) => Promise<void>;
  onClose: () => void;
};

/** Until when work is held, or why it is written off. */
export function WipActDialog({ act, items, onDone, onClose }: WipActDialogProps) {
  const [until, setUntil] = useState<string | null>(null);
  if (act === 'hold')
    return (
      <WipDialogFrame
        verb="Hold"
        items={items}
        text="It is left out of billing until the day comes, or until somebody releases it."
        isReady
        onDone={(reason) => onDone({ until, reason })}
        onClose={onClose}
      >
        <DateInput label="Until" autoFocus value={until} onChange={setUntil} hint="Until released when empty" />
      </WipDialogFrame>
    );
  return (
    <WipDialogFrame
      verb="Write off"
      items={items}
      text="It will not be billed. It can be taken back later."
      isReady
      needsReason
      onDone={(reason) => onDone({ reason })}
      onClose={onClose}
    />
  );
}
