import { nameKey } from '../assemble/shot.ts';
import type { RawFile, RawRecord, RawSetup } from '../read/raw/raw-records.ts';
import type { PointsFile } from '../read/records.ts';

/** Another name for a point of one file, where two crews used the same one. */
export interface Rename {
  /** Name of a raw file. */
  readonly file: string;
  readonly name: string;
  readonly to: string;
}

type Names = ReadonlyMap<string, string>;

/** Everywhere the file names the point: as shot, as station, as backsight, among the points of a resection. */
export function renameRaw(raw: RawFile, names: Names): RawFile {
  if (names.size === 0) return raw;
  const renamed = new Map<RawRecord, RawRecord>();
  const records = raw.records.map((record) => {
    const made = renameRecord(record, names);
    renamed.set(record, made);
    return made;
  });
  const find = <R extends RawRecord>(record: R | null): R | null => record && ((renamed.get(record) as R | undefined) ?? record);
  const setups = raw.setups.map(
    (setup): RawSetup => ({ ...setup, base: find(setup.base), station: find(setup.station), backsight: find(setup.backsight) }),
  );
  return { ...raw, records, setups };
}

/** Less is the rounding of printed figures. */
const PRINTED = 0.01;

/** Rows that stand where the raw file measured the point follow it; those of another reading under the same name do not. */
export function renamePoints(points: PointsFile, raw: RawFile, names: Names): PointsFile {
  if (names.size === 0) return points;
  const places = new Map<string, { readonly easting: number | null; readonly northing: number | null }[]>();
  for (const record of raw.records) {
    const placed = record.kind === 'gnss' ? record.grid : record.kind === 'stored' ? record : null;
    const key = placed && 'name' in record ? nameKey(record.name) : '';
    if (placed && names.has(key)) places.set(key, [...(places.get(key) ?? []), placed]);
  }
  return {
    ...points,
    records: points.records.map((record) => {
      if (record.kind !== 'point') return record;
      const { easting, northing } = record;
      const is_here = places.get(nameKey(record.name))?.some((place) => {
        if (easting === null || northing === null || place.easting === null || place.northing === null) return false;
        return Math.hypot(easting - place.easting, northing - place.northing) < PRINTED;
      });
      return is_here ? { ...record, name: nameOf(record.name, names) } : record;
    }),
  };
}

function renameRecord(record: RawRecord, names: Names): RawRecord {
  switch (record.kind) {
    case 'gnss':
    case 'stored':
    case 'base':
    case 'occupy':
      return { ...record, name: nameOf(record.name, names) };
    case 'sight':
    case 'backsight':
      return { ...record, name: nameOf(record.name, names), occupied: nameOf(record.occupied, names) };
    case 'resection':
      return {
        ...record,
        name: nameOf(record.name, names),
        points_used: record.points_used.map((name) => nameOf(name, names)),
        readings: record.readings.map((reading) => ({ ...reading, name: nameOf(reading.name, names) })),
      };
    default:
      return record;
  }
}

function nameOf(name: string, names: Names): string {
  return names.get(nameKey(name)) ?? name;
}
