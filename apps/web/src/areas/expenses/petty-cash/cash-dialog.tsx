import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { MoneyInput, type MoneyValue } from '../../../parts/fields/money-input.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';

export type CashDialogProps = {
  title: string;
  /** What is asked for: "Counted". */
  label: string;
  text: string;
  first: number | null;
  verb: string;
  hasNote: boolean;
  onDone: (cents: number, note: string) => Promise<unknown>;
  onClose: () => void;
};

/** An amount for petty cash, with a word about it. */
export function CashDialog({ title, label, text, first, verb, hasNote, onDone, onClose }: CashDialogProps) {
  const [cents, setCents] = useState<MoneyValue>(first);
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  async function done(): Promise<void> {
    if (typeof cents !== 'number') return;
    setBusy(true);
    setRefusal(null);
    try {
      await onDone(cents, note.trim());
      onClose();
    } catch (error) {
      setRefusal(error);
    } finally {
      setBusy(false);
    }
  }
  const actions = (
    <>
      <Button onClick={onClose} disabled={isBusy}>
        Cancel
      </Button>
      <Button variant="contained" disabled={typeof cents !== 'number'} loading={isBusy} onClick={() => void done()}>
        {verb}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={actions}>
      <Stack
        component="form"
        sx={{ gap: 4, pt: 1 }}
        onSubmit={(event) => {
          event.preventDefault();
          void done();
        }}
      >
        <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>
        <MoneyInput label={label} value={cents} onChange={setCents} isRequired isWide />
        {hasNote ? (
          <TextField
            label="Note"
            value={note}
            onChange={(event) => setNote(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
        ) : null}
        {refusal ? <Alert severity="error">{errorText(refusal)}</Alert> : null}
      </Stack>
    </Dialog>
  );
}
