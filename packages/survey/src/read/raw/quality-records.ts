/** Minimum, maximum, average and standard deviation over the readings of one averaged shot. */
export interface Spread {
  readonly avg: number | null;
  readonly sd: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

export interface Readings {
  readonly used: number;
  /** null where the collector prints counts only ("XY: 3 Z: 3"; the smaller one is used). */
  readonly of: number | null;
}

/**
 * Quality of one GNSS shot. The single-epoch line wins for the status; for the figures too where it stands, else the averages.
 * HRMS/VRMS are what the receiver estimates; HSDV/VSDV are one-sigma standard deviations (Stonex) and are not mixed with them.
 */
export interface Quality {
  readonly status: string | null;
  /** From the status if there is one, else from fixed = valid readings; null when the file says neither. */
  readonly is_fixed: boolean | null;
  readonly hrms: number | null;
  readonly vrms: number | null;
  readonly hsdv: number | null;
  readonly vsdv: number | null;
  readonly satellites: number | null;
  readonly age: number | null;
  readonly pdop: number | null;
  readonly hdop: number | null;
  readonly vdop: number | null;
  readonly tdop: number | null;
  readonly gdop: number | null;
  readonly valid_readings: Readings | null;
  readonly fixed_readings: Readings | null;
  /** Single-epoch figures under their own names in lower case: nsdv, esdv, nrms, erms, … */
  readonly others: Readonly<Record<string, number>>;
  /** Averages by name in lower case: nor, eas, elv, hrms, vrms, hdop, … satellites. */
  readonly spreads: Readonly<Record<string, Spread>>;
}
