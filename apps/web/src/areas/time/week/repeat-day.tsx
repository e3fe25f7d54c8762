import { listTimeEntries, type TimeEntry } from '@dmse/contract/time/entry';
import { typedDuration } from '@dmse/domain/dates/duration';
import { addDays } from '@dmse/domain/dates/local-date';
import { sayWeekday } from '@dmse/domain/dates/read-date';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import { useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { useSelf } from '../../../session/self.ts';
import { sayTarget } from './target.ts';

const DAYS_BACK = 7;

/** The entries of the last day before this one that has any. */
function useLastDay(date: string): readonly TimeEntry[] {
  const { id } = useSelf();
  const from = addDays(date, -DAYS_BACK);
  const found = useCall(listTimeEntries, { user: id, from, to: addDays(date, -1), ordering: '-date', page_size: 50 });
  const entries = found.data?.results ?? [];
  return entries.filter((entry) => entry.date === entries[0]?.date);
}

export type RepeatDayProps = { date: string; onRepeat: (entry: TimeEntry) => void };

/** Enters again what was done yesterday, or on the last day with time: one tap opens it, the next takes a row over. */
export function RepeatDay({ date, onRepeat }: RepeatDayProps) {
  const [isOpen, setOpen] = useState(false);
  const entries = useLastDay(date);
  const last = entries[0]?.date;
  if (!last) return null;
  const label = last === addDays(date, -1) ? 'Repeat yesterday' : `Repeat ${sayWeekday(last)} ${Number(last.slice(8))}`;
  return (
    <>
      <Button variant="outlined" size="large" startIcon={<Icon name="content_copy" size={18} />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Drawer
        anchor="bottom"
        open={isOpen}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { borderRadius: '12px 12px 0 0', pb: 2 } } }}
      >
        <MenuList autoFocusItem={isOpen}>
          {entries.map((entry) => {
            const { title, detail } = sayTarget(entry);
            return (
              <MenuItem
                key={entry.id}
                sx={{ minHeight: 56 }}
                onClick={() => {
                  setOpen(false);
                  onRepeat(entry);
                }}
              >
                <ListItemText primary={`${title} · ${typedDuration(entry.minutes)}`} secondary={detail} />
              </MenuItem>
            );
          })}
        </MenuList>
      </Drawer>
    </>
  );
}
