import type { ProcessingConflict, ProcessingPoints } from '@dmse/contract/sites/processing/result';
import { useMemo } from 'react';
import { boundsOf } from '../../../parts/map/map-bounds.ts';
import type { Bounds } from '../../../parts/map/map-layer.ts';
import { lonlatOf } from '../processing/points-map.ts';
import { PointsView } from '../processing/points-view.tsx';
import { useProcessing } from '../processing/use-processing.ts';

/** Degrees around a conflict: some fifteen metres, so that its neighbours are in sight. */
const AROUND = 0.00015;

function boundsAround(points: ProcessingPoints, shots: readonly string[]): Bounds | null {
  const wanted = new Set(shots);
  const places = points.ids.flatMap((id, at) => {
    const place = wanted.has(id) ? lonlatOf(points, at) : null;
    return place ? [place] : [];
  });
  const box = boundsOf(places);
  return box && [box[0] - AROUND, box[1] - AROUND, box[2] + AROUND, box[3] + AROUND];
}

/** The surroundings of a conflict on the map, with the table beside it. */
export function ConflictMap({ conflict }: { conflict: ProcessingConflict }) {
  const { points } = useProcessing();
  const fit = useMemo(() => (points ? boundsAround(points, conflict.shots) : null), [points, conflict.shots]);
  return <PointsView fit={fit} height={380} />;
}
