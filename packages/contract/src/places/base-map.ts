import { z } from 'zod';
import { field } from '../common/field.ts';
import { Id, Instant, line, optionalLine, stamps } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';

/**
 * What lies under everything else on a map. `style`: a MapLibre style by its address; `raster`: picture tiles; `wmts`: a service whose
 * address is written as a template; `pmtiles`: a file on another server, read by ours; `file`: one that was uploaded.
 */
export const BASE_MAP_KINDS = ['style', 'raster', 'wmts', 'pmtiles', 'file'] as const;
export type BaseMapKind = (typeof BASE_MAP_KINDS)[number];
export const BASE_MAP_KIND_TEXT: Readonly<Record<BaseMapKind, string>> = {
  style: 'Map style',
  raster: 'Picture tiles',
  wmts: 'WMTS',
  pmtiles: 'PMTiles on another server',
  file: 'Uploaded file',
};
export const MAX_BASE_MAP_ZOOM = 24;
/** The largest file that is taken in, and the largest piece of it. */
export const MAX_BASE_MAP_BYTES = 4 * 1024 ** 3;
export const MAX_BASE_MAP_PIECE = 8 * 1024 * 1024;

const zoom = z.int().min(0, 'Use a zoom from 0 to 24.').max(MAX_BASE_MAP_ZOOM, 'Use a zoom from 0 to 24.');
const address = z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Use an address that begins with https://.' }).max(2000)]);

export const baseMapFields = {
  name: field(line(80), 'Name'),
  kind: field(z.enum(BASE_MAP_KINDS), 'Kind', { text: (value) => BASE_MAP_KIND_TEXT[value as BaseMapKind] }),
  url: field(address, 'Address'),
  attribution: field(optionalLine(300), 'Attribution'),
  min_zoom: field(zoom, 'Lowest zoom'),
  max_zoom: field(zoom, 'Highest zoom'),
  position: field(z.int().min(0).max(10_000), 'Place in the list'),
  is_default: field(z.boolean(), 'Shown first'),
};

/** What was found in a tile file. */
export const BaseMapTiles = z.object({
  format: z.enum(['mvt', 'png', 'jpg', 'webp', 'avif']),
  /** West, south, east, north. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  min_zoom: z.int(),
  max_zoom: z.int(),
  /** The layers of vector tiles, by name. */
  layers: z.array(z.string()),
});
export type BaseMapTiles = z.infer<typeof BaseMapTiles>;

export const BASE_MAP_STATES = ['ready', 'empty', 'uploading', 'reading', 'failed'] as const;
export const BaseMap = z.object({
  id: Id,
  ...baseMapFields,
  /** `ready`: can be shown. The others: nothing uploaded yet, coming in pieces, being read, not to be shown. */
  state: z.enum(BASE_MAP_STATES),
  /** What is wrong with it, in a sentence; empty where nothing is known to be. */
  problem: z.string(),
  checked_on: Instant.nullable(),
  tiles: BaseMapTiles.nullable(),
  /** Of an upload: the name of the file, its length, and how much is here. */
  file_name: z.string(),
  file_bytes: z.int(),
  received: z.int(),
  /** Part of the address of its tiles: another one once they are others. */
  revision: z.string(),
  ...stamps,
});
export type BaseMap = z.infer<typeof BaseMap>;

export const listBaseMaps = endpoint({
  get: '/api/map/basemap/',
  page: BaseMap,
  needs: 'map.read',
  summary: 'The base maps to choose from, in their order',
});
export const getBaseMapTile = endpoint({
  get: '/api/map/basemap/:id/:z/:x/:y/',
  params: { id: Id, z: z.int().min(0).max(MAX_BASE_MAP_ZOOM), x: z.int().min(0), y: z.int().min(0) },
  query: z.strictObject({ revision: z.string().max(80).optional() }),
  response: 'file',
  needs: 'map.read',
  tile: true,
  summary: 'A tile of an uploaded or PMTiles base map; 404 where it has none',
});

const Patch = z.strictObject(baseMapFields).partial();
export const createBaseMap = endpoint({
  post: '/api/staff/base-map/',
  body: Patch.required({ name: true, kind: true }),
  response: BaseMap,
  status: 201,
  needs: 'settings.write',
  summary: 'Add a base map',
});
export const updateBaseMap = endpoint({
  patch: '/api/staff/base-map/:id/',
  params: { id: Id },
  body: Patch.omit({ kind: true }),
  response: BaseMap,
  needs: 'settings.write',
  summary: 'Change a base map',
});
export const removeBaseMap = endpoint({
  delete: '/api/staff/base-map/:id/',
  params: { id: Id },
  response: 'nothing',
  needs: 'settings.write',
  summary: 'Delete a base map with its file',
});
export const checkBaseMap = endpoint({
  post: '/api/staff/base-map/:id/check/',
  params: { id: Id },
  response: BaseMap,
  heavy: true,
  needs: 'settings.write',
  summary: 'Ask the source of a base map whether it answers, and note which hosts it draws from',
});
export const beginBaseMapUpload = endpoint({
  post: '/api/staff/base-map/:id/upload/',
  params: { id: Id },
  body: z.strictObject({
    name: line(200),
    length: z
      .int()
      .positive('The file is empty.')
      .max(MAX_BASE_MAP_BYTES, `A base map is at most ${MAX_BASE_MAP_BYTES / 1024 ** 3} GB.`),
  }),
  response: BaseMap,
  needs: 'settings.write',
  summary: 'Begin to bring a PMTiles or MBTiles file up in pieces, or go on with the one of this name and length',
});
export const continueBaseMapUpload = endpoint({
  patch: '/api/staff/base-map/:id/upload/',
  params: { id: Id },
  headers: z.object({
    'upload-offset': z.string().regex(/^\d{1,12}$/),
    'upload-checksum': z
      .string()
      .regex(/^sha256 [0-9a-f]{64}$/)
      .optional(),
  }),
  bytes: MAX_BASE_MAP_PIECE,
  response: z.object({ received: z.int() }),
  needs: 'settings.write',
  summary: 'The next piece; 409 at another offset, 460 when it arrived damaged',
});
