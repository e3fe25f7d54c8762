import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../dialog/dialog.tsx';

export type WordsDialogProps = {
  title: string;
  label: string;
  onDone: (text: string) => void;
  onClose: () => void;
};

/** Asks for the words that belong on the sheet. */
export function WordsDialog({ title, label, onDone, onClose }: WordsDialogProps) {
  const [text, setText] = useState('');
  const isEmpty = text.trim() === '';
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isEmpty) onDone(text.trim());
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" disabled={isEmpty} onClick={() => onDone(text.trim())}>
            Add to the sheet
          </Button>
        </>
      }
    >
      <form onSubmit={submit}>
        <TextField
          autoFocus
          fullWidth
          label={label}
          value={text}
          onChange={(event) => setText(event.target.value)}
          sx={{ mt: 2 }}
          slotProps={{ htmlInput: { maxLength: 80, autoComplete: 'off' } }}
        />
      </form>
    </Dialog>
  );
}
