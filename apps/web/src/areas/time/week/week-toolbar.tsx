import type { Week } from '@dmse/contract/time/week';
import { sayDuration, typedDuration } from '@dmse/domain/dates/duration';
import { addDays, proseDate } from '@dmse/domain/dates/local-date';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import { useCallback, useEffect, useState } from 'react';
import { DatePopover } from '../../../parts/date/date-popover.tsx';
import { useToday } from '../../../parts/date/firm-zone.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { useSetWords } from '../../../parts/search/address.ts';
import { chipColour } from '../batch-moves.ts';

/** Goes to another day or view; what else the address says stays. */
export function useWeekAddress(): (words: { date?: string | undefined; view?: string | undefined }) => void {
  const setWords = useSetWords();
  return useCallback((words) => setWords(words, { isStep: true, toTop: true }), [setWords]);
}

export type WeekChooserProps = {
  /** The first day of the week that is looked at. */
  first_day: string;
};

/** ‹ Today › and any day; Alt+Page Up and Alt+Page Down from wherever on the page. */
export function WeekChooser({ first_day }: WeekChooserProps) {
  const go = useWeekAddress();
  const today = useToday();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const read = (event: KeyboardEvent) => {
      const weeks = event.altKey ? { PageUp: -1, PageDown: 1 }[event.key] : undefined;
      if (weeks === undefined) return;
      event.preventDefault();
      go({ date: addDays(first_day, 7 * weeks) });
    };
    window.addEventListener('keydown', read);
    return () => window.removeEventListener('keydown', read);
  }, [go, first_day]);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <IconButton
        aria-label="Previous week"
        title="Previous week (Alt+Page Up)"
        aria-keyshortcuts="Alt+PageUp"
        onClick={() => go({ date: addDays(first_day, -7) })}
      >
        <Icon name="chevron_left" />
      </IconButton>
      <Button
        variant="outlined"
        size="small"
        disabled={today >= first_day && today <= addDays(first_day, 6)}
        onClick={() => go({ date: undefined })}
      >
        Today
      </Button>
      <IconButton
        aria-label="Next week"
        title="Next week (Alt+Page Down)"
        aria-keyshortcuts="Alt+PageDown"
        onClick={() => go({ date: addDays(first_day, 7) })}
      >
        <Icon name="chevron_right" />
      </IconButton>
      <Button color="inherit" aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)} sx={{ whiteSpace: 'nowrap' }}>
        {sayWeek(first_day)}
      </Button>
      {anchor ? (
        <DatePopover
          anchor={anchor}
          title="Another week"
          label="A day of the week"
          value={first_day}
          canClear={false}
          onChoose={(date) => {
            setAnchor(null);
            go({ date: date ?? undefined });
          }}
          onClose={() => setAnchor(null)}
        />
      ) : null}
    </Box>
  );
}

/** "2 – 8 Mar 2026". */
export function sayWeek(first_day: string): string {
  const last = addDays(first_day, 6);
  const [day, month, year] = proseDate(first_day).split(' ');
  const [, lastMonth, lastYear] = proseDate(last).split(' ');
  const from = year !== lastYear ? `${day} ${month} ${year}` : month !== lastMonth ? `${day} ${month}` : day;
  return `${from} – ${proseDate(last)}`;
}

/** The week against what is expected, as figures and as a bar. */
export function WeekBalance({ minutes, weekly_minutes }: { minutes: number; weekly_minutes: number }) {
  if (weekly_minutes === 0) return <span>{typedDuration(minutes)}</span>;
  const rest = weekly_minutes - minutes;
  const words = rest > 0 ? `${sayDuration(rest)} to go` : rest < 0 ? `${sayDuration(-rest)} over` : 'complete';
  return (
    <Box sx={{ minWidth: 180 }}>
      <Box sx={{ fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums' }}>
        {typedDuration(minutes)} of {typedDuration(weekly_minutes)} · {words}
      </Box>
      <LinearProgress
        variant="determinate"
        aria-label="Hours of the week"
        aria-valuetext={`${typedDuration(minutes)} of ${typedDuration(weekly_minutes)}`}
        value={Math.min(100, (minutes / weekly_minutes) * 100)}
        sx={{ height: 6, borderRadius: 3 }}
      />
    </Box>
  );
}

export function WeekStateChip({ state }: Pick<Week, 'state'>) {
  return <Chip size="small" color={chipColour(state)} label={state} />;
}
