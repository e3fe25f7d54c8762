import { z } from 'zod';
import { Id, Instant, PersonRef } from '../common/fields.ts';
import { endpoint, LARGE_JSON_BYTES } from '../endpoint.ts';
import { controlFields } from './control-point.ts';

export const MAX_CONTROL_ROWS = 20_000;
export const MAX_CONTROL_FILE_BYTES = 20 * 1024 * 1024;

const source = {
  /** The upload holding the list: PENZD or PNEZD text, or .crdb. */
  file: Id,
  /** A person's answer where the figures do not tell easting from northing. */
  order: z.enum(['PENZD', 'PNEZD']).optional(),
};

/** What all points of the list have in common and the list does not say. */
const shared = {
  is_hpn: z.boolean().optional(),
  datum: controlFields.datum.optional(),
  epoch: controlFields.epoch.optional(),
  elevation_system: controlFields.elevation_system.optional(),
};

const ImportPoint = z.object({
  line: z.int(),
  name: z.string(),
  easting: z.number(),
  northing: z.number(),
  elevation: z.number().nullable(),
  note: z.string(),
});

export const ControlImportCheck = z.object({
  layout: z.string().nullable(),
  rows: z.int(),
  /** Rows that would become new points. */
  ready: z.int(),
  /** The first of them. */
  samples: z.array(ImportPoint),
  /** Nothing can be imported while there is one. */
  stops: z.array(z.string()),
  errors: z.array(z.object({ line: z.int(), message: z.string() })),
  error_count: z.int(),
  /** A point of this name is known: the same one, or another of the name. Distances in metres. */
  known: z.array(ImportPoint.extend({ id: Id, distance: z.number(), height_difference: z.number().nullable(), is_same: z.boolean() })),
  known_count: z.int(),
  /** Another name, the same place. */
  near: z.array(ImportPoint.extend({ id: Id, near_name: z.string(), distance: z.number() })),
  near_count: z.int(),
});
export type ControlImportCheck = z.infer<typeof ControlImportCheck>;

export const ControlImport = z.object({
  id: Id,
  file_name: z.string(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  created_on: Instant,
  created_by: PersonRef.nullable(),
  undone_on: Instant.nullable(),
  why_not_undo: z.string().nullable(),
});
export type ControlImport = z.infer<typeof ControlImport>;

export const checkControlImport = endpoint({
  post: '/api/sites/controlpoint/import/check/',
  body: z.strictObject(source),
  response: ControlImportCheck,
  reads: true,
  heavy: true,
  needs: 'control.write',
  summary: 'Read a list of control points and say what would come of it; writes nothing',
});
export const runControlImport = endpoint({
  post: '/api/sites/controlpoint/import/',
  body: z.strictObject({
    ...source,
    ...shared,
    /** What becomes of a row whose name is known. */
    known: z.enum(['skip', 'update']),
    skip_lines: z.array(z.int()).max(MAX_CONTROL_ROWS).optional(),
  }),
  response: ControlImport,
  status: 201,
  heavy: true,
  needs: 'control.write',
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Import all rows or none',
});
export const listControlImports = endpoint({
  get: '/api/sites/controlpoint/import/',
  query: z.strictObject({ page: z.int().min(1).optional(), page_size: z.int().min(1).max(200).optional() }),
  page: ControlImport,
  needs: 'control.write',
  summary: 'Earlier imports of control points',
});
export const undoControlImport = endpoint({
  post: '/api/sites/controlpoint/import/:id/undo/',
  response: ControlImport,
  needs: 'control.write',
  summary: 'Take back everything an import did',
});
