import { MAP_FACETS, MAP_LAYER_NAMES } from '@dmse/domain/places/map-layers';
import { z } from 'zod';
import { line } from '../common/fields.ts';
import { anyOf } from '../common/paging.ts';
import { endpoint, LARGE_JSON_BYTES } from '../endpoint.ts';
import { PlaceGeometry } from './location.ts';

export const MapLayerName = z.enum(MAP_LAYER_NAMES);
const MapFacet = z.enum(MAP_FACETS);
const value = z.string().max(200);

/** What a layer is narrowed by: of each facet one of these values. */
const facetQuery = {
  state: anyOf(value),
  type: anyOf(value),
  year: anyOf(value),
  manager: anyOf(value),
  category: anyOf(value),
  company: anyOf(value),
  system: anyOf(value),
  hpn: anyOf(value),
  condition: anyOf(value),
} satisfies Record<z.infer<typeof MapFacet>, z.ZodType>;
export const MapFilter = z.strictObject(facetQuery);
export type MapFilter = z.infer<typeof MapFilter>;

/** West, south, east, north. */
const Bounds = z.tuple([z.number(), z.number(), z.number(), z.number()]);

export const MapLayer = z.object({
  layer: MapLayerName,
  /**
   * Another one whenever something on the layer has changed; part of its tiles' addresses. Open maps hear of it by the server-sent events
   * `layer` of `GET /api/map/changes/`, with `{ layer, version }`.
   */
  version: z.string(),
  count: z.int(),
  bounds: Bounds.nullable(),
  facets: z.array(z.object({ facet: MapFacet, values: z.array(z.object({ value: z.string(), count: z.int() })) })),
});
export type MapLayer = z.infer<typeof MapLayer>;

export const listMapLayers = endpoint({
  get: '/api/map/layer/',
  page: MapLayer,
  needs: 'map.read',
  summary: 'The layers of the map that one may see, with how much is on each and what it can be narrowed by',
});

/** How many of a layer a filter leaves, for the legend. */
export const countMapLayer = endpoint({
  get: '/api/map/layer/:layer/count/',
  params: { layer: MapLayerName },
  query: MapFilter,
  response: z.object({ count: z.int(), bounds: Bounds.nullable() }),
  needs: 'map.read',
  summary: 'How many features of a layer a filter leaves, and where they are',
});

/**
 * A Mapbox vector tile. Its layer `points` holds single features (`id`, `label`, `state`, and `hpn`, `destroyed` of control points) and
 * clusters (`count`, `west`, `south`, `east`, `north`); its layer `shapes` the lines and outlines of what has them (`id`, `label`).
 */
export const getMapTile = endpoint({
  get: '/api/map/tile/:layer/:z/:x/:y/',
  params: { layer: MapLayerName, z: z.int().min(0).max(24), x: z.int().min(0), y: z.int().min(0) },
  query: z.strictObject({ ...facetQuery, version: z.string().max(60).optional() }),
  response: 'file',
  needs: 'map.read',
  tile: true,
  summary: 'A vector tile of one layer',
});

export const MapFeatureCard = z.object({
  layer: MapLayerName,
  id: z.string(),
  title: z.string(),
  subtitle: z.string(),
  /** The state, where the record has one. */
  state: z.string().nullable(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Where in the app it opens, from `/app/` on; null where there is no page. */
  path: z.string().nullable(),
  lon: z.number(),
  lat: z.number(),
  geometry: PlaceGeometry.nullable(),
  /** In the office grid. */
  easting: z.number().nullable(),
  northing: z.number().nullable(),
  /** May whoever asks put it elsewhere? */
  can_place: z.boolean(),
  /** GeoJSON or picture of a static layer. */
  url: z.string().nullable(),
});
export type MapFeatureCard = z.infer<typeof MapFeatureCard>;
export const getMapFeature = endpoint({
  get: '/api/map/feature/:layer/:feature/',
  params: { layer: MapLayerName, feature: line(100) },
  response: MapFeatureCard,
  needs: 'map.read',
  summary: 'What is shown of a feature when it is pressed on the map',
});

const Lonlat = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
export const MapArea = z.strictObject({
  /** The corners of the area, the first not repeated. */
  area: z.array(Lonlat).min(3, 'An area needs at least three corners.').max(2000),
  layers: z
    .array(z.strictObject({ layer: MapLayerName, filter: MapFilter.default({}) }))
    .min(1)
    .max(MAP_LAYER_NAMES.length),
});
export type MapArea = z.infer<typeof MapArea>;
/** What sets the symbol of a control point apart. */
const MapVariant = z.enum(['hpn', 'destroyed']);
export type MapVariant = z.infer<typeof MapVariant>;
export const MapEntry = z.object({
  layer: MapLayerName,
  id: z.string(),
  label: z.string(),
  detail: z.string(),
  /** What colours its symbol, of the layers that have states. */
  state: z.string().nullable(),
  variants: z.array(MapVariant),
  path: z.string().nullable(),
  lon: z.number(),
  lat: z.number(),
});
export type MapEntry = z.infer<typeof MapEntry>;
export const listInMapArea = endpoint({
  post: '/api/map/area/',
  body: MapArea.extend({ page: z.int().min(1).max(1_000_000).optional(), page_size: z.int().min(1).max(500).optional() }),
  response: z.object({
    count: z.int(),
    results: z.array(MapEntry),
    counts: z.array(z.object({ layer: MapLayerName, count: z.int() })),
  }),
  needs: 'map.read',
  reads: true,
  json_bytes: LARGE_JSON_BYTES,
  summary: 'What lies inside an area, layer by layer',
});
export const MAP_EXPORTS = ['csv', 'kml', 'geojson', 'dxf'] as const;
export const exportMapArea = endpoint({
  post: '/api/map/area/export/',
  body: MapArea.extend({ format: z.enum(MAP_EXPORTS) }),
  response: 'file',
  needs: 'map.read',
  reads: true,
  heavy: true,
  json_bytes: LARGE_JSON_BYTES,
  summary: 'What lies inside an area as a file, at most 100,000 features',
});

const degrees = z.number().min(-180).max(180);
export const MapNeighbour = MapEntry.extend({
  /** Metres on the ground, and degrees from grid north. */
  distance: z.number(),
  bearing: z.number(),
});
export type MapNeighbour = z.infer<typeof MapNeighbour>;
export const listMapNeighbours = endpoint({
  get: '/api/map/near/',
  query: z.strictObject({
    lon: degrees,
    lat: degrees,
    /** Without one, the distance of the settings. */
    metres: z.number().min(1).max(100_000).optional(),
    layer: anyOf(MapLayerName),
  }),
  response: z.object({ metres: z.number(), count: z.int(), results: z.array(MapNeighbour) }),
  needs: 'map.read',
  summary: 'What is near a place, the nearest first, at most 200',
});

export const MapHit = z.object({
  kind: z.enum(['coordinate', 'record', 'address', 'parcel']),
  label: z.string(),
  detail: z.string(),
  layer: MapLayerName.nullable(),
  id: z.string().nullable(),
  state: z.string().nullable(),
  variants: z.array(MapVariant),
  lon: z.number(),
  lat: z.number(),
});
export type MapHit = z.infer<typeof MapHit>;
export const searchMap = endpoint({
  get: '/api/map/search/',
  // A link of a web map is longer than any name.
  query: z.strictObject({ query: z.string().trim().min(1, 'Type what to look for.').max(1000) }),
  page: MapHit,
  needs: 'map.read',
  summary: 'Find a place by number, name, address, parcel or coordinate',
});
