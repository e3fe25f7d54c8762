import { z } from 'zod';
import { Id, Instant, line, PersonRef, Uuid } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';
import { Position } from './field-item.ts';

export const LAYER_FORMATS = ['GeoJSON', 'KML', 'KMZ', 'GPX', 'DXF', 'Shapefile', 'PNG', 'WebP'] as const;

/** Limits of what a tablet is asked to carry. */
export const MAX_LAYER_BYTES = 50 * 1024 * 1024;
export const MAX_LAYER_RESULT_BYTES = 20 * 1024 * 1024;
export const MAX_LAYER_VERTICES = 500_000;
export const MAX_LAYER_PIXELS = 4096;

/** A quadrilateral: top left, top right, bottom right, bottom left. */
const Corners = z.tuple([Position, Position, Position, Position]);

export const StaticLayer = z.object({
  id: Id,
  field_run: Uuid,
  name: z.string(),
  format: z.enum(LAYER_FORMATS),
  kind: z.enum(['vector', 'image']),
  /** What the tablet fetches: GeoJSON in longitude and latitude, or the picture. */
  url: z.string(),
  mime_type: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** The file as it was uploaded. */
  file: z.string(),
  file_name: z.string(),
  features: z.int(),
  vertices: z.int(),
  /** West, south, east, north. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  corners: Corners.nullable(),
  crs: z.string().nullable(),
  /** What could not be taken over, in sentences. */
  problems: z.array(z.string()),
  created_on: Instant,
  created_by: PersonRef.nullable(),
});
export type StaticLayer = z.infer<typeof StaticLayer>;

/** Beside the part `file`. Corners belong to a picture; `crs` to what does not say its own. */
export const NewStaticLayer = z.strictObject({
  field_run: Uuid,
  name: line(200).optional(),
  /** `office`, `lonlat`, `utm19` or a PROJ definition. */
  crs: line(500).optional(),
  corners: Corners.optional(),
});

export const listStaticLayers = endpoint({
  get: '/api/sites/static-layer/',
  query: z.strictObject({
    field_run: Uuid.optional(),
    page: z.int().min(1).optional(),
    page_size: z.int().min(1).max(200).optional(),
  }),
  page: StaticLayer,
  needs: 'sites.read',
  field: true,
  summary: 'Layers attached to a run',
});
export const createStaticLayer = endpoint({
  post: '/api/sites/static-layer/',
  body: NewStaticLayer,
  multipart: true,
  bytes: MAX_LAYER_BYTES,
  response: StaticLayer,
  status: 201,
  heavy: true,
  needs: 'sites.write',
  summary: 'Attach a layer to a run: GeoJSON, KML, KMZ, GPX, DXF, zipped shapefile, or PNG/WebP with four corners',
});
export const removeStaticLayer = endpoint({
  delete: '/api/sites/static-layer/:id/',
  response: 'nothing',
  needs: 'sites.write',
  summary: 'Take a layer off its run',
});
