import { proseDate } from '@dmse/domain/dates/local-date';
import { readDate } from '@dmse/domain/dates/read-date';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { DateInput } from './date/date-input.tsx';
import { useToday } from './date/firm-zone.ts';
import { ConfirmDialog } from './dialog/confirm-dialog.tsx';
import { showToast } from './toast/toast-store.ts';

export type PeriodLockProps = {
  /** What is locked, in a sentence: "Time", "The accounting period". */
  noun: string;
  /** The same in a word, for the buttons. */
  short: string;
  lockedThrough: string | null | undefined;
  save: (through: string | null) => Promise<unknown>;
  /** What it means, and what closing and opening bring about. */
  words: { rule: string; lock: string; open: string };
};

/** Locks everything through a day, after asking, and opens it again. */
export function PeriodLock({ noun, short, lockedThrough, save, words }: PeriodLockProps) {
  const today = useToday();
  const [typed, setTyped] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ through: string | null } | null>(null);
  const reading = typed === null ? null : readDate(typed, today);
  const day = reading && 'value' in reading ? reading.value : null;
  const small = noun.toLowerCase();
  async function finish(through: string | null): Promise<void> {
    await save(through);
    setTyped(null);
    showToast({ text: through ? `${noun} through ${proseDate(through)} is locked.` : `${noun} is open again.` });
  }
  return (
    <Paper component="section" variant="outlined" aria-label="Lock" sx={{ p: 4, display: 'grid', gap: 3 }}>
      <Typography variant="h2">Lock</Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        {lockedThrough ? `${noun} through ${proseDate(lockedThrough)} is locked.` : 'Nothing is locked.'} {words.rule}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 2 }}>
        <DateInput label="Lock through" value={typed} onChange={setTyped} />
        <Button variant="outlined" disabled={!day} onClick={() => setAsked({ through: day })}>
          Lock
        </Button>
        {lockedThrough ? (
          <Button color="error" onClick={() => setAsked({ through: null })}>
            Open everything again
          </Button>
        ) : null}
      </Box>
      <ConfirmDialog
        open={asked !== null}
        title={asked?.through ? `Lock ${small} through ${proseDate(asked.through)}?` : `Open all locked ${small} again?`}
        verb={asked?.through ? `Lock ${short}` : `Open ${short}`}
        isDestructive={asked?.through === null}
        onConfirm={() => finish(asked?.through ?? null)}
        onClose={() => setAsked(null)}
      >
        {asked?.through ? words.lock : words.open}
      </ConfirmDialog>
    </Paper>
  );
}
