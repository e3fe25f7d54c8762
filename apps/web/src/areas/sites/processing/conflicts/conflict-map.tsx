import type { ProcessingConflict, ProcessingPoints } from '@dmse/contract/sites/processing/result';
import { useMemo } from 'react';
import type { Bounds } from '../../../../parts/map/map-layer.ts';
import { lonlatOf } from '../points-map.ts';
import { PointsView } from '../points-view.tsx';
import { useProcessing } from '../use-processing.ts';

/** Degrees around a conflict: some fifteen metres, so that its neighbours are in sight. */
const AROUND = 0.00015;

function boundsOf(points: ProcessingPoints, shots: readonly string[]): Bounds | null {
  const wanted = new Set(shots);
  const places = points.ids.flatMap((id, at) => {
    const place = wanted.has(id) ? lonlatOf(points, at) : null;
    return place ? [place] : [];
  });
  if (places.length === 0) return null;
  const [west, south, east, north] = places.reduce(
    ([w, s, e, n], [longitude, latitude]) => [Math.min(w, longitude), Math.min(s, latitude), Math.max(e, longitude), Math.max(n, latitude)],
    [Infinity, Infinity, -Infinity, -Infinity] as [number, number, number, number],
  );
  return [west - AROUND, south - AROUND, east + AROUND, north + AROUND];
}

/** The surroundings of a conflict on the map, with the table beside it. */
export function ConflictMap({ conflict }: { conflict: ProcessingConflict }) {
  const { points } = useProcessing();
  const fit = useMemo(() => (points ? boundsOf(points, conflict.shots) : null), [points, conflict.shots]);
  return <PointsView fit={fit} height={380} />;
}
