import proj4 from 'proj4';
import type { CrsSetting } from '../survey-settings.ts';

export interface GridPoint {
  readonly easting: number;
  readonly northing: number;
}

export interface Geographic {
  /** Decimal degrees, south negative. */
  readonly latitude: number;
  /** Decimal degrees, west negative. */
  readonly longitude: number;
}

export interface Projection {
  readonly crs: CrsSetting;
  /** Semi-major axis and first eccentricity squared. */
  readonly a: number;
  readonly es: number;
  /** The definition's own figures, in degrees and metres; null when the projection has none. */
  readonly origin: {
    readonly latitude: number;
    readonly longitude: number;
    readonly k0: number;
    readonly false_easting: number;
    readonly false_northing: number;
  };
  readonly method: string;
  /** null where the projection has no answer. */
  toGrid(point: Geographic): GridPoint | null;
  toGeographic(point: GridPoint): Geographic | null;
}

const MEAN_RADIUS = 6_371_008.8;

/** Along a sphere: good to half a percent anywhere, for telling one place from another. */
export function distanceOnEarth(a: Geographic, b: Geographic): number {
  const [from, to] = [a.latitude / DEGREES, b.latitude / DEGREES];
  const half_chord =
    Math.sin((to - from) / 2) ** 2 + Math.cos(from) * Math.cos(to) * Math.sin((b.longitude - a.longitude) / DEGREES / 2) ** 2;
  return 2 * MEAN_RADIUS * Math.asin(Math.min(1, Math.sqrt(half_chord)));
}

const DEGREES = 180 / Math.PI;
/** The tokens that say which ellipsoid and datum a definition stands on. */
const DATUM_TOKENS = /^\+(ellps|datum|a|b|rf|f|R|towgs84|nadgrids)(=|$)/;

/**
 * A projection and nothing else: the definition is reduced to its ellipsoid on both sides, so that no datum shift can
 * slip in between a latitude of the raw file and its grid coordinate.
 */
export function makeProjection(crs: CrsSetting): Projection {
  const definition = new proj4.Proj(crs.proj) as unknown as Record<string, number | string | undefined>;
  const ellipsoid = `+a=${definition.a} +b=${definition.b}`;
  const plain = crs.proj.split(/\s+/).filter((token) => !DATUM_TOKENS.test(token));
  const converter = proj4(`+proj=longlat ${ellipsoid} +no_defs`, [...plain, ellipsoid].join(' '));
  const figure = (key: string, absent: number) => (typeof definition[key] === 'number' ? definition[key] : absent);
  return {
    crs,
    a: figure('a', 6378137),
    es: figure('es', 0),
    origin: {
      latitude: figure('lat0', 0) * DEGREES,
      longitude: figure('long0', 0) * DEGREES,
      k0: figure('k0', 1),
      false_easting: figure('x0', 0),
      false_northing: figure('y0', 0),
    },
    method: String(definition.projName ?? ''),
    toGrid({ latitude, longitude }) {
      if (!isGeographic(latitude, longitude)) return null;
      const [easting, northing] = converter.forward([longitude, latitude]);
      return isFinitePair(easting, northing) ? { easting, northing } : null;
    },
    toGeographic({ easting, northing }) {
      if (!isFinitePair(easting, northing)) return null;
      const [longitude, latitude] = converter.inverse([easting, northing]);
      return isFinitePair(longitude, latitude) ? { latitude, longitude } : null;
    },
  };
}

function isGeographic(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360;
}

function isFinitePair(a: number | undefined, b: number | undefined): a is number {
  return Number.isFinite(a) && Number.isFinite(b);
}
