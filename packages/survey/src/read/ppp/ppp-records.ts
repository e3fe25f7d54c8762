import type { Kept, Reading, VerbatimRecord } from '../records.ts';

/** One position in one reference frame, from a CSRS-PPP summary. Sigmas are as printed: 95 % since 2018, formal before. */
export interface PppEstimate {
  /** "NAD83", "IGS20", "NAD83(CSRS)", "ITRF(IGb08)", … */
  readonly frame: string;
  /** As printed, "97:001:00000"; null in the layout of before 2018. */
  readonly epoch: string | null;
  /** The epoch as a year, 1997.0. */
  readonly epoch_year: number | null;
  /** Decimal degrees, south and west negative; the sign is taken from the text ("-0 19 24.9"). */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Ellipsoidal height. */
  readonly height: number | null;
  readonly x: number | null;
  readonly y: number | null;
  readonly z: number | null;
  /** The total sigma where the file prints one (SIG_TOT), else its only sigma. Metres. */
  readonly sigma_latitude: number | null;
  readonly sigma_longitude: number | null;
  readonly sigma_height: number | null;
  readonly sigma_kind: 'total' | 'ppp' | 'formal' | null;
}

export interface PppProjection {
  readonly type: string;
  readonly zone: string;
  readonly easting: number | null;
  readonly northing: number | null;
}

export interface PppOrthometric {
  /** "CGVD28", "CGVD2013" */
  readonly system: string;
  /** "HT2_0", "CGG2013a" */
  readonly model: string;
  /** null when outside the grid. */
  readonly height: number | null;
  readonly is_outside_grid: boolean;
}

/** A line of the coordinate table; its figures are in `estimates`. */
export interface SumPositionRecord extends Kept {
  readonly kind: 'position';
  readonly component: 'X' | 'Y' | 'Z' | 'LAT' | 'LON' | 'HGT';
  readonly text: string;
}

export interface SumTagRecord extends Kept {
  readonly kind: 'tag';
  readonly tag: string;
  readonly text: string;
}

export type SumRecord = SumPositionRecord | SumTagRecord | VerbatimRecord;

export interface PppSummary extends Reading<SumRecord> {
  readonly kind: 'ppp_sum';
  /** legacy: until 2018 (VER 1.x) · tagged: three-letter tags since. */
  readonly layout: 'legacy' | 'tagged' | null;
  readonly language: 'en' | 'fr';
  /** "5.3.0" */
  readonly version: string | null;
  readonly mode: 'STATIC' | 'KINEMATIC' | null;
  readonly rinex: string | null;
  readonly marker: string | null;
  /** Instants in GPS time as printed, "2025-10-14 12:02:30.00". */
  readonly processed_at: string | null;
  readonly begins_at: string | null;
  readonly ends_at: string | null;
  readonly receiver: string | null;
  readonly antenna: string | null;
  readonly is_antenna_found: boolean | null;
  /** Antenna height from the RINEX file: the up component of ARP. */
  readonly antenna_height: number | null;
  readonly orbits: string | null;
  readonly orbit_kind: 'final' | 'rapid' | 'ultra' | null;
  readonly ellipsoid: string | null;
  /** In the file's order; a legacy file has two (NAD83 first). Empty when there is none (kinematic). */
  readonly estimates: readonly PppEstimate[];
  readonly projections: readonly PppProjection[];
  readonly orthometric: PppOrthometric | null;
  /** GHT: geoid undulation at the mark; null when absent or outside the grid. */
  readonly undulation: number | null;
}
