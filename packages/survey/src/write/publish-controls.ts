import type { Shot } from '../assemble/shot.ts';
import type { FinalCoordinate } from '../group/final-coordinates.ts';

/** A control point as it is written back: to a tenth of a millimetre on the grid, to the centimetre in height. */
export interface PublishedControl {
  readonly shot: string;
  readonly name: string;
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number | null;
  readonly coordinate_system: string;
  readonly elevation_system: string | null;
}

/** Only what is final is published; the others are named, so that nobody believes they were. */
export function publishControls(
  shots: readonly Shot[],
  finals: ReadonlyMap<string, FinalCoordinate>,
  systems: { readonly coordinate_system: string; readonly elevation_system: string | null },
): { readonly controls: readonly PublishedControl[]; readonly not_final: readonly string[] } {
  const controls: PublishedControl[] = [];
  const not_final: string[] = [];
  for (const shot of shots) {
    const final = finals.get(shot.id);
    if (!final?.is_final) {
      not_final.push(shot.name);
      continue;
    }
    const { easting, northing, elevation } = final;
    controls.push({
      shot: shot.id,
      name: shot.name,
      easting: roundTo(easting, 4),
      northing: roundTo(northing, 4),
      elevation: elevation === null ? null : roundTo(elevation, 2),
      ...systems,
    });
  }
  return { controls, not_final };
}

function roundTo(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
