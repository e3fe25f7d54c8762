import type { ProcessingOverview } from '@dmse/contract/sites/processing/result';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { NumberInput, type NumberValue } from '../../../parts/fields/number-input.tsx';
import { ReadOnlyValue } from '../../../parts/form/read-only-value.tsx';
import { useProcessing } from '../processing/use-processing.ts';
import { BasePicture } from './base-picture.tsx';
import { PlaceBaseDialog } from './place-base-dialog.tsx';

type Base = ProcessingOverview['bases'][number];

const metres = (value: number | null, decimals = 3) => (value === null ? '' : `${value.toFixed(decimals)} m`);

export type BasePanelProps = { base: Base };

/** A base: its files, where it stood by each of them, and its antenna height with the correction beside the typed one. */
export function BasePanel({ base }: BasePanelProps) {
  const { decide, isWritable } = useProcessing();
  const [antenna, setAntenna] = useState<NumberValue>(null);
  const [isPlacing, setPlacing] = useState(false);
  const isRight = typeof antenna === 'number' && antenna >= 0 && antenna <= 100;
  return (
    <Stack sx={{ gap: 3 }}>
      <Typography variant="h3">
        {base.name}, {sayCount(base.shot_count, 'shot')}
      </Typography>
      <BasePicture base={base} />
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fit, minmax(160px, 1fr))' }}>
        <ReadOnlyValue label="Base reference">{base.ref_file}</ReadOnlyValue>
        <ReadOnlyValue label="PPP summary">{base.sum_file}</ReadOnlyValue>
        <ReadOnlyValue label="PPP uncertainty, 95 % (H, V)">
          {base.sigma_horizontal === null ? '' : `${metres(base.sigma_horizontal)}, ${metres(base.sigma_vertical) || '–'}`}
        </ReadOnlyValue>
        <ReadOnlyValue label="Placed by hand">{base.placed}</ReadOnlyValue>
        <ReadOnlyValue label="Antenna height, as typed in the field">{metres(base.antenna_height, 4)}</ReadOnlyValue>
        <ReadOnlyValue label="Antenna height, corrected">{metres(base.corrected_antenna, 4) || 'Not corrected'}</ReadOnlyValue>
      </Box>
      {isWritable ? (
        <Box
          component="form"
          onSubmit={async (event) => {
            event.preventDefault();
            if (isRight && (await decide([{ kind: 'correct_antenna', base: base.key, antenna_height: antenna }]))) setAntenna(null);
          }}
          sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', alignItems: 'flex-start' }}
        >
          <Box sx={{ width: 220 }}>
            <NumberInput
              label="Right antenna height"
              unit="m"
              value={antenna}
              onChange={setAntenna}
              error={antenna === null || isRight ? undefined : 'Between 0 and 100 m.'}
            />
          </Box>
          <Button type="submit" variant="outlined" disabled={!isRight || base.antenna_height === null}>
            Correct antenna height
          </Button>
          <Button variant="outlined" onClick={() => setPlacing(true)}>
            Place base
          </Button>
        </Box>
      ) : null}
      {isPlacing ? (
        <PlaceBaseDialog base={base} onPlace={(decision, why) => decide([decision], why)} onClose={() => setPlacing(false)} />
      ) : null}
    </Stack>
  );
}
