import { cancelProcessing, type Processing } from '@dmse/contract/sites/processing/run';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { sayBytes } from '../../../parts/file/file-rules.ts';

export type WorkProgressProps = { words: string; share: number | null; label: string; note?: string };

/** A sentence with figures over a bar; without a share the bar only moves. */
export function WorkProgress({ words, share, label, note }: WorkProgressProps) {
  return (
    <Box sx={{ flex: 1 }}>
      <Typography variant="body2" role="status" sx={{ mb: 1, fontVariantNumeric: 'tabular-nums' }}>
        {words}
      </Typography>
      <LinearProgress aria-label={label} {...(share === null ? {} : { variant: 'determinate' as const, value: share * 100 })} />
      {note ? (
        <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
          {note}
        </Typography>
      ) : null}
    </Box>
  );
}

/** How far the server has read the files of an import. */
export function sayReading(reading: Processing['reading']): WorkProgressProps {
  const label = 'Reading the files';
  if (!reading || reading.bytes_read === 0) return { label, share: null, words: 'The server is reading the files…' };
  const { files, files_read, bytes, bytes_read } = reading;
  const at = `file ${Math.min(files_read + 1, files)} of ${files}, ${sayBytes(bytes_read)} of ${sayBytes(bytes)}`;
  return { label, share: bytes_read / bytes, words: `The server is reading the files: ${at}` };
}

function sayWork({ progress }: NonNullable<Processing['work']>): WorkProgressProps {
  const words = progress === null ? 'Working out the coordinates…' : `Working out the coordinates: ${Math.round(progress * 100)} %`;
  return { label: 'Working out the coordinates', share: progress, words };
}

export type WorkBarProps = { run: Processing; mayCancel: boolean; refresh: () => Promise<unknown> };

const sayReader = ({ by }: NonNullable<Processing['reading']>) => (by ? `${by.full_name} has sent them.` : '');

/** How far the computation or the reading of an import is, or why it did not come to an end. */
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
  if (run.reading || run.work) {
    const said = run.reading ? { ...sayReading(run.reading), note: sayReader(run.reading) } : sayWork(run.work!);
    return (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 4 }}>
        <WorkProgress {...said} />
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
