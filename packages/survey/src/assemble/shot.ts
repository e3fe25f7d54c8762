import type { HorizontalCovariance } from '../geo/error-ellipse.ts';
import type { GridPosition } from '../geo/plane.ts';

/**
 * One point of a field run as the wizard knows it. `easting, northing, elevation` are the measured coordinates: what the
 * points file says, or for a point deleted there what the raw file says. They are written once, at import. A shift, an
 * average and a decision are stored beside them, so that every step can be run again and every final figure explained.
 */

export type InstrumentType = 'GNSS' | 'TOTAL_STATION' | 'STORED' | 'AVERAGE';

/** RAW measured and in the points file · RAW_DELETED measured, deleted in the collector · POINTS_ONLY never measured · BASE the crew's own base · AVERAGE made here. */
export type ShotOrigin = 'RAW' | 'RAW_DELETED' | 'POINTS_ONLY' | 'BASE' | 'AVERAGE';

/** What the receiver saw, before any projection. */
export interface GnssMeasurement {
  readonly latitude: number;
  readonly longitude: number;
  /** Ellipsoidal height of the antenna phase centre. */
  readonly antenna_elevation: number | null;
  /** Rod plus phase-centre offset. */
  readonly antenna_height: number | null;
  /** Ellipsoidal height of the mark. */
  readonly mark_elevation: number | null;
}

/** What was in force in the collector when the shot was taken. */
export interface Circumstances {
  readonly localization_file: string | null;
  readonly geoid_file: string | null;
  readonly geoid_extent: { readonly south: number; readonly west: number; readonly north: number; readonly east: number } | null;
  readonly equipment: string | null;
  /** Key of the crew's own base, see own-bases.ts; the name of any other. */
  readonly base: string | null;
  readonly network: string | null;
}

export const noCircumstances: Circumstances = {
  localization_file: null,
  geoid_file: null,
  geoid_extent: null,
  equipment: null,
  base: null,
  network: null,
};

/** An occurrence of the same name that the collector overwrote. */
export interface EarlierOccurrence {
  readonly easting: number | null;
  readonly northing: number | null;
  readonly elevation: number | null;
  readonly description: string;
  readonly datetime: string | null;
  readonly lines: readonly number[];
}

export type ShiftType = 'NONE' | 'HPN' | 'CONTROL';

/** The shift of one shot, with what it stands on. Replaced as a whole by the next `applyShifts`, never added to. */
export interface AppliedShift {
  readonly type: ShiftType;
  readonly d_easting: number;
  readonly d_northing: number;
  readonly d_elevation: number;
  /** The measured coordinates it belongs to: if these no longer agree with the shot, somebody changed the shot. */
  readonly applied_to: GridPosition;
  /** Which figures: the shot's own, its instrument's station, or one block for the run. */
  readonly basis: 'shot' | 'station' | 'block' | 'keyed_in';
  readonly is_localized: boolean;
  /** The undulation used, and where it came from; null when none was needed. */
  readonly undulation: { readonly value: number; readonly source: string } | null;
  readonly decided_by: string | null;
  /** Why a person typed the figures; null for computed ones. */
  readonly typed_why: string | null;
}

export interface Shot extends GridPosition {
  readonly id: string;
  readonly name: string;
  readonly origin: ShotOrigin;
  readonly instrument_type: InstrumentType;
  readonly description: string;
  readonly code: string;
  readonly full_code: string;
  /** The code as the crew typed it, once a correction has replaced it. */
  readonly original_code: string | null;
  /** UTC, from GPS time: what shots are ordered by. */
  readonly datetime: string | null;
  /** The collector's clock, zoneless: only to show. */
  readonly collector_time: string | null;
  readonly number_of_satellites: number | null;
  readonly age_of_corrections: number | null;
  readonly status: string | null;
  readonly is_fixed: boolean | null;
  readonly HRMS: number | null;
  readonly VRMS: number | null;
  /** One-sigma figures of receivers that give no RMS; never mixed with them. */
  readonly HSDV: number | null;
  readonly VSDV: number | null;
  /** Which way it is uncertain, where the raw file says so. */
  readonly covariance: HorizontalCovariance | null;
  readonly PDOP: number | null;
  readonly HDOP: number | null;
  readonly VDOP: number | null;
  readonly TDOP: number | null;
  readonly GDOP: number | null;
  readonly rod_height: number | null;
  readonly instrument_height: number | null;
  /** The right heights where a person corrected them, and what that adds to the elevation, stations included: see correct-heights.ts. */
  readonly corrected_rod: number | null;
  readonly corrected_instrument: number | null;
  readonly height_correction: number;
  readonly gnss: GnssMeasurement | null;
  /** What the raw file itself computed: --GS, SP, or the reduced sight. */
  readonly collected: GridPosition | null;
  /** The occupied station of a total-station shot. */
  readonly station: string | null;
  readonly circumstances: Circumstances | null;
  /** Name of the raw file; null when the caller gave none. */
  readonly raw_file: string | null;
  /** Lines of it. */
  readonly raw_lines: readonly number[];
  /** Position in the raw file, to follow changes along the day; null when it is not there. */
  readonly raw_order: number | null;
  readonly renumbered_from: string | null;
  /** Names of the measured points that the collector computed a stored point from; it moves with them. Empty for a design point. */
  readonly computed_from: readonly string[];
  /** What a person decided about a stored point; null: what it was computed from decides. The reason is among the decisions. */
  readonly moves_with_run: boolean | null;
  readonly was_overwritten: boolean;
  readonly earlier: readonly EarlierOccurrence[];
  readonly bad_hrms: boolean;
  readonly bad_vrms: boolean;
  readonly bad_fixed_status: boolean;
  readonly bad_code: boolean;
  /** Set when the shot gave way to another: an average, or the one that was kept. */
  readonly parent: string | null;
  /** For an average: the measured shots it is the mean of. */
  readonly averaged_from: readonly string[];
  /** The field-app shot it belongs to. */
  readonly extended_data_shot: string | null;
  readonly shift: AppliedShift | null;
  /** Left out by a person: stays listed, is not exported. */
  readonly is_dropped: boolean;
  readonly is_processed: boolean;
  /** Who decided what on this shot, oldest first. */
  readonly decisions: readonly Decision[];
}

export interface Decision {
  readonly what: string;
  readonly by: string;
  /** An instant, given by the caller. */
  readonly at: string;
  readonly why: string | null;
}

/** Names are compared trimmed and without regard to case, as the collector's own database does. */
export function nameKey(name: string): string {
  return name.trim().toUpperCase();
}

/** 5000 before 5000A before 5001 before 10000: as a surveyor reads a point list. */
export function compareNames(a: string, b: string): number {
  return NAMES.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

const NAMES = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Points that stand for themselves: neither dropped nor given way to another. */
export function isTopLevel(shot: Shot): boolean {
  return shot.parent === null && !shot.is_dropped;
}

export function isMeasured(shot: Shot): boolean {
  return shot.instrument_type === 'GNSS' || shot.instrument_type === 'TOTAL_STATION';
}

/** Whether a stored point follows the shift of the run: as a person decided, else as it was computed, else as the office keeps it. */
export function movesWithRun(shot: Shot, office: { readonly shift_keyed_in: boolean }): boolean {
  return shot.moves_with_run ?? (shot.computed_from.length > 0 || office.shift_keyed_in);
}

export function isControl(shot: Pick<Shot, 'code'>, control_codes: readonly string[]): boolean {
  const code = shot.code.toUpperCase();
  return control_codes.some((control) => {
    const known = control.toUpperCase();
    return code.startsWith(known) && /^\d*$/.test(code.slice(known.length));
  });
}

/** Every field of a shot that says nothing yet; the starting point of assembly, averages and tests. */
export const blankShot = {
  origin: 'RAW',
  instrument_type: 'GNSS',
  description: '',
  code: '',
  full_code: '',
  original_code: null,
  datetime: null,
  collector_time: null,
  number_of_satellites: null,
  age_of_corrections: null,
  status: null,
  is_fixed: null,
  HRMS: null,
  VRMS: null,
  HSDV: null,
  VSDV: null,
  covariance: null,
  PDOP: null,
  HDOP: null,
  VDOP: null,
  TDOP: null,
  GDOP: null,
  rod_height: null,
  instrument_height: null,
  corrected_rod: null,
  corrected_instrument: null,
  height_correction: 0,
  gnss: null,
  collected: null,
  station: null,
  circumstances: null,
  raw_file: null,
  raw_lines: [],
  raw_order: null,
  renumbered_from: null,
  computed_from: [],
  moves_with_run: null,
  was_overwritten: false,
  earlier: [],
  bad_hrms: false,
  bad_vrms: false,
  bad_fixed_status: false,
  bad_code: false,
  parent: null,
  averaged_from: [],
  extended_data_shot: null,
  shift: null,
  is_dropped: false,
  is_processed: false,
  decisions: [],
} as const satisfies Omit<Shot, 'id' | 'name' | 'easting' | 'northing' | 'elevation'>;
