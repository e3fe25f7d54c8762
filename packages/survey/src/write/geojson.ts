import type { Projection } from '../geo/projection.ts';
import type { DerivedPipe } from '../pipe/pipe.ts';
import type { ExportPoint } from './export-point.ts';
import type { CodeLine } from './linework.ts';

/** RFC 7946: longitude before latitude, no crs member; eastings, northings and elevations as properties. */
export interface GeoJsonFeature {
  readonly type: 'Feature';
  readonly id?: string;
  readonly geometry:
    | { readonly type: 'Point'; readonly coordinates: readonly number[] }
    | { readonly type: 'LineString'; readonly coordinates: readonly (readonly number[])[] }
    | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly (readonly number[])[])[] }
    | null;
  readonly properties: Readonly<Record<string, string | number | null>>;
}

export interface GeoJsonCollection {
  readonly type: 'FeatureCollection';
  readonly features: readonly GeoJsonFeature[];
}

/** Nine decimals of a degree are a tenth of a millimetre. */
const DECIMALS = 1e9;

/** A point outside the projection keeps its properties and has no geometry: nothing is left out. */
export function writeGeoJson(
  points: readonly ExportPoint[],
  pipes: readonly DerivedPipe[],
  projection: Projection,
  lines: readonly CodeLine[] = [],
): GeoJsonCollection {
  const place = (at: { readonly easting: number; readonly northing: number }): number[] | null => {
    const geographic = projection.toGeographic(at);
    return geographic ? [round(turn(geographic.longitude)), round(geographic.latitude)] : null;
  };
  const point_features = points.map((point): GeoJsonFeature => {
    const coordinates = place(point);
    const { name, code, description, easting, northing, elevation } = point;
    return {
      type: 'Feature',
      geometry: coordinates ? { type: 'Point', coordinates } : null,
      properties: { name, code, description, easting, northing, elevation },
    };
  });
  const lineOf = (corners: DerivedPipe['line']): GeoJsonFeature['geometry'] => {
    const line = corners.map(place);
    const is_placed = line.length > 1 && line.every((position) => position !== null);
    return is_placed ? { type: 'LineString', coordinates: line as number[][] } : null;
  };
  const line_features = lines.map(
    (drawn): GeoJsonFeature => ({
      type: 'Feature',
      geometry: lineOf(drawn.line),
      properties: { name: drawn.code, code: drawn.code, points: drawn.points.join(' '), is_closed: drawn.is_closed ? 'yes' : 'no' },
    }),
  );
  const pipe_features = pipes.map(
    (derived): GeoJsonFeature => ({
      type: 'Feature',
      id: derived.pipe.id,
      geometry: lineOf(derived.line),
      properties: pipeProperties(derived),
    }),
  );
  return { type: 'FeatureCollection', features: [...point_features, ...line_features, ...pipe_features] };
}

function pipeProperties({ pipe, start, end, length_2d, length_3d, slope_percent }: DerivedPipe): GeoJsonFeature['properties'] {
  return {
    name: pipe.name,
    system: pipe.system,
    material: pipe.material,
    inside_diameter: pipe.inside_diameter,
    status: pipe.status,
    note: pipe.note,
    start_structure: start.structure?.name ?? null,
    end_structure: end.structure?.name ?? null,
    start_invert: start.invert.elevation,
    end_invert: end.invert.elevation,
    length_2d,
    length_3d,
    slope_percent,
  };
}

function round(degrees: number): number {
  return Math.round(degrees * DECIMALS) / DECIMALS;
}

function turn(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude;
}
