import type { ProcessingConflict } from '@dmse/contract/sites/processing/result';
import { getProcessingShot } from '@dmse/contract/sites/processing/shot';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { ToneChip } from '../../../parts/record/tone-chip.tsx';
import { useProcessing } from '../processing/use-processing.ts';
import { ConflictButtons } from './conflict-buttons.tsx';
import { SEVERITIES, titleOfKind, waysOf } from './conflict-kinds.ts';
import { ConflictPicture, findPictured } from './conflict-picture.tsx';
import { ShotColumn } from './shot-column.tsx';
import type { useConflictActs } from './use-conflict-acts.tsx';

type Left = { by: string; at: string; why: string | null } | null;

export type ConflictCardProps = {
  conflict: ProcessingConflict & { ignored: Left; waived: Left };
  acts: ReturnType<typeof useConflictActs>;
  /** Shown beside the buttons where single keys are on. */
  hasKeys: boolean;
};

/** More shots than these are not shown one by one. */
const FEW = 4;

/** One conflict: what it is, its shots true to scale, and everything that can be done about it. */
export function ConflictCard({ conflict, acts, hasKeys }: ConflictCardProps) {
  const { points } = useProcessing();
  const { id, severity, sentence, shots, names, ignored, waived } = conflict;
  const [first = '', second = ''] = shots;
  const isFew = shots.length <= FEW;
  const one = useCall(getProcessingShot, { id: first }, { enabled: first !== '' && isFew }).data;
  const other = useCall(getProcessingShot, { id: second }, { enabled: second !== '' && isFew }).data;
  const pictured = useMemo(() => (points ? findPictured(points, shots, [one, other]) : []), [points, shots, one, other]);
  const canAverage = waysOf(conflict).includes('average');
  const left = ignored ?? waived;
  return (
    <Paper component="article" variant="outlined" aria-label={titleOfKind(id)} sx={{ p: { xs: 3, sm: 5 }, minWidth: 0 }}>
      <Stack sx={{ gap: 3 }}>
        <div>
          <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography variant="h2">{titleOfKind(id)}</Typography>
            <ToneChip text={SEVERITIES[severity].title} tone={SEVERITIES[severity].tone} />
          </Box>
          <Typography aria-live="polite">{sentence}</Typography>
        </div>
        {left ? (
          <Alert severity="info">
            {ignored ? 'Ignored' : 'Waived'} by {left.by}
            {left.why ? `: ${left.why}` : '.'}
          </Alert>
        ) : null}
        <ConflictButtons conflict={conflict} acts={acts} hasKeys={hasKeys} />
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}>
          {pictured.length > 0 ? <ConflictPicture shots={pictured} /> : null}
          <Stack sx={{ gap: 3, minWidth: 0 }}>
            {shots.slice(0, FEW).map((shot, place) => (
              <ShotColumn
                key={shot}
                id={shot}
                title={shots.length === 2 && canAverage ? `${place + 1}. ${names[place]}` : (names[place] ?? 'Shot')}
                ticks={acts.ticks}
                onTick={canAverage && acts.isWritable ? acts.tick : undefined}
              />
            ))}
            {shots.length > FEW ? (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                and {shots.length - FEW} more: {names.slice(FEW, 60).join(', ')}
                {names.length > 60 ? ' …' : ''}
              </Typography>
            ) : null}
          </Stack>
        </Box>
      </Stack>
    </Paper>
  );
}
