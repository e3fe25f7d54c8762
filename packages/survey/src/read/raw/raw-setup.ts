import { parseLeadingNumber, parseNumber } from '../numbers.ts';
import type { Antenna, BacksightRecord, BaseRecord, GeoidFile, OccupyRecord, RawSetup } from './raw-records.ts';

type Draft<T> = { -readonly [K in keyof T]: T[K] };

/**
 * What is in force at each line. Settings arrive as comments and as LS, BP, OC and BK records; a snapshot is taken
 * only when a shot needs one, so a file has as many setups as it has different circumstances of shots.
 */
export class SetupTracker {
  readonly setups: RawSetup[] = [];
  #now: Draft<RawSetup> = { ...NOTHING };
  #changed_at = 1;
  #changed = true;
  /** Entered heights printed since the last LS: they explain the next one. */
  #entered: { readonly height: number | null; readonly of: 'rover' | 'base' } | null = null;

  get now(): RawSetup {
    return this.#now;
  }

  /** Index of the setup in force. */
  snapshot(): number {
    if (this.#changed) {
      this.setups.push({ ...this.#now, from_line: this.#changed_at });
      this.#changed = false;
    }
    return this.setups.length - 1;
  }

  set(line: number, change: Partial<RawSetup>): void {
    Object.assign(this.#now, change);
    if (!this.#changed) this.#changed_at = line;
    this.#changed = true;
  }

  enterHeight(line: number, of: 'rover' | 'base', text: string): void {
    const height = parseLeadingNumber(text);
    const comma = text.indexOf(',');
    const entered_rod_method = comma < 0 ? null : text.slice(comma + 1).trim() || null;
    this.#entered = { height, of };
    this.set(
      line,
      of === 'rover' ? { entered_rover_rod: height, entered_rod_method } : { entered_base_height: height, entered_rod_method },
    );
  }

  /** LS: tells whose heights these are, and forgets an entered rod that no longer fits the new antenna height. */
  applyHeights(line: number, instrument: number | null, rod: number | null): 'rover' | 'base' | 'sight' {
    const entered = this.#entered;
    this.#entered = null;
    if (instrument !== null && instrument !== 0) {
      this.set(line, { instrument_height: instrument, rod_height: rod ?? this.#now.rod_height });
      return 'sight';
    }
    const same = rod === this.#now.antenna_height;
    const used_for = entered?.of ?? 'rover';
    this.set(line, { antenna_height: rod, rod_height: rod });
    this.#rod = entered ? entered.height : same ? this.#rod : null;
    return used_for;
  }

  /** The height the crew entered for the antenna height now in force. */
  #rod: number | null = null;
  get entered_rod(): number | null {
    return this.#rod ?? (this.#now.antenna_height === null ? this.#now.entered_rover_rod : null);
  }

  placeBase(line: number, base: BaseRecord): void {
    this.set(line, { base });
  }

  occupy(line: number, station: OccupyRecord): void {
    this.set(line, { station, backsight: null });
  }

  sightBack(line: number, backsight: BacksightRecord): void {
    this.set(line, { backsight });
  }
}

const NOTHING: RawSetup = {
  from_line: 1,
  software: null,
  projection: null,
  equipment: null,
  antenna: null,
  localization_file: null,
  localization_points: null,
  geoid_file: null,
  grid_adjustment_file: null,
  gps_scale: null,
  gps_scale_point: null,
  rtk_method: null,
  network: null,
  ts_scale: null,
  edm_mode: null,
  prism_constant_mm: null,
  entered_rover_rod: null,
  entered_base_height: null,
  entered_rod_method: null,
  antenna_height: null,
  instrument_height: null,
  rod_height: null,
  base: null,
  station: null,
  backsight: null,
};

type Setter = (value: string, text: string) => Partial<RawSetup> | null;

/** Settings by the words before their colon; null: the words are known, the figure could not be read. */
const SETTINGS: ReadonlyMap<string, Setter> = new Map<string, Setter>([
  ['projection', (value) => ({ projection: value || null })],
  ['user defined', (value) => ({ projection: value || null })],
  ['equipment', (value) => ({ equipment: value.replace(/\s+/g, ' ') || null })],
  ['antenna type', (value) => ({ antenna: parseAntenna(value) })],
  ['localization file', (value) => ({ localization_file: fileOrNone(value), localization_points: null })],
  ['number of localization points used', (value) => numberOrNull(value, (localization_points) => ({ localization_points }))],
  ['geoid separation file', (value) => ({ geoid_file: parseGeoidFile(value) })],
  ['grid adjustment file', (value) => ({ grid_adjustment_file: fileOrNone(value) })],
  ['gps scale', (value) => numberOrNull(value, (gps_scale) => ({ gps_scale }))],
  ['gps scale point n', (_value, text) => parseScalePoint(text)],
  ['rtk method', (value) => ({ rtk_method: value || null, network: /network:\s*(.+)$/i.exec(value)?.[1]?.trim() ?? null })],
  ['ts scale', (value) => numberOrNull(value, (ts_scale) => ({ ts_scale }))],
  ['edm mode', (value) => ({ edm_mode: value || null })],
  ['p.c. mm applied', (value) => numberOrNull(value, (prism_constant_mm) => ({ prism_constant_mm }))],
]);

export function findSetting(key: string): Setter | undefined {
  return SETTINGS.get(key);
}

function numberOrNull(value: string, to: (number: number) => Partial<RawSetup>): Partial<RawSetup> | null {
  const number = parseLeadingNumber(value);
  return number === null ? null : to(number);
}

function fileOrNone(value: string): string | null {
  return value === '' || /^none$/i.test(value) ? null : value;
}

function parseScalePoint(text: string): Partial<RawSetup> | null {
  const match = /N:\s*([+-]?[\d.]+)\s+E:\s*([+-]?[\d.]+)/i.exec(text);
  const northing = parseNumber(match?.[1]);
  const easting = parseNumber(match?.[2]);
  return northing === null || easting === null ? null : { gps_scale_point: { northing, easting } };
}

/** "[BRX7 Internal],RA0.0785m,SHMP0.0547m,L10.0701m,L20.0629m,--…" */
function parseAntenna(text: string): Antenna {
  const value = text.slice(0, 500);
  const figure = (header: string): number | null => parseNumber(new RegExp(`,\\s*${header}\\s*([+-]?[\\d.]+)`, 'i').exec(value)?.[1]);
  return {
    name: (/\[([^\]]*)\]/.exec(value)?.[1] ?? value).trim().replace(/\s+/g, ' '),
    radius: figure('RA'),
    slant_height_measure_point: figure('SHMP'),
    l1: figure('L1'),
    l2: figure('L2'),
  };
}

/** The degree sign may have become anything on the way through encodings. */
const CORNER = `([NS])\\s*(\\d+)\\D{1,3}(\\d+)'\\s*([\\d.]+)"\\s*([EW])\\s*(\\d+)\\D{1,3}(\\d+)'\\s*([\\d.]+)"`;
const EXTENT = new RegExp(`\\s${CORNER}\\s+${CORNER}\\s*$`, 'i');

function parseGeoidFile(value: string): GeoidFile | null {
  const path = fileOrNone(value);
  if (path === null) return null;
  const match = EXTENT.exec(path);
  if (!match) return { path, extent: null };
  const angle = (at: number): number => {
    const size = Number(match[at + 1]) + Number(match[at + 2]) / 60 + Number(match[at + 3]) / 3600;
    return /[SW]/i.test(match[at] as string) ? -size : size;
  };
  const [south, west, north, east] = [angle(1), angle(5), angle(9), angle(13)];
  const extent = [south, west, north, east].every(Number.isFinite) ? { south, west, north, east } : null;
  return { path: path.slice(0, match.index).trim(), extent };
}
