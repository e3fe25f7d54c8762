import { type HorizontalCovariance, toHorizontal } from '../geo/error-ellipse.ts';
import type { GridPosition } from '../geo/plane.ts';
import { parseNumber } from '../read/numbers.ts';
import type { BaseRecord, GnssShot, RawFile, RawSetup } from '../read/raw/raw-records.ts';
import type { SurveySettings } from '../survey-settings.ts';
import type { Occurrence } from './occurrences.ts';
import { baseKeyOf } from './own-bases.ts';
import { blankShot, type Circumstances, type EarlierOccurrence, noCircumstances, type Shot, type ShotOrigin } from './shot.ts';
import { flagShot } from './validate.ts';

export interface ShotParts {
  readonly id: string;
  readonly name: string;
  readonly place: GridPosition;
  readonly description: string;
  readonly measurement: Occurrence | null;
  readonly origin: ShotOrigin;
  readonly renumbered_from: string | null;
  readonly collected: GridPosition | null;
  readonly earlier: readonly EarlierOccurrence[];
}

export function makeShot(raw: RawFile, settings: SurveySettings, parts: ShotParts): Shot {
  const { measurement, place } = parts;
  const record = measurement?.record ?? null;
  const shot: Shot = {
    ...blankShot,
    id: parts.id,
    name: parts.name,
    origin: record?.kind === 'base' ? 'BASE' : parts.origin,
    instrument_type: record === null || record.kind === 'stored' ? 'STORED' : record.kind === 'sight' ? 'TOTAL_STATION' : 'GNSS',
    ...place,
    description: parts.description,
    collected: parts.collected,
    renumbered_from: parts.renumbered_from,
    was_overwritten: parts.earlier.length > 0,
    earlier: parts.earlier,
    raw_file: measurement ? fileOf(raw, measurement.order) : null,
    raw_lines: record?.lines ?? [],
    raw_order: measurement?.order ?? null,
    ...measurementFields(raw, record),
  };
  return flagShot(shot, settings);
}

/** The file of a joined raw file in which a record stands. */
function fileOf({ parts = [] }: RawFile, order: number): string | null {
  return parts.findLast(({ first_record }) => first_record <= order)?.name ?? null;
}

function measurementFields(raw: RawFile, record: Occurrence['record'] | null): Partial<Shot> {
  if (record === null || record.kind === 'stored') return {};
  if (record.kind === 'base') return { gnss: gnssOfBase(record), circumstances: { ...noCircumstances, base: baseKeyOf(raw, record) } };
  const setup = raw.setups[record.setup];
  const shared = { collector_time: record.collector_time, circumstances: setup ? circumstancesOf(raw, setup) : null };
  if (record.kind === 'sight') {
    return { ...shared, station: record.occupied, rod_height: record.rod_height, instrument_height: record.instrument_height };
  }
  const { quality } = record;
  return {
    ...shared,
    datetime: record.utc,
    gnss: gnssOf(record, setup),
    rod_height: record.rod_height,
    status: quality.status,
    is_fixed: quality.is_fixed,
    number_of_satellites: quality.satellites,
    age_of_corrections: quality.age,
    HRMS: quality.hrms,
    VRMS: quality.vrms,
    HSDV: quality.hsdv,
    VSDV: quality.vsdv,
    covariance: covarianceOf(record),
    PDOP: quality.pdop,
    HDOP: quality.hdop,
    VDOP: quality.vdop,
    TDOP: quality.tdop,
    GDOP: quality.gdop,
  };
}

/** From the covariance of the vector, or else from deviations east and north. */
function covarianceOf({ notes, latitude, longitude, quality: { others, spreads } }: GnssShot): HorizontalCovariance | null {
  const [variances, shared] = ['G2,', 'G3,'].map((start) => notes.find((note) => note.startsWith(start)));
  const [xx, yy, zz] = figuresOf(variances, ['VX', 'VY', 'VZ']);
  const [xy, xz, yz] = figuresOf(shared, ['XY', 'XZ', 'YZ']);
  if (latitude !== null && longitude !== null && xx && yy && zz && xy !== undefined && xz !== undefined && yz !== undefined)
    return toHorizontal({ xx, yy, zz, xy, xz, yz }, latitude, longitude);
  const [east, north] = [others.erms ?? others.esdv ?? spreads.eas?.sd, others.nrms ?? others.nsdv ?? spreads.nor?.sd];
  return east && north ? { ee: east ** 2, nn: north ** 2, en: 0 } : null;
}

function figuresOf(note: string | undefined, headers: readonly string[]): (number | undefined)[] {
  const fields = note?.split(',') ?? [];
  return headers.map((header) => {
    const field = fields.find((one) => one.startsWith(header));
    return field === undefined ? undefined : (parseNumber(field.slice(header.length)) ?? undefined);
  });
}

function gnssOf(record: GnssShot, setup: RawSetup | undefined): Shot['gnss'] {
  if (record.latitude === null || record.longitude === null) return null;
  return {
    latitude: record.latitude,
    longitude: record.longitude,
    antenna_elevation: record.antenna_elevation,
    antenna_height: setup?.antenna_height ?? null,
    mark_elevation: record.mark_elevation,
  };
}

function gnssOfBase(record: BaseRecord): Shot['gnss'] {
  if (record.latitude === null || record.longitude === null) return null;
  return {
    latitude: record.latitude,
    longitude: record.longitude,
    antenna_elevation: record.elevation,
    antenna_height: record.antenna_height,
    mark_elevation: record.mark_elevation,
  };
}

/** One object per setup of a file, however many shots share it. */
const CIRCUMSTANCES = new WeakMap<RawFile, Map<RawSetup, Circumstances>>();

function circumstancesOf(raw: RawFile, setup: RawSetup): Circumstances {
  const of_file = CIRCUMSTANCES.get(raw) ?? new Map<RawSetup, Circumstances>();
  CIRCUMSTANCES.set(raw, of_file);
  const known = of_file.get(setup);
  if (known) return known;
  const made: Circumstances = {
    localization_file: setup.localization_file,
    geoid_file: setup.geoid_file?.path ?? null,
    geoid_extent: setup.geoid_file?.extent ?? null,
    equipment: setup.equipment,
    base: baseKeyOf(raw, setup.base),
    network: setup.network,
  };
  of_file.set(setup, made);
  return made;
}
