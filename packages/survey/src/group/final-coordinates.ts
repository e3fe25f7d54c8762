import type { Shot } from '../assemble/shot.ts';
import type { GridPosition } from '../geo/plane.ts';
import { correctedPosition, measuredPosition, shiftedPosition } from '../shift/vector.ts';
import { averagePositions, type MeanPosition, rootsOf, weighShot } from './average.ts';

export interface FinalCoordinate extends GridPosition {
  /** false while a shift is still missing under it: the figures are then as measured. */
  readonly is_final: boolean;
  /** How well the readings under an average agree; null for a shot that stands for itself. */
  readonly mean: Omit<MeanPosition, keyof GridPosition> | null;
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
    finals.set(shot.id, { ...(shifted ?? correctedPosition(shot)), is_final: shifted !== null, mean: null });
  }
  const by_id = new Map(shots.map((shot) => [shot.id, shot]));
  for (const shot of shots) {
    if (shot.instrument_type !== 'AVERAGE') continue;
    const roots = rootsOf(shot, by_id).flatMap((root) => {
      const final = finals.get(root.id);
      return final ? { ...weighShot(root, final), is_final: final.is_final } : [];
    });
    const average = averagePositions(roots);
    if (!average) {
      finals.set(shot.id, { ...measuredPosition(shot), is_final: false, mean: null });
      continue;
    }
    const { easting, northing, elevation, ...mean } = average;
    finals.set(shot.id, { easting, northing, elevation, mean, is_final: roots.every((root) => root.is_final) });
  }
  return finals;
}
