import type { Projection } from '../geo/projection.ts';
import { toPpm } from '../geo/scale-factor.ts';
import { UNIT_NAMES } from '../read/raw/raw-mode.ts';
import type { RawFile } from '../read/raw/raw-records.ts';
import type { LocFile, PointsFile } from '../read/records.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { findGroundScale, pointsToGrid, rawToGrid } from './to-grid.ts';
import { locToMetres, pointsToMetres, rawToMetres } from './to-metres.ts';

/** What was done to a file before it was used; always said. */
export interface FileNote {
  readonly what: 'unit' | 'scale' | 'same_file' | 'same_reading';
  /** Which file, where there are several. */
  readonly reason?: string;
  readonly figures: Readonly<Record<string, number | string>>;
  readonly sentence: string;
}

export interface CoordinateFiles {
  readonly raw: RawFile;
  readonly points: PointsFile;
  readonly loc: LocFile | null;
}

/** The files in metres on the grid. Files that are so already come back as they are. */
export function convertFiles(
  files: CoordinateFiles,
  projection: Projection,
  { tolerances }: Pick<SurveySettings, 'tolerances'>,
): CoordinateFiles & { readonly notes: readonly FileNote[] } {
  const { unit, metres_per_unit } = files.raw;
  const notes: FileNote[] = [];
  if (unit !== null && unit !== 'm') {
    notes.push({
      what: 'unit',
      figures: { unit, metres_per_unit },
      sentence: `The raw file is in ${UNIT_NAMES[unit]}: every length was converted to metres.`,
    });
  }
  const raw = rawToMetres(files.raw);
  const points = pointsToMetres(files.points, files.raw);
  const loc = files.loc && locToMetres(files.loc, files.raw);
  const scale = findGroundScale(raw, loc, projection, tolerances);
  if (!scale) return { raw, points, loc, notes };
  const { factor, fixed } = scale;
  notes.push({
    what: 'scale',
    figures: { factor, easting: fixed.easting, northing: fixed.northing },
    sentence: `The collector worked on the ground, ${toPpm(factor).toFixed(1)} ppm from the grid, around E ${fixed.easting.toFixed(3)}, N ${fixed.northing.toFixed(3)}: every coordinate was brought to the grid.`,
  });
  return { raw: rawToGrid(raw, scale), points: pointsToGrid(points, scale), loc, notes };
}
