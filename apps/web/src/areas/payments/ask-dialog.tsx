import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { ProblemError } from '../../api/problem-error.ts';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { errorText } from '../../parts/notice/error-state.tsx';

export type FieldSentences = Record<string, string | undefined>;

export type AskDialogProps = {
  title: string;
  text: ReactNode;
  /** A verb and its noun: "Refund payment". */
  verb: string;
  isReady: boolean;
  isDestructive?: boolean;
  onDone: () => Promise<unknown>;
  onClose: () => void;
  /** The inputs, each with what the server has said of it. */
  children: (errors: FieldSentences) => ReactNode;
};

function sentencesOf(refusal: unknown): FieldSentences {
  if (!(refusal instanceof ProblemError) || refusal.problem.detail) return {};
  return Object.fromEntries(Object.entries(refusal.fields).map(([name, words]) => [name, words.join(' ')]));
}

/** Asks for what an act with money needs, and stays open with the sentence when it is refused. */
export function AskDialog({ title, text, verb, isReady, isDestructive = false, onDone, onClose, children }: AskDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const errors = sentencesOf(refusal);
  async function finish(): Promise<void> {
    if (!isReady || isBusy) return;
    setBusy(true);
    setRefusal(null);
    try {
      await onDone();
      onClose();
    } catch (error) {
      setRefusal(error);
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      width="sm"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button
            variant="contained"
            color={isDestructive ? 'error' : 'primary'}
            disabled={!isReady}
            loading={isBusy}
            onClick={() => void finish()}
          >
            {verb}
          </Button>
        </>
      }
    >
      <Stack
        component="form"
        noValidate
        sx={{ gap: 4, pt: 1 }}
        onSubmit={(event) => {
          event.preventDefault();
          void finish();
        }}
      >
        <Typography component="div" sx={{ color: 'text.secondary' }}>
          {text}
        </Typography>
        {children(errors)}
        {refusal && Object.keys(errors).length === 0 ? <Alert severity="error">{errorText(refusal)}</Alert> : null}
        {/* Enter in a field does what the button does. */}
        <input type="submit" hidden />
      </Stack>
    </Dialog>
  );
}
