import { createTimeEntry } from '@dmse/contract/time/entry';
import { getWeek, type Suggestion } from '@dmse/contract/time/week';
import { typedDuration } from '@dmse/domain/dates/duration';
import { proseDate } from '@dmse/domain/dates/local-date';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { lacksTask, nameTarget, targetOf } from './target.ts';

/** What the system knows of days on which time for the same work is entered already: it becomes an entry beside that. */
export function OtherSuggestions({ suggestions }: { suggestions: readonly Suggestion[] }) {
  const client = useQueryClient();
  if (suggestions.length === 0) return null;
  async function add(one: Suggestion): Promise<void> {
    try {
      await call(createTimeEntry, {}, { ...targetOf(one), date: one.date, minutes: one.minutes!, field_run: one.field_run });
      await client.invalidateQueries({ queryKey: [getWeek.path] });
    } catch (error) {
      showProblem(error);
    }
  }
  return (
    <Box component="section" aria-label="More suggestions" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
      Also known of this week:
      <Box component="ul" sx={{ m: 0, pl: 5 }}>
        {suggestions.map((one) => (
          <li key={`${one.date} ${one.says}`}>
            {proseDate(one.date)}, {nameTarget(one)}: {one.says}{' '}
            {one.minutes === null || lacksTask(one) ? null : (
              <Button size="small" onClick={() => void add(one)}>
                Add {typedDuration(one.minutes)}
              </Button>
            )}
          </li>
        ))}
      </Box>
    </Box>
  );
}
