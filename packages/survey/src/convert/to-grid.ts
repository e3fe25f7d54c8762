import type { GridPoint, Projection } from '../geo/projection.ts';
import type { RawFile, RawRecord, RawSetup } from '../read/raw/raw-records.ts';
import type { LocFile, PointsFile } from '../read/records.ts';
import { medianVector } from '../shift/vector.ts';
import type { Tolerances } from '../survey-settings.ts';

/**
 * A job on the ground as a job on the grid. The collector divides the distance of every point from one fixed point by its GPS
 * scale, as its manual says; the fixed point is the one it prints, the first mark of the localization, or the origin. Which of
 * these it was, and whether it multiplied instead, is decided by the latitudes and longitudes of the file.
 */
export interface GroundScale {
  /** Ground = fixed + (grid - fixed) · factor. */
  readonly factor: number;
  readonly fixed: GridPoint;
}

type Limits = Pick<Tolerances, 'scale_factor' | 'not_explained'>;

/** null when the job is on the grid already, when it used several scales, or when no reading of its scale explains the shots. */
export function findGroundScale(raw: RawFile, loc: LocFile | null, projection: Projection, limits: Limits): GroundScale | null {
  const setups = usedSetups(raw);
  const [first] = setups;
  const scale = first?.gps_scale ?? 1;
  if (!first || Math.abs(scale - 1) <= limits.scale_factor || scale <= 0) return null;
  if (setups.some((setup) => setup.gps_scale !== scale)) return null;
  const point = setups.find((setup) => setup.gps_scale_point)?.gps_scale_point ?? null;
  const [mark] = loc?.points ?? [];
  const marked =
    mark?.local_easting != null && mark.local_northing !== null ? [{ easting: mark.local_easting, northing: mark.local_northing }] : [];
  const fixed_points: GridPoint[] = [...(point ? [point] : []), ...marked, { easting: 0, northing: 0 }];
  const candidates = fixed_points.flatMap((fixed) => [
    { factor: 1 / scale, fixed },
    { factor: scale, fixed },
  ]);
  return candidates.find((candidate) => doesExplain(candidate, raw, projection, limits)) ?? null;
}

export function rawToGrid(raw: RawFile, scale: GroundScale): RawFile {
  const moved = new Map<RawRecord, RawRecord>();
  const records = raw.records.map((record) => {
    const made = convertRecord(record, scale);
    moved.set(record, made);
    return made;
  });
  const find = <R extends RawRecord>(record: R | null): R | null => record && ((moved.get(record) as R | undefined) ?? record);
  const setups = raw.setups.map((setup) => ({
    ...setup,
    gps_scale: 1,
    // What the total station measured is on the ground.
    ts_scale: (setup.ts_scale ?? 1) / scale.factor,
    base: find(setup.base),
    station: find(setup.station),
    backsight: find(setup.backsight),
  }));
  return { ...raw, records, setups };
}

export function pointsToGrid(points: PointsFile, scale: GroundScale): PointsFile {
  return {
    ...points,
    records: points.records.map((record) => (record.kind === 'point' ? { ...record, ...onGrid(record, scale) } : record)),
  };
}

function convertRecord(record: RawRecord, scale: GroundScale): RawRecord {
  switch (record.kind) {
    case 'gnss':
    case 'base':
      return { ...record, grid: record.grid && { ...record.grid, ...onGrid(record.grid, scale) } };
    case 'stored':
    case 'occupy':
    case 'resection':
      return { ...record, ...onGrid(record, scale) };
    default:
      return record;
  }
}

type Placed = { readonly easting: number | null; readonly northing: number | null };

function onGrid({ easting, northing }: Placed, { factor, fixed }: GroundScale): Placed {
  return {
    easting: easting === null ? null : fixed.easting + (easting - fixed.easting) / factor,
    northing: northing === null ? null : fixed.northing + (northing - fixed.northing) / factor,
  };
}

function usedSetups(raw: RawFile): RawSetup[] {
  const used = new Set(raw.records.flatMap((record) => (record.kind === 'gnss' || record.kind === 'sight' ? record.setup : [])));
  return [...used].flatMap((index) => raw.setups[index] ?? []);
}

/** Localized shots may all lie off by one vector; others must lie where their latitude and longitude put them. */
function doesExplain(scale: GroundScale, raw: RawFile, projection: Projection, { not_explained }: Limits): boolean {
  const misses = raw.records.flatMap((record) => {
    if (record.kind !== 'gnss' || record.latitude === null || record.longitude === null || !record.grid) return [];
    const there = projection.toGrid({ latitude: record.latitude, longitude: record.longitude });
    const { easting, northing } = onGrid(record.grid, scale);
    if (!there || easting === null || northing === null) return [];
    const is_localized = raw.setups[record.setup]?.localization_file != null;
    return { is_localized, vector: { d_easting: easting - there.easting, d_northing: northing - there.northing, d_elevation: 0 } };
  });
  return [true, false].every((is_localized) => {
    const vectors = misses.filter((miss) => miss.is_localized === is_localized).map(({ vector }) => vector);
    const middle = medianVector(vectors);
    if (!middle) return true;
    const around = is_localized ? middle : { d_easting: 0, d_northing: 0 };
    const near = vectors.filter(
      ({ d_easting, d_northing }) => Math.hypot(d_easting - around.d_easting, d_northing - around.d_northing) <= not_explained,
    );
    return near.length * 2 > vectors.length;
  });
}
