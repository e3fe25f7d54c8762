import type { ProcessingConflict } from '@dmse/contract/sites/processing/result';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useCan } from '../../../session/self.ts';
import { WAYS, waysOf } from './conflict-kinds.ts';
import { KeyHint } from './key-hint.tsx';
import type { useConflictActs } from './use-conflict-acts.tsx';

export type ConflictButtonsProps = {
  conflict: ProcessingConflict & { ignored?: object | null };
  acts: ReturnType<typeof useConflictActs>;
  /** Shown beside the buttons where single keys are on. */
  hasKeys: boolean;
};

/** Everything that can be done about a conflict; nothing where the run is only read. */
export function ConflictButtons({ conflict, acts, hasKeys }: ConflictButtonsProps) {
  const mayWaive = useCan('sites.admin');
  if (!acts.isWritable) return null;
  const { severity, names, ignored } = conflict;
  const ways = waysOf(conflict).filter((way) => way !== 'waive' || mayWaive);
  const key = (letter: string) => (hasKeys ? <KeyHint>{letter}</KeyHint> : null);
  return (
    <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
      {ways.includes('keep')
        ? names.map((name, which) => (
            <Button key={name} variant="outlined" onClick={() => void acts.keep(which as 0 | 1)}>
              Keep {name}
              {key(String(which + 1))}
            </Button>
          ))
        : null}
      {ways
        .filter((way) => way !== 'keep')
        .map((way) => (
          <Button
            key={way}
            variant={way === 'waive' ? 'text' : 'outlined'}
            color={way === 'waive' ? 'error' : 'primary'}
            onClick={() => void acts.act(way)}
          >
            {WAYS[way].label}
            {way === 'average' ? key('A') : null}
          </Button>
        ))}
      {severity === 'B' || ignored ? null : (
        <Button variant="text" onClick={() => void acts.ignore()}>
          Ignore
          {key('I')}
        </Button>
      )}
    </Box>
  );
}
