import { sayCount } from '@dmse/domain/text/counts';
import { restoreRescue } from '@dmse/sync/local/rescue';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { saveUnsynced } from '../../../field/device/export-zip.ts';
import { useFieldSession, useLocalValue } from '../../../field/device/use-field.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { RunCard } from '../field-run/run-card.tsx';
import { type RescuedRun, readLocalRuns, SHOWN_RUNS } from './local-runs.ts';
import { RemoveAllRuns } from './remove-all-runs.tsx';

export type StoredRunsPanelProps = { otherwise: ReactNode };

/** Resume what lies on this device, with or without a network. */
export function StoredRunsPanel({ otherwise }: StoredRunsPanelProps) {
  const { value, error } = useLocalValue('stored-runs', readLocalRuns);
  if (error) return <ErrorState title="The runs on this device could not be read." error={error} />;
  if (!value) return null;
  if (value.runs.length === 0 && value.rescued.length === 0) return otherwise;
  return (
    <Paper component="section" variant="outlined" aria-labelledby="stored-runs" sx={{ p: { xs: 3, sm: 4 } }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 3, mb: 2 }}>
        <Typography id="stored-runs" variant="h2">
          Resume Fieldrun
        </Typography>
        {value.runs.length > 0 ? <RemoveAllRuns runs={value.runs} /> : null}
      </Stack>
      <Stack
        component="ul"
        aria-label="Stored field runs"
        sx={{
          m: 0,
          p: 0,
          gap: 2,
          display: 'grid',
          listStyle: 'none',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(auto-fill, minmax(380px, 1fr))' },
        }}
      >
        {value.runs.slice(0, SHOWN_RUNS).map((run) => (
          <RunCard key={run.id} run={run} />
        ))}
      </Stack>
      {value.rescued.map((rescued) => (
        <Rescued key={rescued.field_run} rescued={rescued} />
      ))}
    </Paper>
  );
}

/** A pass of sync may hold the records for a moment; nobody has to press again for that. */
const MAX_TRIES = 20;
const PAUSE_MS = 250;

/** What lost its run on this device before the server had it. */
function Rescued({ rescued: { field_run, name, count } }: { rescued: RescuedRun }) {
  const session = useFieldSession();
  async function restore(): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if ((await restoreRescue(session, field_run)) !== null) return;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    showToast({ text: 'Another tab is moving records; try again in a moment.', colour: 'warning' });
  }
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 2, mt: 3, flexWrap: 'wrap' }}>
      <Typography sx={{ flex: 1, minWidth: 200, color: 'warning.main' }}>
        {sayCount(count, 'item')} from {name} waiting to upload
      </Typography>
      <Button size="small" variant="outlined" onClick={() => void restore()}>
        Restore
      </Button>
      <Button size="small" onClick={() => void saveUnsynced(session)}>
        Export
      </Button>
    </Stack>
  );
}
