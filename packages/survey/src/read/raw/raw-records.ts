import type { Kept, Reading, VerbatimRecord } from '../records.ts';
import type { Quality } from './quality-records.ts';

/**
 * The records of a raw file (RW5). Lengths are in the file's unit (`metres_per_unit`), angles are decimal degrees clockwise
 * whatever the file packed them in. Records stand in file order; a shot keeps the lines of its own comments
 * (grid result, times, quality), while a comment that changes a setting is a record of its own.
 */

export interface GridPosition {
  readonly northing: number | null;
  readonly easting: number | null;
  readonly elevation: number | null;
  readonly description: string;
}

export interface GpsTime {
  readonly start_week: number | null;
  readonly start_ms: number | null;
  readonly end_week: number | null;
  readonly end_ms: number | null;
}

export interface Antenna {
  readonly name: string;
  readonly radius: number | null;
  readonly slant_height_measure_point: number | null;
  readonly l1: number | null;
  readonly l2: number | null;
}

export interface GeoidFile {
  readonly path: string;
  /** The extent the collector printed, decimal degrees; null when it printed none. */
  readonly extent: { readonly south: number; readonly west: number; readonly north: number; readonly east: number } | null;
}

/**
 * Everything in force when a shot was taken. A new one begins where any of it changes; shots name theirs by index.
 * null means: stated as None, or never stated.
 */
export interface RawSetup {
  /** The line from which it holds. */
  readonly from_line: number;
  readonly software: string | null;
  readonly projection: string | null;
  readonly equipment: string | null;
  readonly antenna: Antenna | null;
  readonly localization_file: string | null;
  readonly localization_points: number | null;
  readonly geoid_file: GeoidFile | null;
  readonly grid_adjustment_file: string | null;
  readonly gps_scale: number | null;
  readonly gps_scale_point: { readonly northing: number; readonly easting: number } | null;
  readonly rtk_method: string | null;
  /** The mountpoint part of the RTK method, where a network is named. */
  readonly network: string | null;
  readonly ts_scale: number | null;
  readonly edm_mode: string | null;
  readonly prism_constant_mm: number | null;
  /** What the crew typed: the true rod. */
  readonly entered_rover_rod: number | null;
  readonly entered_base_height: number | null;
  /** "Vertical" or "Slant", as printed with the entered rod. */
  readonly entered_rod_method: string | null;
  /** LS,HR with no HI: rod plus phase-centre offset, what EL of a GPS record must be lowered by. */
  readonly antenna_height: number | null;
  /** LS,HI..,HR..: total station. */
  readonly instrument_height: number | null;
  readonly rod_height: number | null;
  readonly base: BaseRecord | null;
  readonly station: OccupyRecord | null;
  readonly backsight: BacksightRecord | null;
}

/** Shared by everything that puts a point into the collector's coordinate file. */
interface NamedShot extends Kept {
  readonly name: string;
  readonly description: string;
  /** Index into `setups`. */
  readonly setup: number;
  /** Collector clock, local and zoneless, "2025-10-14T09:33:58": to show, never to order by. */
  readonly collector_time: string | null;
  /** A later record stored the same name: this occurrence is not the one that counts. */
  readonly was_overwritten: boolean;
  /** How many earlier records of the same name this one replaced. */
  readonly overwrites: number;
  /** Comments of this shot that are not figures (offsets, tilt, vectors, stakeout report), verbatim. */
  readonly notes: readonly string[];
}

export interface GnssShot extends NamedShot {
  readonly kind: 'gnss';
  /** Decimal degrees, west and south negative. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** As printed. */
  readonly latitude_text: string;
  readonly longitude_text: string;
  /** EL: ellipsoidal height of the antenna phase centre, not of the ground. */
  readonly antenna_elevation: number | null;
  /** EL lowered by LS,HR: ellipsoidal height of the mark. */
  readonly mark_elevation: number | null;
  /** The true rod as entered; null when the file does not say. */
  readonly rod_height: number | null;
  readonly grid: GridPosition | null;
  readonly time: GpsTime | null;
  /** From the GPS week and milliseconds at the end of the observation, ISO in UTC. */
  readonly utc: string | null;
  readonly quality: Quality;
}

export type AngleKind = 'AR' | 'AL' | 'AZ' | 'BR' | 'DR' | 'DL';
export type VerticalKind = 'ZE' | 'VA' | 'CE';
export type DistanceKind = 'SD' | 'HD';
export type SightCode = 'SS' | 'TR' | 'BD' | 'BR' | 'FD' | 'FR';

export interface TotalStationShot extends NamedShot {
  readonly kind: 'sight';
  /** SS, TR store a point; BD, BR, FD, FR are readings of a set or a check of the backsight. */
  readonly code: SightCode;
  readonly occupied: string;
  readonly angle_kind: AngleKind | null;
  /** AR right, AL left, AZ azimuth, BR bearing as azimuth, DR/DL deflection right/left; decimal degrees. */
  readonly angle: number | null;
  readonly vertical_kind: VerticalKind | null;
  /** ZE zenith and VA vertical angle in decimal degrees; CE change of elevation as a length. */
  readonly vertical: number | null;
  readonly distance_kind: DistanceKind | null;
  readonly distance: number | null;
  readonly instrument_height: number | null;
  readonly rod_height: number | null;
  readonly prism_constant_mm: number | null;
  /** Off-centre readings that followed (OF). */
  readonly offsets: readonly OffsetReading[];
}

export interface OffsetReading {
  readonly angle: number | null;
  readonly zenith: number | null;
  readonly distance: number | null;
  /** The record verbatim: other off-centre methods use other fields. */
  readonly text: string;
}

export interface StoredPoint extends NamedShot {
  readonly kind: 'stored';
  readonly northing: number | null;
  readonly easting: number | null;
  readonly elevation: number | null;
}

export interface JobRecord extends Kept {
  readonly kind: 'job';
  readonly name: string;
  /** ISO, zoneless. */
  readonly collector_time: string | null;
}

export interface ModeRecord extends Kept {
  readonly kind: 'mode';
  readonly azimuth_from: 'north' | 'south' | null;
  readonly unit: 'ft' | 'm' | 'us_ft' | null;
  readonly scale: number | null;
  readonly has_curvature: boolean | null;
  readonly edm_offset: number | null;
  readonly angle_unit: 'degrees' | 'gon' | null;
}

export interface BaseRecord extends Kept {
  readonly kind: 'base';
  readonly name: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly latitude_text: string;
  readonly longitude_text: string;
  readonly elevation: number | null;
  readonly antenna_height: number | null;
  readonly phase_centre_offset: number | null;
  /** APC: EL is the phase centre · ARP: the antenna reference point. */
  readonly antenna_point: 'APC' | 'ARP' | null;
  /** BASE: the crew's own base · ROVER: as received from a network or another base. */
  readonly source: 'BASE' | 'ROVER' | null;
  /** EL - AG - PA for APC, EL - AG for ARP. */
  readonly mark_elevation: number | null;
  /** "by Reading GPS Position" means an autonomous base: a PPP shift is needed. */
  readonly configuration: string | null;
  readonly grid: GridPosition | null;
  readonly time: GpsTime | null;
  readonly log_file: string | null;
  readonly description: string;
  readonly notes: readonly string[];
}

export interface HeightsRecord extends Kept {
  readonly kind: 'heights';
  readonly instrument_height: number | null;
  readonly rod_height: number | null;
  /** rover, base: GNSS heights by the entered height above · sight: total station. */
  readonly used_for: 'rover' | 'base' | 'sight';
}

export interface OccupyRecord extends Kept {
  readonly kind: 'occupy';
  readonly name: string;
  readonly northing: number | null;
  readonly easting: number | null;
  readonly elevation: number | null;
  readonly description: string;
}

export interface BacksightRecord extends Kept {
  readonly kind: 'backsight';
  readonly occupied: string;
  readonly name: string;
  /** Decimal degrees. */
  readonly azimuth: number | null;
  readonly circle: number | null;
}

export interface ResectionReading {
  readonly name: string;
  readonly face: 'D' | 'R' | null;
  readonly angle: number | null;
  readonly zenith: number | null;
  readonly distance: number | null;
  readonly rod_height: number | null;
  readonly description: string;
  /** Residuals printed under the reading; the angle in seconds. */
  readonly residual_distance: number | null;
  readonly residual_angle: number | null;
  readonly residual_elevation: number | null;
}

export interface ResectionRecord extends Kept {
  readonly kind: 'resection';
  readonly name: string;
  readonly northing: number | null;
  readonly easting: number | null;
  readonly elevation: number | null;
  readonly instrument_height: number | null;
  readonly points_used: readonly string[];
  readonly readings: readonly ResectionReading[];
  /** Residuals printed for the whole resection, before any reading. */
  readonly residual_distance: number | null;
  readonly residual_angle: number | null;
  readonly residual_elevation: number | null;
  readonly description: string;
  readonly notes: readonly string[];
}

export interface DeletedRecord extends Kept {
  readonly kind: 'deleted';
  /** The names as listed; a range "10-20" stays one entry. */
  readonly names: readonly string[];
  readonly collector_time: string | null;
}

/** A comment that changed the setup. */
export interface SettingRecord extends Kept {
  readonly kind: 'setting';
  readonly name: string;
  readonly text: string;
}

/** A comment that changes nothing: kept for the person who looks. `known` ones are understood and need no look. */
export interface CommentRecord extends Kept {
  readonly kind: 'comment';
  readonly text: string;
  readonly is_known: boolean;
}

/** A record of a kind this reader does not know, with its own comments. */
export interface UnknownRecord extends Kept {
  readonly kind: 'unknown';
  readonly code: string;
  readonly texts: readonly string[];
}

export type RawRecord =
  | JobRecord
  | ModeRecord
  | BaseRecord
  | HeightsRecord
  | GnssShot
  | TotalStationShot
  | StoredPoint
  | OccupyRecord
  | BacksightRecord
  | ResectionRecord
  | DeletedRecord
  | SettingRecord
  | CommentRecord
  | UnknownRecord
  | VerbatimRecord;

export interface RawFile extends Reading<RawRecord> {
  readonly kind: 'rw5';
  /** JB NM: the key against importing a job twice; null when the file has no JB. */
  readonly job_name: string | null;
  readonly unit: 'ft' | 'm' | 'us_ft' | null;
  readonly metres_per_unit: number;
  /** How latitude and longitude were read; see angle-form.ts. */
  readonly angle_form: 'packed' | 'decimal';
  readonly setups: readonly RawSetup[];
  /** The files it was joined from, each with its first record; left out by the reader. */
  readonly parts?: readonly { readonly name: string; readonly first_record: number }[];
}
