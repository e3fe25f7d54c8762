import { nameKey } from '../assemble/shot.ts';
import type {
  BaseRecord,
  GnssShot,
  GridPosition,
  RawFile,
  RawRecord,
  RawSetup,
  ResectionReading,
  TotalStationShot,
} from '../read/raw/raw-records.ts';
import type { LocFile, PointsFile } from '../read/records.ts';

/**
 * Files in feet as files in metres. The collector prints heights on the ellipsoid (EL of GPS and BP) in metres whatever the job
 * is in, as its manual says; where the grid results of the file itself say otherwise, they decide.
 */

/** What heights on the ellipsoid, and the heights of the base antenna, are multiplied by. */
interface HeightUnits {
  readonly ellipsoid: number;
  readonly base_antenna: number;
}

export function rawToMetres(raw: RawFile): RawFile {
  const k = raw.metres_per_unit;
  if (k === 1) return raw;
  const units = findHeightUnits(raw, k);
  const moved = new Map<RawRecord, RawRecord>();
  const records = raw.records.map((record) => {
    const made = convertRecord(record, raw.setups, k, units);
    moved.set(record, made);
    return made;
  });
  const find = <R extends RawRecord>(record: R | null): R | null => record && ((moved.get(record) as R | undefined) ?? record);
  const setups = raw.setups.map((setup) => ({
    ...convertHeights(setup, k),
    base: find(setup.base),
    station: find(setup.station),
    backsight: find(setup.backsight),
  }));
  return { ...raw, unit: 'm', metres_per_unit: 1, records, setups };
}

/** The points file does not say its unit: it has that in which it agrees with the raw file. */
export function pointsToMetres(points: PointsFile, raw: RawFile): PointsFile {
  const k = raw.metres_per_unit;
  if (k === 1) return points;
  const eastings = new Map<string, number>();
  for (const record of raw.records) {
    const placed = record.kind === 'gnss' ? record.grid : record.kind === 'stored' ? record : null;
    if (placed?.easting != null && record.kind !== 'verbatim' && 'name' in record) eastings.set(nameKey(record.name), placed.easting);
  }
  const votes = points.records.map((record) => {
    const there = record.kind === 'point' ? eastings.get(nameKey(record.name)) : undefined;
    if (record.kind !== 'point' || record.easting === null || there === undefined) return 0;
    return Math.abs(record.easting - there) <= Math.abs(record.easting - there * k) ? 1 : -1;
  });
  if (votes.reduce<number>((sum, vote) => sum + vote, 0) < 0) return points;
  return {
    ...points,
    records: points.records.map((record) =>
      record.kind === 'point'
        ? { ...record, easting: times(record.easting, k), northing: times(record.northing, k), elevation: times(record.elevation, k) }
        : record,
    ),
  };
}

/** A .loc that calls itself metric is; another one is in the unit of its raw file. */
export function locToMetres(loc: LocFile, raw: RawFile): LocFile {
  const k = raw.metres_per_unit;
  if (k === 1 || /metric|met(er|re)/i.test(loc.units ?? '')) return loc;
  const { ellipsoid } = findHeightUnits(raw, k);
  return {
    ...loc,
    points: loc.points.map((point) => ({
      ...point,
      ellipsoid_elevation: times(point.ellipsoid_elevation, ellipsoid),
      local_easting: times(point.local_easting, k),
      local_northing: times(point.local_northing, k),
      local_elevation: times(point.local_elevation, k),
    })),
  };
}

/** What the rounding of printed heights leaves, doubled. */
const PRINTED = 0.02;

/** Without geoid and localization a mark on the ellipsoid is the mark on the grid: the unit in which it is, is the right one. */
function findHeightUnits(raw: RawFile, k: number): HeightUnits {
  const plain = raw.records.filter((record): record is GnssShot => {
    const setup = record.kind === 'gnss' ? raw.setups[record.setup] : undefined;
    return setup !== undefined && setup.localization_file === null && setup.geoid_file === null;
  });
  const misses = (unit: number) =>
    plain.flatMap((shot) => {
      const [el, hr, z] = [shot.antenna_elevation, raw.setups[shot.setup]!.antenna_height, shot.grid?.elevation ?? null];
      return el === null || hr === null || z === null ? [] : Math.abs(el * unit - (hr + z) * k);
    });
  const ellipsoid = middle(misses(1)) > PRINTED && middle(misses(k)) <= PRINTED ? k : 1;
  const bases = raw.records.filter((record) => record.kind === 'base');
  const base_misses = (unit: number) =>
    bases.flatMap(({ elevation, antenna_height, phase_centre_offset, grid }) => {
      const z = grid?.elevation ?? null;
      if (elevation === null || antenna_height === null || z === null) return [];
      return Math.abs(elevation * ellipsoid - (antenna_height + (phase_centre_offset ?? 0)) * unit - z * k);
    });
  const base_antenna = middle(base_misses(k)) > PRINTED && middle(base_misses(1)) <= PRINTED ? 1 : k;
  return { ellipsoid, base_antenna };
}

/** 0 of nothing. */
function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function convertRecord(record: RawRecord, setups: readonly RawSetup[], k: number, units: HeightUnits): RawRecord {
  switch (record.kind) {
    case 'gnss': {
      const lowered = times(setups[record.setup]?.antenna_height ?? null, k);
      const antenna_elevation = times(record.antenna_elevation, units.ellipsoid);
      return {
        ...record,
        antenna_elevation,
        mark_elevation: antenna_elevation === null || lowered === null ? null : antenna_elevation - lowered,
        rod_height: rodInMetres(record.rod_height, lowered, k),
        grid: convertGrid(record.grid, k),
        quality: {
          ...record.quality,
          hrms: times(record.quality.hrms, k),
          vrms: times(record.quality.vrms, k),
          hsdv: times(record.quality.hsdv, k),
          vsdv: times(record.quality.vsdv, k),
        },
      };
    }
    case 'base':
      return convertBase(record, k, units);
    case 'sight':
      return convertSight(record, k);
    case 'stored':
    case 'occupy':
      return { ...record, ...convertPlace(record, k) };
    case 'heights':
      return { ...record, instrument_height: times(record.instrument_height, k), rod_height: times(record.rod_height, k) };
    case 'resection':
      return {
        ...record,
        ...convertPlace(record, k),
        instrument_height: times(record.instrument_height, k),
        residual_distance: times(record.residual_distance, k),
        residual_elevation: times(record.residual_elevation, k),
        readings: record.readings.map((reading) => convertReading(reading, k)),
      };
    default:
      return record;
  }
}

function convertBase(record: BaseRecord, k: number, { ellipsoid, base_antenna }: HeightUnits): BaseRecord {
  const elevation = times(record.elevation, ellipsoid);
  const antenna_height = times(record.antenna_height, base_antenna);
  const phase_centre_offset = times(record.phase_centre_offset, base_antenna);
  // As the reader has it: what is taken off is the height of the antenna, and its phase centre where EL is that of the phase centre.
  const lowered = antenna_height === null ? null : antenna_height + (record.antenna_point === 'ARP' ? 0 : (phase_centre_offset ?? 0));
  return {
    ...record,
    elevation,
    antenna_height,
    phase_centre_offset,
    mark_elevation: elevation === null || lowered === null ? null : elevation - lowered,
    grid: convertGrid(record.grid, k),
  };
}

function convertSight(record: TotalStationShot, k: number): TotalStationShot {
  return {
    ...record,
    distance: times(record.distance, k),
    vertical: record.vertical_kind === 'CE' ? times(record.vertical, k) : record.vertical,
    instrument_height: times(record.instrument_height, k),
    rod_height: times(record.rod_height, k),
    offsets: record.offsets.map((offset) => ({ ...offset, distance: times(offset.distance, k) })),
  };
}

function convertReading(reading: ResectionReading, k: number): ResectionReading {
  return {
    ...reading,
    distance: times(reading.distance, k),
    rod_height: times(reading.rod_height, k),
    residual_distance: times(reading.residual_distance, k),
    residual_elevation: times(reading.residual_elevation, k),
  };
}

function convertHeights(setup: RawSetup, k: number): RawSetup {
  const { gps_scale_point: point } = setup;
  const antenna_height = times(setup.antenna_height, k);
  return {
    ...setup,
    gps_scale_point: point && { northing: point.northing * k, easting: point.easting * k },
    antenna_height,
    instrument_height: times(setup.instrument_height, k),
    rod_height: times(setup.rod_height, k),
    entered_rover_rod: rodInMetres(setup.entered_rover_rod, antenna_height, k),
    entered_base_height: times(setup.entered_base_height, k),
  };
}

/** No phase centre lies higher above the end of its rod. */
const MOST_OFFSET = 0.5;

/** An entered rod is printed with a unit of its own: it is the one in which only a phase centre is missing to the antenna height. */
function rodInMetres(entered: number | null, antenna_height: number | null, k: number): number | null {
  if (entered === null || antenna_height === null) return times(entered, k);
  const isRest = (rest: number) => rest > -PRINTED && rest < MOST_OFFSET;
  return !isRest(antenna_height - entered * k) && isRest(antenna_height - entered) ? entered : entered * k;
}

type Placed = { readonly easting: number | null; readonly northing: number | null; readonly elevation: number | null };

function convertPlace({ easting, northing, elevation }: Placed, k: number): Placed {
  return { easting: times(easting, k), northing: times(northing, k), elevation: times(elevation, k) };
}

function convertGrid(grid: GridPosition | null, k: number): GridPosition | null {
  return grid && { ...grid, ...convertPlace(grid, k) };
}

function times(value: number | null, factor: number): number | null {
  return value === null ? null : value * factor;
}
