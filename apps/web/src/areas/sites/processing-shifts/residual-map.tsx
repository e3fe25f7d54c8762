import type { ControlResidual } from '@dmse/survey/shift/control-shift';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { PointsView } from '../processing/points-view.tsx';
import { useProcessing } from '../processing/use-processing.ts';
import { type Residual, residualArrows } from './residual-arrows.ts';

/** The residuals on the map among all points of the run. They are computed anew with every tick; the map is given only what changed. */
export function ResidualMap({ residuals }: { residuals: readonly ControlResidual[] }) {
  const { points } = useProcessing();
  const drawn = residuals.map(({ shot, d_easting, d_northing, horizontal, is_accepted, is_beyond_tolerance }): Residual => {
    return { shot, d_easting, d_northing, horizontal, is_accepted, is_beyond_tolerance };
  });
  const key = JSON.stringify(drawn);
  const arrows = useMemo(() => (points ? residualArrows(points, JSON.parse(key) as Residual[]) : null), [points, key]);
  const over = useMemo(() => (arrows ? [arrows.layer] : []), [arrows]);
  if (!arrows || arrows.layer.features.length === 0) return null;
  return (
    <Stack sx={{ gap: 2 }}>
      <PointsView over={over} height={420} />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Arrows on the map are enlarged {arrows.times.toLocaleString('en-CA')} times; one that does not count and is much longer is cut. Red
        is beyond tolerance.
      </Typography>
    </Stack>
  );
}
