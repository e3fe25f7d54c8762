import { cancelProcessing, type Processing } from '@dmse/contract/sites/processing/run';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';

export type WorkBarProps = { run: Processing; mayCancel: boolean; refresh: () => Promise<unknown> };

/** How far the computation is, or why it did not come to an end. */
export function WorkBar({ run, mayCancel, refresh }: WorkBarProps) {
  const [isBusy, setBusy] = useState(false);
  async function cancel(): Promise<void> {
    setBusy(true);
    try {
      await call(cancelProcessing, { id: run.id });
    } catch (error) {
      showProblem(error, 'The computation could not be cancelled.');
    } finally {
      await refresh();
      setBusy(false);
    }
  }
  if (run.work) {
    const percent = run.work.progress === null ? null : Math.round(run.work.progress * 100);
    return (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 4 }}>
        <Box sx={{ flex: 1 }}>
          <Typography variant="body2" role="status" sx={{ mb: 1 }}>
            {percent === null ? 'Working out the coordinates…' : `Working out the coordinates: ${percent} %`}
          </Typography>
          <LinearProgress
            aria-label="Working out the coordinates"
            {...(percent === null ? {} : { variant: 'determinate' as const, value: percent })}
          />
        </Box>
        {mayCancel ? (
          <Button size="small" variant="outlined" loading={isBusy} onClick={() => void cancel()}>
            Cancel
          </Button>
        ) : null}
      </Box>
    );
  }
  if (!run.problem) return null;
  return (
    <Alert
      severity="error"
      sx={{ mb: 4 }}
      action={
        <Button size="small" color="inherit" onClick={() => void refresh()}>
          Try again
        </Button>
      }
    >
      {run.problem}
    </Alert>
  );
}
