import { remindTimesheets, type Sheet } from '@dmse/contract/time/week';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { useFirstDay } from '../week/entries-tab.tsx';
import { ADMIN_COLUMNS } from './sheet-columns.tsx';
import { SheetList } from './sheet-list.tsx';
import { TimeLock } from './time-lock.tsx';

/** The Admin tab: everybody by week, who has not submitted, reminders, and the lock. */
export function AdminTab() {
  const first_day = useFirstDay();
  const client = useQueryClient();

  async function remind(sheets: readonly Sheet[]): Promise<void> {
    try {
      const users = sheets.map(({ user }) => user.id);
      const { reminded, left_out } = await call(remindTimesheets, {}, { date: first_day, users });
      await invalidateArea(client, 'timesheet');
      showToast({
        text: reminded.length === 0 ? 'Nobody was reminded.' : `Reminded ${reminded.map(({ full_name }) => full_name).join(', ')}.`,
        ...(left_out.length > 0 ? { subtitle: left_out.map(({ user, sentence }) => `${user.full_name}: ${sentence}`).join(' ') } : {}),
      });
    } catch (error) {
      showProblem(error);
    }
  }
  return (
    <Stack sx={{ gap: 4 }}>
      <SheetList
        key={first_day}
        first_day={first_day}
        columns={ADMIN_COLUMNS}
        supervised={false}
        tools={({ rows, clear }, { approve }) => (
          <>
            <Button variant="contained" size="small" onClick={() => void approve(rows).then(clear)}>
              Approve selected
            </Button>
            <Button variant="outlined" size="small" onClick={() => void remind(rows).then(clear)}>
              Remind selected
            </Button>
          </>
        )}
      />
      <TimeLock />
    </Stack>
  );
}
