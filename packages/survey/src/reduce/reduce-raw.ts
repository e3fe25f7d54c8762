import { nameKey } from '../assemble/shot.ts';
import { angleBetween, azimuthOf, distance2d, type GridPosition } from '../geo/plane.ts';
import type { RawFile, RawSetup, TotalStationShot } from '../read/raw/raw-records.ts';
import { type ResectionReport, reportResection } from './resection.ts';
import { meanSets, type SetMean, sightOfSet } from './sets.ts';
import { type Atmosphere, backsightAzimuth, type Orientation, polarOf, reduceSight } from './sight.ts';

/** Every total-station observation of a raw file, computed from its own readings. Nothing here replaces a stored coordinate. */
export interface Reduction {
  /** Last occurrence last, in file order. */
  readonly sights: readonly ReducedSight[];
  readonly checks: readonly BacksightCheck[];
  readonly resections: readonly ResectionReport[];
}

export interface ReducedSight {
  readonly name: string;
  readonly record: TotalStationShot;
  readonly from: 'sight' | 'set';
  readonly set: SetMean | null;
  readonly position: GridPosition | null;
  /** Why there is no position; null when there is one. */
  readonly why_not: string | null;
  /** The point whose coordinates would give one. */
  readonly missing: string | null;
}

/** The backsight measured again: its distance and height against its known coordinates. */
export interface BacksightCheck {
  readonly occupied: string;
  readonly backsight: string;
  readonly d_distance: number | null;
  readonly d_elevation: number | null;
  readonly d_angle_seconds: number | null;
  readonly lines: readonly number[];
}

export interface ReduceOptions {
  /** Coordinates by `nameKey`, from the points file: used where the raw file names a point without giving it. */
  readonly known: ReadonlyMap<string, GridPosition>;
  readonly tolerances: Parameters<typeof reportResection>[2];
  /** Share of the earth's curvature that refraction takes back. */
  readonly refraction: number;
  readonly earth_radius: number;
}

export function reduceRaw(raw: RawFile, options: ReduceOptions): Reduction {
  const places = new Map(options.known);
  const airs = findAir(raw, options);
  const sights: ReducedSight[] = [];
  const checks: BacksightCheck[] = [];
  const resections: ResectionReport[] = [];
  const readings = new Map<string, TotalStationShot[]>();

  for (const record of raw.records) {
    if (record.kind === 'stored' || record.kind === 'occupy') remember(places, record.name, record);
    if (record.kind === 'gnss' && record.grid) remember(places, record.name, record.grid);
    if (record.kind === 'resection') resections.push(reportResection(record, places, options.tolerances));
    if (record.kind !== 'sight') continue;
    const setup = raw.setups[record.setup];
    const air = airs.get(record)!;
    if (record.code === 'SS' || record.code === 'TR') {
      const reduced = reduceOne(record, setup, places, air);
      if (reduced.position) places.set(nameKey(record.name), reduced.position);
      sights.push({ name: record.name, record, from: 'sight', set: null, ...reduced });
      continue;
    }
    const key = `${setup?.station?.lines[0] ?? record.occupied}:${setup?.backsight?.lines[0] ?? ''}`;
    const group = readings.get(key);
    if (group) group.push(record);
    else readings.set(key, [record]);
    if (record.code === 'BD' || record.code === 'BR') checks.push(checkBacksight(record, setup, places));
  }

  reduceLater(
    sights,
    (sight) => {
      return reduceOne(sight.record, raw.setups[sight.record.setup], places, airs.get(sight.record)!);
    },
    places,
  );

  const stored = new Set(sights.map((sight) => nameKey(sight.name)));
  for (const group of readings.values()) {
    for (const set of meanSets(group)) {
      const like = group.find((sight) => sight.name === set.target);
      // The collector stores the mean of a set itself, as SS or TR; only a set without one is reduced here.
      if (!like || stored.has(nameKey(set.target))) continue;
      const setup = raw.setups[like.setup];
      const record = sightOfSet(set, like);
      const air = airs.get(like)!;
      sights.push({
        name: set.target,
        record,
        from: 'set',
        set,
        ...reduceOne(record, setup, places, air, set.angle === null ? undefined : 0),
      });
    }
  }
  return { sights, checks, resections };
}

/** Scale and curvature by the mode in force: files that were joined bring each their own. */
function findAir(raw: RawFile, { refraction, earth_radius }: ReduceOptions): Map<TotalStationShot, Atmosphere> {
  const airs = new Map<TotalStationShot, Atmosphere>();
  let mode = raw.records.find((record) => record.kind === 'mode');
  for (const record of raw.records) {
    if (record.kind === 'mode') mode = record;
    if (record.kind !== 'sight') continue;
    const curvature = mode?.has_curvature ? (1 - refraction) / (2 * earth_radius) : 0;
    airs.set(record, { scale: (raw.setups[record.setup]?.ts_scale ?? 1) * (mode?.scale ?? 1), curvature });
  }
  return airs;
}

/**
 * A station may be measured or stored after it was occupied. What could not be reduced for want of one is reduced once it is
 * known, and so is what stood on that in turn. Every sight is tried again at most once for each point it waits for.
 */
function reduceLater(sights: ReducedSight[], reduce: (sight: ReducedSight) => Outcome, places: Map<string, GridPosition>): void {
  const waiting = new Map<string, number[]>();
  let ready = sights.flatMap((sight, index) => (sight.position === null ? index : []));
  while (ready.length > 0) {
    const next: number[] = [];
    for (const index of ready) {
      const sight = sights[index]!;
      const reduced = reduce(sight);
      if (reduced.position) {
        sights[index] = { ...sight, ...reduced };
        const key = nameKey(sight.name);
        if (!places.has(key)) places.set(key, reduced.position);
        next.push(...(waiting.get(key) ?? []));
        waiting.delete(key);
      } else if (reduced.missing !== null) {
        const key = nameKey(reduced.missing);
        const others = waiting.get(key);
        if (others) others.push(index);
        else waiting.set(key, [index]);
      }
    }
    ready = next;
  }
}

interface Outcome {
  readonly position: GridPosition | null;
  readonly why_not: string | null;
  /** The point whose coordinates would help; null when none would. */
  readonly missing: string | null;
}

function reduceOne(
  record: TotalStationShot,
  setup: RawSetup | undefined,
  places: ReadonlyMap<string, GridPosition>,
  air: Atmosphere,
  circle?: number,
): Outcome {
  const orientation = orientationOf(record, setup, places);
  if (!orientation)
    return {
      position: null,
      why_not: `The coordinates of the occupied point ${record.occupied} are not known.`,
      missing: record.occupied,
    };
  const position = reduceSight(record, circle === undefined ? orientation : { ...orientation, circle }, air);
  if (position) return { position, why_not: null, missing: null };
  if (record.angle === null || record.distance === null)
    return { position: null, why_not: 'The angle or the distance is missing.', missing: null };
  const backsight = setup?.backsight?.name ?? null;
  return { position: null, why_not: `The backsight ${backsight ?? ''} has no azimuth and no coordinates.`, missing: backsight };
}

function orientationOf(
  record: TotalStationShot,
  setup: RawSetup | undefined,
  places: ReadonlyMap<string, GridPosition>,
): Orientation | null {
  const occupied = setup?.station && nameKey(setup.station.name) === nameKey(record.occupied) ? positionOf(setup.station) : null;
  const station = occupied ?? places.get(nameKey(record.occupied));
  if (!station) return null;
  const backsight = setup?.backsight ?? null;
  const target = backsight ? places.get(nameKey(backsight.name)) : undefined;
  return { station, azimuth: backsightAzimuth(backsight?.azimuth ?? null, station, target), circle: backsight?.circle ?? 0 };
}

function checkBacksight(record: TotalStationShot, setup: RawSetup | undefined, places: ReadonlyMap<string, GridPosition>): BacksightCheck {
  const orientation = orientationOf(record, setup, places);
  const target = places.get(nameKey(record.name));
  const blank = {
    occupied: record.occupied,
    backsight: record.name,
    lines: record.lines,
    d_distance: null,
    d_elevation: null,
    d_angle_seconds: null,
  };
  if (!orientation || !target) return blank;
  const polar = polarOf(record, orientation);
  const measured = reduceSight(record, orientation);
  const azimuth = azimuthOf(orientation.station, target);
  const is_turned = record.code === 'BR'; // second face: the circle stands on the other side
  return {
    ...blank,
    d_distance: polar ? Math.abs(polar.horizontal) - distance2d(orientation.station, target) : null,
    d_elevation: measured?.elevation == null || target.elevation === null ? null : measured.elevation - target.elevation,
    d_angle_seconds: polar && azimuth !== null ? angleBetween(polar.azimuth + (is_turned ? 180 : 0), azimuth) * 3600 : null,
  };
}

type Placed = { readonly easting: number | null; readonly northing: number | null; readonly elevation: number | null };

function positionOf({ easting, northing, elevation }: Placed): GridPosition | null {
  return easting === null || northing === null ? null : { easting, northing, elevation };
}

function remember(places: Map<string, GridPosition>, name: string, placed: Placed): void {
  const position = positionOf(placed);
  if (position) places.set(nameKey(name), position);
}
