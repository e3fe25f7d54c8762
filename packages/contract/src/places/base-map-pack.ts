import { z } from 'zod';
import { Id, Uuid } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';
import { BaseMap, MAX_BASE_MAP_ZOOM } from './base-map.ts';

/** A base map of the firm for a tablet that will be out of reach: its tiles in the area of a run, in pieces. */

const zoom = z.int().min(0).max(MAX_BASE_MAP_ZOOM);
const Area = z.tuple([z.number(), z.number(), z.number(), z.number()]);
const box = { west: z.number().min(-180).max(180), south: z.number().min(-90).max(90) };
const Box = z.strictObject({ ...box, east: box.west, north: box.south });
/** Counted along the curve of PMTiles, over all zooms. */
const tileId = z
  .int()
  .min(0)
  .max(2 ** 48);

export const ZoomSize = z.object({
  zoom,
  /** Null: more than is counted, and more than may be packed. */
  tiles: z.int().nullable(),
  bytes: z.int().nullable(),
});

export const RunBaseMaps = z.object({
  /** West, south, east, north; null where nothing says where the run lies. */
  area: Area.nullable(),
  base_maps: z.array(BaseMap.extend({ sizes: z.array(ZoomSize) })),
  /** What cannot be packed, and why. */
  others: z.array(z.object({ name: z.string(), why: z.string() })),
});
export type RunBaseMaps = z.infer<typeof RunBaseMaps>;

export const TilePiece = z.object({ zoom, from: tileId, to: tileId, tiles: z.int(), bytes: z.int() });
export const BaseMapPlan = z.object({
  revision: z.string(),
  tiles: z.int(),
  bytes: z.int(),
  gzip: z.boolean(),
  pieces: z.array(TilePiece),
});
export type BaseMapPlan = z.infer<typeof BaseMapPlan>;

export const listRunBaseMaps = endpoint({
  get: '/api/sites/fieldrun/:id/base-map/',
  params: { id: Uuid },
  response: RunBaseMaps,
  needs: 'sites.read',
  field: true,
  heavy: true,
  summary: 'The area of a run, and what each base map takes in it by zoom',
});
export const planBaseMapPack = endpoint({
  get: '/api/map/basemap/:id/pack/',
  params: { id: Id },
  query: Box.extend({ min_zoom: zoom, max_zoom: zoom }),
  response: BaseMapPlan,
  needs: 'sites.read',
  field: true,
  heavy: true,
  summary: 'The pieces in which an area of a base map is packed for a tablet, 200 MB at most',
});
export const getBaseMapPiece = endpoint({
  get: '/api/map/basemap/:id/piece/',
  params: { id: Id },
  query: Box.extend({ from: tileId, to: tileId, revision: z.string().max(80) }),
  response: 'file',
  needs: 'sites.read',
  field: true,
  tile: true,
  summary: 'One piece of a plan: its tiles with an index; 404 once the base map has other tiles',
});
