import { parsePackedDegrees } from '../numbers.ts';
import type { Figures } from './raw-figures.ts';
import { finishQuality, startQuality } from './raw-quality.ts';
import type {
  AngleKind,
  BaseRecord,
  DistanceKind,
  GnssShot,
  GpsTime,
  GridPosition,
  OffsetReading,
  SightCode,
  StoredPoint,
  TotalStationShot,
  VerticalKind,
} from './raw-records.ts';
import type { SetupTracker } from './raw-setup.ts';

/** A record still being filled from the comments below it. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer U)[] ? U[] : T[K] };

function startShot(figures: Figures, nameHeader: string, setup: SetupTracker) {
  return {
    lines: [figures.line],
    name: figures.name(nameHeader),
    description: figures.note,
    setup: setup.snapshot(),
    collector_time: null,
    was_overwritten: false,
    overwrites: 0,
    notes: [],
  };
}

/** Position texts are read as packed here; angle-form.ts corrects the whole file if they were decimal. */
function readPosition(figures: Figures) {
  const latitude_text = figures.text('LA');
  const longitude_text = figures.text('LN');
  const elevation = figures.number('EL');
  return {
    latitude: parsePackedDegrees(latitude_text),
    longitude: parsePackedDegrees(longitude_text),
    latitude_text,
    longitude_text,
    elevation,
  };
}

const NO_QUALITY = finishQuality(startQuality());

export function readGnssShot(figures: Figures, setup: SetupTracker): Draft<GnssShot> {
  const name = figures.name('PN');
  const latitude_text = figures.text('LA');
  const longitude_text = figures.text('LN');
  const elevation = figures.number('EL');
  const lowered = setup.now.antenna_height;
  // Written out: this is the record there are fifty thousand of.
  return {
    kind: 'gnss',
    lines: [figures.line],
    name,
    description: figures.note,
    setup: setup.snapshot(),
    collector_time: null,
    was_overwritten: false,
    overwrites: 0,
    notes: [],
    latitude: parsePackedDegrees(latitude_text),
    longitude: parsePackedDegrees(longitude_text),
    latitude_text,
    longitude_text,
    antenna_elevation: elevation,
    mark_elevation: elevation === null || lowered === null ? null : elevation - lowered,
    rod_height: setup.entered_rod,
    grid: null,
    time: null,
    utc: null,
    quality: NO_QUALITY,
  };
}

export function readBase(figures: Figures, configuration: string | null): Draft<BaseRecord> {
  const name = figures.name('PN');
  const { elevation, ...position } = readPosition(figures);
  const antenna_height = figures.number('AG');
  const phase_centre_offset = figures.number('PA');
  const antenna_point = oneOf(figures, 'AT', ['APC', 'ARP'] as const);
  const source = oneOf(figures, 'SR', ['BASE', 'ROVER'] as const);
  // ARP: the height printed is already that of the reference point, so the offset to the phase centre is not in it.
  const lowered = antenna_height === null ? null : antenna_height + (antenna_point === 'ARP' ? 0 : (phase_centre_offset ?? 0));
  return {
    kind: 'base',
    lines: [figures.line],
    name,
    ...position,
    elevation,
    antenna_height,
    phase_centre_offset,
    antenna_point,
    source,
    mark_elevation: elevation === null || lowered === null ? null : elevation - lowered,
    configuration,
    grid: null,
    time: null,
    log_file: null,
    description: figures.note,
    notes: [],
  };
}

function oneOf<T extends string>(figures: Figures, header: string, words: readonly T[]): T | null {
  const text = figures.text(header).toUpperCase();
  const word = words.find((candidate) => candidate === text) ?? null;
  if (word === null && text !== '') figures.complain(`${header} is neither ${words.join(' nor ')}.`);
  return word;
}

export function readStoredPoint(figures: Figures, setup: SetupTracker): Draft<StoredPoint> {
  const shot = startShot(figures, 'PN', setup);
  return { kind: 'stored', ...shot, ...readGridFigures(figures) };
}

export function readGridFigures(figures: Figures) {
  return { northing: figures.number('N'), easting: figures.number('E'), elevation: figures.number('EL') };
}

export function readGridPosition(figures: Figures): GridPosition {
  return { northing: figures.number('N'), easting: figures.number('E'), elevation: figures.number('EL'), description: figures.note };
}

export function readGpsTime(figures: Figures): GpsTime {
  return {
    start_week: figures.number('SW'),
    start_ms: figures.number('ST'),
    end_week: figures.number('EW'),
    end_ms: figures.number('ET'),
  };
}

const ANGLES: readonly AngleKind[] = ['AR', 'AL', 'AZ', 'BR', 'DR', 'DL'];
const VERTICALS: readonly VerticalKind[] = ['ZE', 'VA', 'CE'];
const DISTANCES: readonly DistanceKind[] = ['SD', 'HD'];

export function readSight(code: SightCode, figures: Figures, setup: SetupTracker): Draft<TotalStationShot> {
  const shot = startShot(figures, 'FP', setup);
  const angle_kind = ANGLES.find((kind) => figures.has(kind)) ?? null;
  const vertical_kind = VERTICALS.find((kind) => figures.has(kind)) ?? null;
  const distance_kind = DISTANCES.find((kind) => figures.has(kind)) ?? null;
  const now = setup.now;
  return {
    kind: 'sight',
    ...shot,
    code,
    occupied: figures.text('OP'),
    angle_kind,
    angle: angle_kind === null ? null : figures.angle(angle_kind),
    vertical_kind,
    vertical: vertical_kind === null ? null : vertical_kind === 'CE' ? figures.number('CE') : figures.angle(vertical_kind),
    distance_kind,
    distance: distance_kind === null ? null : figures.number(distance_kind),
    instrument_height: now.instrument_height,
    rod_height: now.rod_height,
    prism_constant_mm: now.prism_constant_mm,
    offsets: [],
  };
}

export function readOffset(figures: Figures, text: string): OffsetReading {
  return { angle: figures.angle('AR'), zenith: figures.angle('ZE'), distance: figures.number('SD'), text };
}
