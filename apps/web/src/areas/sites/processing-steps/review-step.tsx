import type { ProcessingPoints } from '@dmse/contract/sites/processing/result';
import { sayCount } from '@dmse/domain/text/counts';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useSetWords, useWord } from '../../../parts/search/address.ts';
import { AttemptDifference } from '../processing/attempt-difference.tsx';
import { hasFlag, isStanding } from '../processing/points-map.ts';
import { POINT_COLUMNS, type PointColumn, sayInstrument } from '../processing/points-table.tsx';
import { PointsView } from '../processing/points-view.tsx';
import { Section } from '../processing/section.tsx';
import { useProcessing } from '../processing/use-processing.ts';
import { ExplainPanel } from '../processing-results/explain-panel.tsx';
import { ReviewPipes } from '../processing-results/review-pipes.tsx';

const COLUMNS: readonly PointColumn[] = [
  ...POINT_COLUMNS,
  { id: 'instrument', title: 'Instrument', cell: ({ instruments }, at) => sayInstrument(instruments[at]!) },
  { id: 'state', title: 'State', cell: sayState },
];

function sayState(points: ProcessingPoints, at: number): string {
  const flags = points.flags[at]!;
  if (hasFlag(flags, 'dropped')) return 'Left out';
  const parent = points.parents[at]!;
  if (parent >= 0) return `In ${points.names[parent]}`;
  if (hasFlag(flags, 'not_final')) return 'Not final';
  return hasFlag(flags, 'conflict') ? 'Final, open conflict' : 'Final';
}

const SHOWN = {
  final: { label: 'Final points', is: (points: ProcessingPoints, at: number) => isStanding(points, at) },
  all: { label: 'All shots', is: () => true },
  control: { label: 'Control', is: ({ flags }: ProcessingPoints, at: number) => hasFlag(flags[at]!, 'control') },
  not_final: {
    label: 'Not final',
    is: (points: ProcessingPoints, at: number) => isStanding(points, at) && hasFlag(points.flags[at]!, 'not_final'),
  },
  conflict: { label: 'In a conflict', is: ({ flags }: ProcessingPoints, at: number) => hasFlag(flags[at]!, 'conflict') },
  aside: { label: 'Left out or averaged', is: (points: ProcessingPoints, at: number) => !isStanding(points, at) },
} as const;
type Shown = keyof typeof SHOWN;

/** Which points are shown stands in the address. */
function useShown(): [Shown, (shown: Shown) => void] {
  const show = useWord('show');
  const setWords = useSetWords();
  const shown = show && show in SHOWN ? (show as Shown) : 'final';
  return [shown, (next) => setWords({ show: next === 'final' ? undefined : next })];
}

function EarlierAttempts() {
  const { run } = useProcessing();
  const others = run.attempts.filter(({ id }) => id !== run.attempt?.id);
  const [chosen, choose] = useState('');
  if (others.length === 0) return null;
  return (
    <Section title="Difference to an earlier attempt">
      <TextField
        select
        label="Compare with"
        value={chosen}
        onChange={(event) => choose(event.target.value)}
        sx={{ maxWidth: 360 }}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      >
        <MenuItem value="">None</MenuItem>
        {others.map(({ id, number, reason, started_on }) => (
          <MenuItem key={id} value={String(id)}>
            Attempt {number}, {started_on.slice(0, 10)}
            {reason ? `: ${reason}` : ''}
          </MenuItem>
        ))}
      </TextField>
      {chosen ? <AttemptDifference run={run.id} attempt={Number(chosen)} /> : null}
    </Section>
  );
}

/** The final points on the map and as a table, with everything that is behind each. */
export function ReviewStep() {
  const { points } = useProcessing();
  const [shown, show] = useShown();
  const rows = useMemo(() => points?.ids.flatMap((_, at) => (SHOWN[shown].is(points, at) ? at : [])), [points, shown]);
  const openCount = useMemo(() => points?.ids.filter((_, at) => SHOWN.not_final.is(points, at)).length ?? 0, [points]);
  return (
    <Stack sx={{ gap: 4 }}>
      {openCount > 0 ? (
        <Typography role="status">
          {sayCount(openCount, 'point')} {openCount === 1 ? 'is' : 'are'} not final yet: no shift has been applied to{' '}
          {openCount === 1 ? 'it' : 'them'}.
        </Typography>
      ) : null}
      <PointsView
        rows={rows}
        columns={COLUMNS}
        tools={
          <TextField select label="Show" value={shown} onChange={(event) => show(event.target.value as Shown)} sx={{ minWidth: 160 }}>
            {Object.entries(SHOWN).map(([value, { label }]) => (
              <MenuItem key={value} value={value}>
                {label}
              </MenuItem>
            ))}
          </TextField>
        }
      />
      <ExplainPanel />
      <ReviewPipes />
      <EarlierAttempts />
    </Stack>
  );
}
