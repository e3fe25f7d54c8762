import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { errorText } from '../notice/error-state.tsx';
import { Dialog } from './dialog.tsx';

export type ConfirmDialogProps = {
  open: boolean;
  title: string;
  /** What will happen, or what will be gone. */
  children: ReactNode;
  /** A verb and its noun, never "OK": "Delete client". */
  verb: string;
  /** What happens on the button; while it runs the dialog waits, and a refusal is said in the dialog. */
  onConfirm: () => unknown;
  onClose: () => void;
  /** For what cannot be taken back. */
  isDestructive?: boolean;
  cancelLabel?: string;
};

/** Asks before something is done. It closes itself when that went well, and stays with the reason when it did not. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, verb, onConfirm, onClose, isDestructive = false, cancelLabel = 'Cancel' } = props;
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);

  function close(): void {
    if (isBusy) return;
    setRefusal(null);
    onClose();
  }

  async function confirm(): Promise<void> {
    setBusy(true);
    setRefusal(null);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  const actions = (
    <>
      <Button onClick={close} disabled={isBusy}>
        {cancelLabel}
      </Button>
      <Button variant="contained" color={isDestructive ? 'error' : 'primary'} onClick={confirm} loading={isBusy}>
        {verb}
      </Button>
    </>
  );
  return (
    <Dialog open={open} title={title} onClose={close} actions={actions}>
      <Typography component="div" sx={{ color: 'text.secondary' }}>
        {children}
      </Typography>
      {refusal ? (
        <Alert severity="error" sx={{ mt: 3 }}>
          {errorText(refusal)}
        </Alert>
      ) : null}
    </Dialog>
  );
}
