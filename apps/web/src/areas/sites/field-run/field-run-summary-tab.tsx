import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { Link as RouteLink } from '@tanstack/react-router';
import { ReadOnlyValue } from '../../../parts/form/read-only-value.tsx';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { ReopenButton } from '../processing-results/reopen-button.tsx';
import { FieldRunForm } from './field-run-form.tsx';
import type { RunPanelProps } from './field-run-page.tsx';
import { RunMap } from './run-map.tsx';
import { useRunPipes, useRunShots } from './use-run-features.ts';

const NONE: never[] = [];

function Place({ run }: RunPanelProps) {
  const shots = useRunShots(run.id);
  const pipes = useRunPipes(run.id);
  if (shots.isError) return <ErrorState title="The shots could not be loaded." error={shots.error} onRetry={() => void shots.refetch()} />;
  if (run.shot_count === 0)
    return (
      <Paper variant="outlined" sx={{ height: '100%' }}>
        <EmptyState icon="location_on" title="No shots yet." text="They appear here while the crew syncs." />
      </Paper>
    );
  // The map shows everything on it once, so it waits for that.
  if (!shots.data) return <Skeleton variant="rounded" height={380} role="progressbar" aria-label="Loading the map" />;
  return <RunMap shots={shots.data} pipes={pipes.data ?? NONE} />;
}

/** Where the run is, how it stands, and what was written about it. */
export function FieldRunSummary({ run }: RunPanelProps) {
  const shift = [run.HPN_easting_shift, run.HPN_northing_shift, run.HPN_elevation_shift];
  return (
    <Stack sx={{ gap: 4 }}>
      {run.is_deleted ? <Alert severity="warning">This run has been deleted. Nothing in it is lost.</Alert> : null}
      {run.has_risk_assessment || run.state === 'Waiting' ? null : (
        <Alert severity="warning">No risk assessment has been written for this run.</Alert>
      )}
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(280px, 1fr)' } }}>
        <Place run={run} />
        <Paper
          component="section"
          variant="outlined"
          aria-label="Status"
          sx={{ p: { xs: 4, sm: 5 }, display: 'grid', gap: 3, alignContent: 'start', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}
        >
          <ReadOnlyValue label="Started">{run.started_on ? <DateText value={run.started_on} as="prose" /> : 'Not yet'}</ReadOnlyValue>
          <ReadOnlyValue label="Started by">{run.started_by?.full_name}</ReadOnlyValue>
          <ReadOnlyValue label="Shots">{run.shot_count}</ReadOnlyValue>
          <ReadOnlyValue label="Photos">{run.image_count}</ReadOnlyValue>
          <ReadOnlyValue label="Pipes">{run.pipe_count}</ReadOnlyValue>
          <ReadOnlyValue label="Layers">{run.layer_count}</ReadOnlyValue>
          <ReadOnlyValue label="Files imported">
            {run.imported_on ? <DateText value={run.imported_on} as="prose" /> : 'Not yet'}
          </ReadOnlyValue>
          <ReadOnlyValue label="Finished">{run.finished_on ? <DateText value={run.finished_on} as="prose" /> : 'Not yet'}</ReadOnlyValue>
          <ReadOnlyValue label="HPN shift (E, N, Z)" isWide>
            {shift.every((part) => part === null) ? '' : shift.map((part) => (part === null ? '–' : `${part.toFixed(4)} m`)).join(', ')}
          </ReadOnlyValue>
          <ReadOnlyValue label="Raw file" isWide>
            {run.raw ? (
              <Link href={run.raw.url} download>
                {run.raw.name}
              </Link>
            ) : (
              ''
            )}
          </ReadOnlyValue>
          {run.state === 'Finished' && !run.is_deleted ? (
            <Box sx={{ gridColumn: '1 / -1', display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
              <Link component={RouteLink} {...({ to: `/processing/${run.id}`, search: { step: 'review' } } as object)}>
                Final coordinates
              </Link>
              <ReopenButton run={run.id} />
            </Box>
          ) : null}
        </Paper>
      </Box>
      <FieldRunForm key={run.id} run={run} />
    </Stack>
  );
}
