import { indexPoints } from '../geo/near.ts';
import { distance3d, type GridPosition } from '../geo/plane.ts';
import { makeProjection } from '../geo/projection.ts';
import { gaussianRadius } from '../geo/scale-factor.ts';
import type { RawFile } from '../read/raw-records.ts';
import type { PointRecord, PointsFile } from '../read/records.ts';
import { type Reduction, reduceRaw } from '../reduce/reduce-raw.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { makeShot } from './make-shot.ts';
import { asEarlier, collectOccurrences, isMeasurement, type Occurrence, placeOf } from './occurrences.ts';
import { nameKey, type Shot } from './shot.ts';

/**
 * The import step: raw file and points file become one list of shots. Of a name stored twice the last occurrence counts
 * and the earlier ones are kept beside it; coordinates and description come from the points file; what was measured but
 * is no longer in the points file is listed apart, ready to be imported, never dropped.
 */
export interface Assembly {
  readonly shots: readonly Shot[];
  readonly raw_deleted: readonly Shot[];
  /** Rows of the points file without easting or northing. */
  readonly rows_without_place: readonly PointRecord[];
  readonly reduction: Reduction;
}

/** Gives an id to the shot of a name; the caller decides how, so that importing twice can give the same ids. */
export type NewId = (name: string) => string;

export function assembleShots(raw: RawFile, points: PointsFile, settings: SurveySettings, newId: NewId): Assembly {
  const rows = points.records.filter((record) => record.kind === 'point');
  const reduction = reduceRaw(raw, reduceOptions(rows, settings));
  const occurrences = collectOccurrences(raw, reduction);
  const findCopy = indexMeasurements([...occurrences.values()].flat().filter(isMeasurement), settings.tolerances.renumbered);
  const shots: Shot[] = [];
  const rows_without_place: PointRecord[] = [];
  const used = new Set<string>();

  for (const [key, same_name] of groupByName(rows)) {
    const row = same_name.at(-1)!;
    const place = placeOf(row);
    if (!place) {
      rows_without_place.push(row);
      continue;
    }
    const raw_occurrences = occurrences.get(key) ?? [];
    const measured = chooseMeasurement(raw_occurrences, settings.tolerances.renumbered);
    const copy_of = measured ? null : findCopy(place);
    if (copy_of) used.add(nameKey(copy_of.name));
    used.add(key);
    const last = raw_occurrences.at(-1) ?? null;
    shots.push(
      makeShot(raw, settings, {
        id: newId(row.name),
        name: row.name.trim(),
        place,
        description: row.description,
        measurement: measured ?? copy_of,
        origin: (measured ?? copy_of) ? 'RAW' : 'POINTS_ONLY',
        renumbered_from: copy_of && nameKey(copy_of.name) !== key ? copy_of.name : null,
        collected: last?.position ?? copy_of?.position ?? null,
        earlier: [
          ...raw_occurrences.filter((occurrence) => occurrence !== last && occurrence !== measured).map(asEarlier),
          ...same_name
            .slice(0, -1)
            .map((earlier) => ({ ...coordinatesOf(earlier), description: earlier.description, datetime: null, lines: [] })),
        ],
      }),
    );
  }
  return { shots, raw_deleted: listDeleted(raw, settings, occurrences, used, newId), rows_without_place, reduction };
}

/** Puts shots deleted in the collector back among the others, by name. Their coordinates are those of the raw file. */
export function importDeleted(assembly: Assembly, names: readonly string[]): Assembly {
  const wanted = new Set(names.map(nameKey));
  const back = assembly.raw_deleted.filter((shot) => wanted.has(nameKey(shot.name)));
  return {
    ...assembly,
    shots: [...assembly.shots, ...back],
    raw_deleted: assembly.raw_deleted.filter((shot) => !wanted.has(nameKey(shot.name))),
  };
}

function listDeleted(
  raw: RawFile,
  settings: SurveySettings,
  occurrences: ReadonlyMap<string, readonly Occurrence[]>,
  used: ReadonlySet<string>,
  newId: NewId,
): Shot[] {
  const deleted: Shot[] = [];
  for (const [key, list] of occurrences) {
    const last = list.at(-1)!;
    // The crew's own base is not a shot; it becomes one only when the points file lists it.
    if (used.has(key) || last.record.kind === 'base' || last.position === null) continue;
    const measured = chooseMeasurement(list, settings.tolerances.renumbered);
    deleted.push(
      makeShot(raw, settings, {
        id: newId(last.name),
        name: last.name.trim(),
        place: last.position,
        description: last.description,
        measurement: measured,
        origin: 'RAW_DELETED',
        renumbered_from: null,
        collected: last.position,
        earlier: list.filter((occurrence) => occurrence !== last && occurrence !== measured).map(asEarlier),
      }),
    );
  }
  return deleted;
}

/** The last measurement, unless something else was typed over it afterwards. */
function chooseMeasurement(list: readonly Occurrence[], tolerance: number): Occurrence | null {
  const last = list.at(-1);
  const measured = list.findLast(isMeasurement) ?? null;
  if (!last || !measured || last === measured) return measured;
  const is_same = last.position !== null && measured.position !== null && distance3d(last.position, measured.position) <= tolerance;
  return is_same ? measured : null;
}

/** A point that was renumbered in the collector shows only by standing exactly where something was measured. */
function indexMeasurements(measurements: readonly Occurrence[], tolerance: number): (place: GridPosition) => Occurrence | null {
  const placed = measurements.filter((occurrence) => occurrence.position !== null);
  const index = indexPoints(placed.map((occurrence) => occurrence.position!));
  return (place) => {
    const found = index.nearest(place, tolerance, (position) => distance3d(placed[position]!.position!, place));
    return found ? placed[found.index]! : null;
  };
}

function groupByName(rows: readonly PointRecord[]): Map<string, PointRecord[]> {
  const groups = new Map<string, PointRecord[]>();
  for (const row of rows) {
    const key = nameKey(row.name);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

function coordinatesOf({ easting, northing, elevation }: PointRecord) {
  return { easting, northing, elevation };
}

function reduceOptions(rows: readonly PointRecord[], settings: SurveySettings) {
  const projection = makeProjection(settings.office_crs);
  const known = new Map<string, GridPosition>();
  for (const row of rows) {
    const place = placeOf(row);
    if (place) known.set(nameKey(row.name), place);
  }
  return {
    known,
    tolerances: settings.tolerances,
    refraction: settings.refraction,
    earth_radius: gaussianRadius(projection, projection.origin.latitude),
  };
}
