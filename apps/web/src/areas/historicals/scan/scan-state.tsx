import type { HistoricalScan } from '@dmse/contract/historicals/scan';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { ToneChip } from '../../../parts/record/tone-chip.tsx';

export type ScanStateProps = { scan: HistoricalScan; onReadAgain?: (() => void) | undefined };

/** How far a scan has been read; one that could not be read says why. */
export function ScanState({ scan, onReadAgain }: ScanStateProps) {
  const { state, pages, pages_done, problem, name } = scan;
  if (state === 'ready')
    return (
      <span>
        <ToneChip text={sayCount(pages, 'page')} tone="muted" />
      </span>
    );
  if (state === 'failed')
    return (
      <Box>
        <Box role="alert" sx={{ color: 'error.main', fontSize: '0.75rem' }}>
          {problem || 'This scan could not be read.'}
        </Box>
        {onReadAgain ? (
          <Button size="small" onClick={onReadAgain} sx={{ ml: -1.5 }}>
            Read again
          </Button>
        ) : null}
      </Box>
    );
  const isCounted = state === 'reading' && pages > 0;
  return (
    <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
      {state === 'waiting' ? 'Waiting to be read' : isCounted ? `Reading, ${pages_done} of ${pages} pages done` : 'Reading'}
      <LinearProgress
        aria-label={`Reading ${name}`}
        {...(isCounted ? { variant: 'determinate' as const, value: Math.round((100 * pages_done) / pages) } : {})}
        sx={{ mt: 1 }}
      />
    </Box>
  );
}
