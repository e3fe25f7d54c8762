import type { MAP_EXPORTS, MapArea } from '@dmse/contract/places/map';
import { MAP_LAYERS } from '@dmse/domain/places/map-layers';
import { CSV_START, csvLines } from '@dmse/domain/text/csv';
import type { Projection } from '@dmse/survey/geo/projection';
import { type DrawnArea, type DrawnPipe, writeDxf } from '@dmse/survey/write/dxf';
import type { GeoJsonCollection, GeoJsonFeature } from '@dmse/survey/write/geojson';
import { writeKml } from '@dmse/survey/write/kml';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { invalid } from '../../../call/refusal.ts';
import { findInArea } from './map-area.service.ts';
import { type Detail, geometryOf, listDetails } from './map-feature.service.ts';
import { lineOf, openProjection } from './map-source.service.ts';

const MOST_FEATURES = 100_000;
const PIECE = 5000;
const COLUMNS = ['layer', 'name', 'detail', 'state', 'easting', 'northing', 'latitude', 'longitude'];
const MIME_TYPES = {
  csv: 'text/csv; charset=utf-8',
  kml: 'application/vnd.google-earth.kml+xml',
  geojson: 'application/geo+json',
  dxf: 'application/dxf',
} as const;

type Format = (typeof MAP_EXPORTS)[number];

/** What lies inside an area as a file: points, the lines of pipes, and outlines where the format has them. */
export async function exportMapArea(context: Context, { format, ...wish }: MapArea & { format: Format }): Promise<FileAnswer> {
  const found = await findInArea(context, wish, 0, MOST_FEATURES);
  const count = found.reduce((sum, layer) => sum + layer.count, 0);
  if (count === 0) throw invalid({ area: 'There is nothing in this area.' });
  if (count > MOST_FEATURES)
    throw invalid({ area: `There are ${count} features in this area; a file holds at most ${MOST_FEATURES}. Draw a smaller one.` });
  const details: Detail[] = [];
  for (const { layer, ids } of found)
    for (let at = 0; at < ids.length; at += PIECE) details.push(...(await listDetails(context, layer, ids.slice(at, at + PIECE))));
  const projection = await openProjection(context.tx);
  const name = `map-${context.now.slice(0, 10)}.${format}`;
  return { stream: async () => Buffer.from(write(format, details, projection)), name, mime_type: MIME_TYPES[format] };
}

function write(format: Format, details: readonly Detail[], projection: Projection): string | Uint8Array {
  if (format === 'csv') return CSV_START + csvLines([COLUMNS, ...details.map(toCells)]);
  if (format === 'dxf') return drawing(details, projection);
  const collection: GeoJsonCollection = { type: 'FeatureCollection', features: details.map((detail) => toFeature(detail, projection)) };
  return format === 'kml' ? writeKml(collection, 'Map') : JSON.stringify(collection);
}

function metres(value: number | null): string {
  return value === null ? '' : value.toFixed(4);
}

const rounded = (value: number | null) => (value === null ? null : Number(metres(value)));

function toCells(one: Detail): string[] {
  const place = [metres(one.easting), metres(one.northing), one.lat.toFixed(9), one.lon.toFixed(9)];
  return [MAP_LAYERS[one.layer].one, one.label, one.detail, one.state ?? '', ...place];
}

function toFeature(one: Detail, projection: Projection): GeoJsonFeature {
  const { layer, id, label: name, detail, easting, northing, lon, lat } = one;
  const line = layer === 'pipe' ? lineOf(projection, one.row) : [];
  const outline = geometryOf(layer, one.row);
  const geometry: GeoJsonFeature['geometry'] =
    line.length > 1
      ? { type: 'LineString', coordinates: line }
      : outline?.type === 'Polygon'
        ? outline
        : { type: 'Point', coordinates: [lon, lat] };
  return {
    type: 'Feature',
    id: `${layer}.${id}`,
    geometry,
    properties: {
      name,
      layer: MAP_LAYERS[layer].one,
      detail,
      state: one.state ?? '',
      easting: rounded(easting),
      northing: rounded(northing),
    },
  };
}

function elevationOf(facts: Detail['row']['facts']): number | null {
  const value = facts[facts.indexOf('Elevation') + 1];
  return facts.includes('Elevation') && value ? Number(value) : null;
}

const codeOf = (layer: Detail['layer']) => MAP_LAYERS[layer].label.toUpperCase().replaceAll(' ', '_');

/** Each layer of the map is a layer of the drawing; what has an outline is drawn by it. */
function drawing(details: readonly Detail[], projection: Projection): Uint8Array {
  const pipes = details.filter(({ layer }) => layer === 'pipe');
  const areas = details.flatMap((one) => drawnArea(one, projection) ?? []);
  const outlined = new Set(areas.map(({ of }) => of));
  const points = details.flatMap((one) => {
    const { layer, label, easting, northing, row } = one;
    return layer === 'pipe' || outlined.has(one) || easting === null || northing === null
      ? []
      : { name: label, easting, northing, elevation: elevationOf(row.facts), description: '', code: codeOf(layer) };
  });
  return writeDxf(
    points,
    pipes.map((one) => drawnPipe(one, projection)),
    areas,
  );
}

function drawnArea(one: Detail, projection: Projection): (DrawnArea & { of: Detail }) | null {
  const { layer, row, label, easting, northing } = one;
  const outline = geometryOf(layer, row);
  if (outline?.type !== 'Polygon' || easting === null || northing === null) return null;
  const rings = outline.coordinates.map((ring) =>
    // A closed line comes back to its first corner by itself.
    ring.slice(0, -1).flatMap(([longitude, latitude]) => {
      const at = projection.toGrid({ longitude: longitude!, latitude: latitude! });
      return at ? { ...at, elevation: null } : [];
    }),
  );
  if (rings.some((ring) => ring.length < 3)) return null;
  return { of: one, name: label, code: codeOf(layer), at: { easting, northing, elevation: null }, rings };
}

function drawnPipe({ row, label }: Detail, projection: Projection): DrawnPipe {
  const corners = lineOf(projection, row).flatMap(([longitude, latitude]) => projection.toGrid({ longitude, latitude }) ?? []);
  const system = row.facet0 as DrawnPipe['pipe']['system'];
  return {
    pipe: { name: label, system, material: null, inside_diameter: null, note: '' },
    line: corners.map((at) => ({ ...at, elevation: null })),
    slope_percent: null,
  };
}
