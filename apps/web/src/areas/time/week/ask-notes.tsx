import type { TimeEntry } from '@dmse/contract/time/entry';
import { typedDuration } from '@dmse/domain/dates/duration';
import { proseDate } from '@dmse/domain/dates/local-date';
import { sayWeekday } from '@dmse/domain/dates/read-date';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { nameTarget } from './target.ts';

export type AskNotesProps = {
  entries: readonly TimeEntry[];
  /** Keeps a note; each is kept as soon as it is given. */
  onNote: (entry: TimeEntry, note: string) => Promise<void>;
  /** Every note is there. */
  onDone: () => Promise<void>;
  onClose: () => void;
};

/** Asks for the notes that billable time lacks, one after another. */
export function AskNotes({ entries, onNote, onDone, onClose }: AskNotesProps) {
  const [at, setAt] = useState(0);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const entry = entries[at]!;
  const isLast = at === entries.length - 1;

  async function keep(): Promise<void> {
    const words = note.trim();
    if (words === '' || isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await onNote(entry, words);
      if (isLast) await onDone();
      else {
        setAt(at + 1);
        setNote('');
      }
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  }
  /** What was typed for this one is kept, also when the week is not submitted now. */
  function close(): void {
    const words = note.trim();
    if (words !== '') void onNote(entry, words).catch(setProblem);
    onClose();
  }

  return (
    <Dialog
      open
      width="sm"
      title={entries.length === 1 ? 'A note is missing' : `Note ${at + 1} of ${entries.length}`}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Later</Button>
          <Button variant="contained" disabled={note.trim() === ''} loading={isBusy} onClick={() => void keep()}>
            {isLast ? 'Submit week' : 'Next note'}
          </Button>
        </>
      }
    >
      <Stack
        component="form"
        sx={{ gap: 3, pt: 1 }}
        onSubmit={(event) => {
          event.preventDefault();
          void keep();
        }}
      >
        <Typography sx={{ color: 'text.secondary' }}>
          {sayWeekday(entry.date)} {proseDate(entry.date)}, {typedDuration(entry.minutes)}: {nameTarget(entry)}
        </Typography>
        <TextField
          key={entry.id}
          autoFocus
          required
          label="What was done"
          value={note}
          onChange={(event) => setNote(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 2000 } }}
        />
        {problem ? <Alert severity="error">{errorText(problem)}</Alert> : null}
      </Stack>
    </Dialog>
  );
}
