import { listFieldRuns } from '@dmse/contract/sites/field-run';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useCall } from '../../../api/use-call.ts';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { useSetWords, useWord } from '../../../parts/search/address.ts';
import { useConnected } from '../../../session/connection.ts';
import { useCan } from '../../../session/self.ts';
import { RunCard } from '../field-run/run-card.tsx';
import { useStartRun } from '../field-run/use-start-run.ts';
import { StoredRuns } from './stored-runs.tsx';

/** How many waiting runs are offered to a thumb. */
const OFFERED = 4;

function WaitingRuns() {
  const isOnline = useConnected();
  const start = useStartRun();
  const waiting = useCall(listFieldRuns, { state: ['Waiting'], page_size: OFFERED }, { enabled: isOnline });
  const runs = waiting.data?.results;
  return (
    <Paper component="section" variant="outlined" aria-labelledby="waiting-runs" sx={{ p: 3 }}>
      <Typography id="waiting-runs" variant="h2" sx={{ mb: 2 }}>
        These runs are ready to be taken
      </Typography>
      {waiting.isError ? (
        <ErrorState title="The waiting runs could not be loaded." error={waiting.error} onRetry={() => void waiting.refetch()} />
      ) : runs?.length === 0 ? (
        <EmptyState icon="task_alt" title="No run is waiting." text="Create one, or ask the office which run is yours." />
      ) : (
        <Stack component="ul" sx={{ m: 0, p: 0, gap: 2, listStyle: 'none' }}>
          {(runs ?? []).map((run) => (
            <RunCard
              key={run.id}
              run={{ ...run, job_num: run.job?.num ?? run.job_num, stored_on: null, unsynced: null }}
              action={
                <Button variant="contained" sx={{ minHeight: 48 }} onClick={() => void start(run.id)}>
                  Start Run
                </Button>
              }
            />
          ))}
          {runs ? null : [1, 2].map((one) => <Skeleton key={one} variant="rounded" height={56} />)}
        </Stack>
      )}
    </Paper>
  );
}

/** On a phone: take a waiting run, or go on with one that lies on this device. Who may not edit runs only sees the latter. */
export function MobileMenu() {
  const mayStart = useCan('sites.start');
  const menu = useWord('mobile-menu');
  const setWords = useSetWords();
  if (!mayStart) return <StoredRuns />;
  const value = menu === 'offline' ? 'offline' : 'waiting';
  const choose = (next: string | null) => {
    if (next) setWords({ 'mobile-menu': next }, { toTop: true });
  };
  return (
    <Stack sx={{ gap: 3 }}>
      <ToggleButtonGroup exclusive fullWidth value={value} onChange={(_, next) => choose(next)} aria-label="Field work">
        <ToggleButton value="waiting" sx={{ minHeight: 48 }}>
          Start Run
        </ToggleButton>
        <ToggleButton value="offline" sx={{ minHeight: 48 }}>
          Resume Offline Run
        </ToggleButton>
      </ToggleButtonGroup>
      {value === 'waiting' ? <WaitingRuns /> : <StoredRuns isAsked />}
    </Stack>
  );
}
