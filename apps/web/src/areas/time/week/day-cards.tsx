import { typedDuration } from '@dmse/domain/dates/duration';
import { addDays, proseDate } from '@dmse/domain/dates/local-date';
import { sayWeekday } from '@dmse/domain/dates/read-date';
import { warnLongDay } from '@dmse/domain/time/entry-rules';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type TouchEvent, useRef, useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { useWord } from '../../../parts/search/address.ts';
import { AddRow } from './add-row.tsx';
import { RepeatDay } from './repeat-day.tsx';
import { keyOfTarget, lacksTask, namedTargetOf, sayTarget } from './target.ts';
import type { WeekBoardState } from './use-week-board.ts';
import { type TableRow, whySummed } from './week-table.ts';
import { useWeekAddress } from './week-toolbar.tsx';
import { noteChange, takeSuggestion, textOf, typeCell } from './week-writes.ts';

/** A finger has swiped when it went so far sideways. */
const SWIPE = 60;

type CardProps = { board: WeekBoardState; row: TableRow; at: number; column: number };

/** One row on one day: the time and the note in fields for the thumb. */
function DayCard({ board, row, at, column }: CardProps) {
  const { table, state, outbox, step } = board;
  const cell = row.cells[column]!;
  const bad = state.bad.get(cell.id);
  const [typed, setTyped] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const { title, detail } = sayTarget(row.target);
  const spot = { row: at, column };
  const label = `Time, ${title}, ${detail}`;

  function commit(): void {
    if (typed === null) return;
    const written = typeCell(table, spot, typed, step);
    if (written.changes.length === 0 && written.bad.length === 0) outbox.unmark([cell.id]);
    board.carryOut(written);
    setTyped(null);
  }
  const change = takeSuggestion(table, spot);
  return (
    <Paper component="li" variant="outlined" sx={{ p: 3, display: 'grid', gap: 3 }}>
      <Box>
        <Typography sx={{ fontWeight: 500 }}>{title}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {detail}
        </Typography>
      </Box>
      {cell.suggestion ? (
        <Button variant="outlined" size="large" onClick={() => change && board.perform([change])} disabled={!change}>
          {cell.suggestion.says}
          {change ? `: enter ${textOf(cell)}` : ''}
        </Button>
      ) : null}
      <TextField
        label="Time"
        value={typed ?? bad?.text ?? (cell.minutes === null ? '' : typedDuration(cell.minutes))}
        disabled={cell.why_not !== null}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
        error={Boolean(bad)}
        helperText={bad?.problem ?? cell.why_not}
        slotProps={{ htmlInput: { 'aria-label': label, autoComplete: 'off', maxLength: 40, style: { fontSize: '1.25rem', height: 28 } } }}
      />
      {cell.minutes !== null ? (
        <TextField
          label="Note"
          value={note ?? cell.note}
          disabled={cell.why_not !== null || whySummed(cell) !== null}
          onChange={(event) => setNote(event.target.value)}
          onBlur={() => {
            const changed = note === null ? null : noteChange(table, spot, note.trim());
            if (changed) board.perform([changed]);
            setNote(null);
          }}
          slotProps={{ htmlInput: { 'aria-label': `Note, ${title}, ${detail}`, maxLength: 2000, style: { height: 28 } } }}
        />
      ) : null}
    </Paper>
  );
}

/** The week on a phone: one day at a time, by ‹ › or a swipe. */
export function DayCards({ board }: { board: WeekBoardState }) {
  const { week, table, closed } = board;
  const go = useWeekAddress();
  const date = useWord('date');
  const usual = table.dates.includes(week.today) ? week.today : table.dates[0]!;
  const day = date && table.dates.includes(date) ? date : usual;
  const column = table.dates.indexOf(day);
  const start = useRef<number | null>(null);
  const step = (days: number) => go({ date: addDays(day, days) });
  const minutes = table.days[column]!;

  function endSwipe({ changedTouches }: TouchEvent): void {
    const way = start.current === null ? 0 : changedTouches[0]!.clientX - start.current;
    start.current = null;
    if (Math.abs(way) > SWIPE) step(way > 0 ? -1 : 1);
  }
  return (
    <Stack
      sx={{ gap: 3 }}
      onTouchStart={({ touches }) => {
        start.current = touches[0]?.clientX ?? null;
      }}
      onTouchEnd={endSwipe}
    >
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <IconButton size="large" aria-label="Previous day" onClick={() => step(-1)}>
          <Icon name="chevron_left" size={28} />
        </IconButton>
        <Box sx={{ flex: 1, textAlign: 'center' }}>
          <Typography variant="h2" aria-live="polite">
            {sayWeekday(day)} {proseDate(day)}
            {day === week.today ? ' · today' : ''}
          </Typography>
          <Typography variant="body2" sx={{ color: warnLongDay(minutes) ? 'warning.main' : 'text.secondary' }}>
            {typedDuration(minutes)} on this day
          </Typography>
        </Box>
        <IconButton size="large" aria-label="Next day" onClick={() => step(1)}>
          <Icon name="chevron_right" size={28} />
        </IconButton>
      </Box>
      {closed === null ? (
        <RepeatDay
          key={day}
          date={day}
          onRepeat={(entry) => {
            const row = table.rows.find(({ key }) => key === keyOfTarget(entry));
            const before = row?.cells[column]?.minutes ?? null;
            board.perform([{ target: namedTargetOf(entry), date: day, before: { minutes: before }, after: { minutes: entry.minutes } }]);
          }}
        />
      ) : null}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 3 }}>
        {table.rows.map((row, at) => (
          <DayCard key={`${row.key} ${day}`} board={board} row={row} at={at} column={column} />
        ))}
      </Stack>
      {closed === null ? (
        <AddRow
          label="Add work: job number or words"
          onAdd={(target) =>
            lacksTask(target) ? board.askTask(target, (whole) => void board.addRow(whole, day)) : void board.addRow(target, day)
          }
        />
      ) : null}
    </Stack>
  );
}
