import { compareNames, isTopLevel, type Shot } from '../assemble/shot.ts';
import type { FinalCoordinate } from '../group/final-coordinates.ts';

/** One point as every writer takes it. */
export interface ExportPoint {
  readonly name: string;
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number | null;
  readonly description: string;
  readonly code: string;
}

/** The final points of a run, by name: what stands for itself, children and dropped ones left out. */
export function exportPoints(shots: readonly Shot[], finals: ReadonlyMap<string, FinalCoordinate>): ExportPoint[] {
  return shots
    .filter(isTopLevel)
    .sort((a, b) => compareNames(a.name, b.name))
    .map((shot) => {
      const { easting, northing, elevation } = finals.get(shot.id)!;
      return { name: shot.name, easting, northing, elevation, description: shot.description, code: shot.code };
    });
}
