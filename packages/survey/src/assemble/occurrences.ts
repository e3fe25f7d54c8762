import type { GridPosition } from '../geo/plane.ts';
import type { BaseRecord, GnssShot, RawFile, StoredPoint, TotalStationShot } from '../read/raw/raw-records.ts';
import type { Reduction } from '../reduce/reduce-raw.ts';
import { type EarlierOccurrence, nameKey } from './shot.ts';

/** One time that the raw file put a point of some name into the coordinate file. */
export interface Occurrence {
  readonly name: string;
  readonly description: string;
  readonly record: GnssShot | TotalStationShot | StoredPoint | BaseRecord;
  readonly position: GridPosition | null;
  /** Place in the file. */
  readonly order: number;
}

/** Every occurrence by `nameKey`, in file order. */
export type Occurrences = ReadonlyMap<string, readonly Occurrence[]>;

export function collectOccurrences(raw: RawFile, reduction: Reduction): Occurrences {
  const reduced = new Map(reduction.sights.map((sight) => [sight.record, sight.position]));
  const by_name = new Map<string, Occurrence[]>();
  const add = (occurrence: Occurrence) => {
    const key = nameKey(occurrence.name);
    const list = by_name.get(key);
    if (list) list.push(occurrence);
    else by_name.set(key, [occurrence]);
  };
  raw.records.forEach((record, order) => {
    if (record.kind === 'gnss') add({ name: record.name, description: record.description, record, position: placeOf(record.grid), order });
    if (record.kind === 'stored') add({ name: record.name, description: record.description, record, position: placeOf(record), order });
    if (record.kind === 'base' && record.name !== '' && record.grid) {
      add({ name: record.name, description: record.description || record.grid.description, record, position: placeOf(record.grid), order });
    }
    if (record.kind === 'sight' && (record.code === 'SS' || record.code === 'TR')) {
      add({ name: record.name, description: record.description, record, position: reduced.get(record) ?? null, order });
    }
  });
  for (const { from, name, record, position } of reduction.sights) {
    if (from === 'set') add({ name, description: record.description, record, position, order: raw.records.length });
  }
  return by_name;
}

export function isMeasurement({ record }: Occurrence): boolean {
  return record.kind !== 'stored';
}

export function asEarlier({ position, description, record }: Occurrence): EarlierOccurrence {
  return {
    easting: position?.easting ?? null,
    northing: position?.northing ?? null,
    elevation: position?.elevation ?? null,
    description,
    datetime: record.kind === 'gnss' ? record.utc : null,
    lines: record.lines,
  };
}

type Placed = { readonly easting: number | null; readonly northing: number | null; readonly elevation: number | null };

export function placeOf(placed: Placed | null): GridPosition | null {
  if (placed === null || placed.easting === null || placed.northing === null) return null;
  return { easting: placed.easting, northing: placed.northing, elevation: placed.elevation };
}
