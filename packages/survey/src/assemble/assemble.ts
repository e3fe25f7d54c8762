import { indexPoints } from '../geo/near.ts';
import { distance3d, type GridPosition } from '../geo/plane.ts';
import { makeProjection, type Projection } from '../geo/projection.ts';
import { gaussianRadius } from '../geo/scale-factor.ts';
import type { RawFile } from '../read/raw/raw-records.ts';
import type { PointRecord, PointsFile } from '../read/records.ts';
import { type Reduction, reduceRaw } from '../reduce/reduce-raw.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { makeShot } from './make-shot.ts';
import { asEarlier, collectOccurrences, isMeasurement, type Occurrence, placeOf } from './occurrences.ts';
import { isMeasured, nameKey, type Shot } from './shot.ts';

/**
 * The import step: raw file and points file become one list of shots. Of a name stored twice the last occurrence counts
 * and the earlier ones are kept beside it; coordinates and description come from the points file; what was measured but
 * is no longer in the points file is listed apart, ready to be imported, never dropped.
 */
export interface Assembly {
  readonly shots: readonly Shot[];
  readonly raw_deleted: readonly Shot[];
  /** What was measured or listed and is in none of the two lists, with the reason. */
  readonly not_imported: readonly NotImported[];
  readonly reduction: Reduction;
}

export interface NotImported {
  readonly name: string;
  /** Lines of the raw file; empty for a row of the points file. */
  readonly lines: readonly number[];
  readonly reason: string;
  /** The shot as latitude and longitude give it, ready to be imported; null where nothing gives a place. */
  readonly shot: Shot | null;
}

/** Gives an id to the shot of a name; the caller decides how, so that importing twice can give the same ids. */
export type NewId = (name: string) => string;

export function assembleShots(raw: RawFile, points: PointsFile, settings: SurveySettings, newId: NewId): Assembly {
  const rows = points.records.filter((record) => record.kind === 'point');
  const reduction = reduceRaw(raw, reduceOptions(rows, settings));
  const occurrences = collectOccurrences(raw, reduction);
  const findCopy = indexMeasurements([...occurrences.values()].flat().filter(isMeasurement), settings.tolerances.renumbered);
  const shots: Shot[] = [];
  const not_imported: NotImported[] = [];
  const used = new Set<string>();

  for (const [key, same_name] of groupByName(rows)) {
    const row = same_name.at(-1)!;
    const place = placeOf(row);
    if (!place) {
      not_imported.push({ name: row.name, lines: [], reason: 'The points file gives no easting or northing for it.', shot: null });
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
  const unlisted = listUnlisted(raw, settings, occurrences, used, newId, reduction);
  return {
    shots: markComputed(shots, reduction),
    raw_deleted: unlisted.deleted,
    not_imported: [...not_imported, ...unlisted.placeless],
    reduction,
  };
}

/**
 * A station the collector resected from points of this run moves with them; one resected from published points stands where
 * they stand. What is typed in or designed does not move.
 */
function markComputed(shots: readonly Shot[], { resections }: Reduction): Shot[] {
  const by_name = new Map(shots.map((shot) => [nameKey(shot.name), shot]));
  const used = new Map(resections.map((resection) => [nameKey(resection.name), resection.points_used]));
  return shots.map((shot) => {
    const from = shot.instrument_type === 'STORED' ? (used.get(nameKey(shot.name)) ?? []) : [];
    const known = from.map((name) => by_name.get(nameKey(name)));
    const is_of_run = known.length > 0 && known.every((point) => point !== undefined && isMeasured(point));
    return is_of_run ? { ...shot, computed_from: from } : shot;
  });
}

/** Puts shots deleted in the collector, or without a grid coordinate, among the others, by name. Their coordinates are those of the raw file. */
export function importDeleted(assembly: Assembly, names: readonly string[]): Assembly {
  const wanted = new Set(names.map(nameKey));
  const placed = assembly.not_imported.flatMap(({ shot }) => shot ?? []);
  const back = [...assembly.raw_deleted, ...placed].filter((shot) => wanted.has(nameKey(shot.name)));
  return {
    ...assembly,
    shots: [...assembly.shots, ...back],
    raw_deleted: assembly.raw_deleted.filter((shot) => !wanted.has(nameKey(shot.name))),
    not_imported: assembly.not_imported.filter(({ name, shot }) => shot === null || !wanted.has(nameKey(name))),
  };
}

/** What the raw file holds and the points file does not: deleted in the collector, or never given a grid coordinate. */
function listUnlisted(
  raw: RawFile,
  settings: SurveySettings,
  occurrences: ReadonlyMap<string, readonly Occurrence[]>,
  used: ReadonlySet<string>,
  newId: NewId,
  reduction: Reduction,
): { readonly deleted: Shot[]; readonly placeless: NotImported[] } {
  const projection = makeProjection(settings.office_crs);
  const why_not = new Map(reduction.sights.map((sight) => [sight.record, sight.why_not]));
  const deleted: Shot[] = [];
  const placeless: NotImported[] = [];
  for (const [key, list] of occurrences) {
    const last = list.at(-1)!;
    // The crew's own base is not a shot; it becomes one only when the points file lists it.
    if (used.has(key) || last.record.kind === 'base') continue;
    const measured = chooseMeasurement(list, settings.tolerances.renumbered);
    const place = last.position ?? placeByLatitude(last, raw, projection);
    const shot =
      place &&
      makeShot(raw, settings, {
        id: newId(last.name),
        name: last.name.trim(),
        place,
        description: last.description,
        measurement: measured ?? (isMeasurement(last) ? last : null),
        origin: 'RAW_DELETED',
        renumbered_from: null,
        collected: last.position,
        earlier: list.filter((occurrence) => occurrence !== last && occurrence !== measured).map(asEarlier),
      });
    if (shot && last.position) deleted.push(shot);
    else placeless.push({ name: last.name.trim(), lines: last.record.lines, reason: sayPlaceless(last, why_not), shot });
  }
  return { deleted, placeless };
}

/** Where the collector printed no grid coordinate and had no localization, latitude and longitude give one. */
function placeByLatitude({ record }: Occurrence, raw: RawFile, projection: Projection): GridPosition | null {
  if (record.kind !== 'gnss' || record.latitude === null || record.longitude === null) return null;
  const setup = raw.setups[record.setup];
  if (setup?.localization_file) return null;
  const grid = projection.toGrid({ latitude: record.latitude, longitude: record.longitude });
  return grid && { ...grid, elevation: setup?.geoid_file ? null : record.mark_elevation };
}

function sayPlaceless({ record }: Occurrence, why_not: ReadonlyMap<Occurrence['record'], string | null>): string {
  if (record.kind === 'sight') return why_not.get(record) ?? 'The sight could not be reduced.';
  if (record.kind === 'gnss') return 'The collector printed no grid coordinate for it.';
  return 'The raw file gives no easting or northing for it.';
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
