import type { Shot } from '../assemble/shot.ts';
import type { GridPosition } from '../geo/plane.ts';
import { measuredPosition, shiftedPosition } from '../shift/vector.ts';
import { averagePositions } from './average.ts';

export interface FinalCoordinate extends GridPosition {
  /** false while a shift is still missing under it: the figures are then as measured. */
  readonly is_final: boolean;
}

/**
 * Where every shot ends up. An average is the mean of the final coordinates of the measured shots under it, taken here and
 * nowhere stored, so that a later shift or a changed selection can never leave a stale mean behind.
 */
export function finalCoordinates(shots: readonly Shot[]): Map<string, FinalCoordinate> {
  const finals = new Map<string, FinalCoordinate>();
  for (const shot of shots) {
    if (shot.instrument_type === 'AVERAGE') continue;
    const shifted = shiftedPosition(shot);
    finals.set(shot.id, { ...(shifted ?? measuredPosition(shot)), is_final: shifted !== null });
  }
  for (const shot of shots) {
    if (shot.instrument_type !== 'AVERAGE') continue;
    const roots = shot.averaged_from.map((id) => finals.get(id)).filter((final) => final !== undefined);
    const mean = averagePositions(roots);
    finals.set(
      shot.id,
      mean ? { ...mean, is_final: roots.every((root) => root.is_final) } : { ...measuredPosition(shot), is_final: false },
    );
  }
  return finals;
}
