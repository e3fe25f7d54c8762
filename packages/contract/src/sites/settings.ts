import { SHOT_CATEGORIES } from '@dmse/domain/sites/shot-category';
import { z } from 'zod';
import { Id, Instant, line, PersonRef } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';
import { Coordinates, FieldCodes, FieldNumbers, FieldTolerances, RiskLists } from '../settings/field.ts';

export const GeoidGrid = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  kind: z.enum(['undulation', 'offset']),
  vertical_system: z.string(),
  /** West, south, east, north. */
  extent: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  bytes: z.int(),
  url: z.string(),
  /** Named by the coordinate settings. */
  is_in_force: z.boolean(),
  created_on: Instant,
  created_by: PersonRef.nullable(),
});
export type GeoidGrid = z.infer<typeof GeoidGrid>;

export const SitesSettings = z.object({
  ...FieldCodes.shape,
  tolerances: FieldTolerances,
  ...Coordinates.shape,
  risk_lists: RiskLists,
  ...FieldNumbers.shape,
  categories: z.array(z.object({ name: z.enum(SHOT_CATEGORIES), sub_categories: z.array(z.string()), is_structure: z.array(z.string()) })),
  geoid_grids: z.array(GeoidGrid),
  /** The most a single upload may weigh. */
  max_upload_bytes: z.int(),
  time_zone: z.string(),
});
export type SitesSettings = z.infer<typeof SitesSettings>;

export const getSitesSettings = endpoint({
  get: '/api/sites/settings/',
  response: SitesSettings,
  needs: 'settings.read',
  field: true,
  summary: 'Codes, tolerances, coordinate system, risk lists and numbers of field work',
});
export const listGeoidGrids = endpoint({
  get: '/api/sites/geoid-grid/',
  page: GeoidGrid,
  needs: 'sites.read',
  summary: 'The geoid grids the firm has uploaded',
});
export const createGeoidGrid = endpoint({
  post: '/api/sites/geoid-grid/',
  /** The upload holding the GeoTIFF. */
  body: z.strictObject({ file: Id, name: line(120).optional(), vertical_system: line(40).optional() }),
  response: GeoidGrid,
  status: 201,
  heavy: true,
  needs: 'sites.admin',
  summary: 'Take a geoid grid into use, once it can be read',
});
export const removeGeoidGrid = endpoint({
  delete: '/api/sites/geoid-grid/:id/',
  response: 'nothing',
  needs: 'sites.admin',
  summary: 'Remove a geoid grid that is not in force',
});
