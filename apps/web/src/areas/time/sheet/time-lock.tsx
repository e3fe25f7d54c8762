import { getTimeLock, setTimeLock } from '@dmse/contract/time/week';
import { proseDate } from '@dmse/domain/dates/local-date';
import { readDate } from '@dmse/domain/dates/read-date';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { useCall } from '../../../api/use-call.ts';
import { DateInput } from '../../../parts/date/date-input.tsx';
import { useToday } from '../../../parts/date/firm-zone.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';

/** Locks time through a day, after asking: nothing dated on or before it can change then. */
export function TimeLock() {
  const client = useQueryClient();
  const today = useToday();
  const lock = useCall(getTimeLock, {});
  const [typed, setTyped] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ through: string | null } | null>(null);
  const { data } = lock;
  const reading = typed === null ? null : readDate(typed, today);
  const day = reading && 'value' in reading ? reading.value : null;

  async function save(through: string | null): Promise<void> {
    await call(setTimeLock, {}, { locked_through: through }, data ? { ifMatch: data.version } : {});
    await invalidateArea(client, 'timesheet');
    setTyped(null);
    showToast({ text: through ? `Time through ${proseDate(through)} is locked.` : 'No time is locked now.' });
  }
  return (
    <Paper component="section" variant="outlined" aria-label="Lock" sx={{ p: 4, display: 'grid', gap: 3 }}>
      <Typography variant="h2">Lock</Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        {data?.locked_through ? `Time through ${proseDate(data.locked_through)} is locked.` : 'No time is locked.'} Nothing on a locked day
        can be entered, changed or taken back.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 2 }}>
        <DateInput label="Lock through" value={typed} onChange={setTyped} />
        <Button variant="outlined" disabled={!day} onClick={() => setAsked({ through: day })}>
          Lock
        </Button>
        {data?.locked_through ? (
          <Button color="error" onClick={() => setAsked({ through: null })}>
            Open everything again
          </Button>
        ) : null}
      </Box>
      <ConfirmDialog
        open={asked !== null}
        title={asked?.through ? `Lock time through ${proseDate(asked.through)}?` : 'Open all locked time again?'}
        verb={asked?.through ? 'Lock time' : 'Open time'}
        isDestructive={asked?.through === null}
        onConfirm={() => save(asked?.through ?? null)}
        onClose={() => setAsked(null)}
      >
        {asked?.through
          ? 'Approved weeks up to that day become LOCKED. Nobody can enter or change time on these days any more.'
          : 'LOCKED weeks become APPROVED again, and people can enter time on these days.'}
      </ConfirmDialog>
    </Paper>
  );
}
