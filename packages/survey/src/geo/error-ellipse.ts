/** Variances of a position east and north, and what they have in common, in square metres. */
export interface HorizontalCovariance {
  readonly ee: number;
  readonly nn: number;
  readonly en: number;
}

/** As receivers give it: of the vector from the base, along the axes of the earth. */
export interface CartesianCovariance {
  readonly xx: number;
  readonly yy: number;
  readonly zz: number;
  readonly xy: number;
  readonly xz: number;
  readonly yz: number;
}

export interface ErrorEllipse {
  /** Half axes, metres. */
  readonly major: number;
  readonly minor: number;
  /** Of the longer axis, degrees clockwise from north, 0 to 180. */
  readonly azimuth: number;
}

const RADIANS = Math.PI / 180;

/** The part of it that lies in the horizon of a place. */
export function toHorizontal({ xx, yy, zz, xy, xz, yz }: CartesianCovariance, latitude: number, longitude: number): HorizontalCovariance {
  const [sin_lat, cos_lat] = [Math.sin(latitude * RADIANS), Math.cos(latitude * RADIANS)];
  const [sin_lon, cos_lon] = [Math.sin(longitude * RADIANS), Math.cos(longitude * RADIANS)];
  const east = [-sin_lon, cos_lon, 0] as const;
  const north = [-sin_lat * cos_lon, -sin_lat * sin_lon, cos_lat] as const;
  const between = ([a, b, c]: readonly [number, number, number], [d, e, f]: readonly [number, number, number]) =>
    a * d * xx + b * e * yy + c * f * zz + (a * e + b * d) * xy + (a * f + c * d) * xz + (b * f + c * e) * yz;
  return { ee: between(east, east), nn: between(north, north), en: between(east, north) };
}

/**
 * The ellipse with that shape and direction which is as large as the RMS of the shot: where all directions are alike it is the circle
 * with that radius. Null when the figures are no covariance.
 */
export function errorEllipse({ ee, nn, en }: HorizontalCovariance, hrms: number): ErrorEllipse | null {
  const middle = (ee + nn) / 2;
  const reach = Math.hypot((nn - ee) / 2, en);
  if (!(middle > 0) || reach > middle || !Number.isFinite(reach)) return null;
  const scale = hrms / Math.sqrt(middle);
  const azimuth = reach < middle * 1e-9 ? 0 : Math.atan2(2 * en, nn - ee) / 2 / RADIANS;
  return { major: Math.sqrt(middle + reach) * scale, minor: Math.sqrt(middle - reach) * scale, azimuth: (azimuth + 180) % 180 };
}
