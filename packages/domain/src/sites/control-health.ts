/** Measured minus published, metres. */
export type CheckResidual = { residual_easting: number; residual_northing: number; residual_elevation: number | null };

type Limits = { check_horizontal: number; check_vertical: number };
export type ControlDrift = { d_easting: number; d_northing: number; d_elevation: number | null; horizontal: number; is_beyond: boolean };

/** One check may be a bad shot; so many that agree say that the mark has moved, or that its coordinates are wrong. */
export const CHECKS_OF_A_DRIFT = 3;

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean of the last three checks, newest first; null while there are fewer. */
export function findDrift(checks: readonly CheckResidual[], limits: Limits): ControlDrift | null {
  const last = checks.slice(0, CHECKS_OF_A_DRIFT);
  if (last.length < CHECKS_OF_A_DRIFT) return null;
  const d_easting = mean(last.map((check) => check.residual_easting))!;
  const d_northing = mean(last.map((check) => check.residual_northing))!;
  const d_elevation = mean(last.flatMap((check) => check.residual_elevation ?? []));
  const horizontal = Math.hypot(d_easting, d_northing);
  const is_beyond = horizontal > limits.check_horizontal || Math.abs(d_elevation ?? 0) > limits.check_vertical;
  return { d_easting, d_northing, d_elevation, horizontal, is_beyond };
}
