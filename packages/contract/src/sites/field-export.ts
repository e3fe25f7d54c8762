import { z } from 'zod';
import { Uuid } from '../common/fields.ts';
import { Sha256 } from './field-item.ts';
import { FIELD_KINDS } from './sync.ts';

/**
 * The zip a tablet writes when nothing else works: `manifest.json` says what is in it, `records.geojson` holds every record as a Feature
 * (its fields as properties, under the names of the wire, a run with no geometry), and each picture lies beside them as it was taken.
 * Both the tablet and the import go by this.
 */
export const EXPORT_FORMAT = 'dmse-field-export';
export const EXPORT_MANIFEST = 'manifest.json';
export const EXPORT_RECORDS = 'records.geojson';
export const MAX_EXPORT_ITEMS = 5000;

const Packed = z.object({ path: z.string().min(1).max(300), sha256: Sha256, bytes: z.int().min(0) });

export const ExportItem = z.object({
  kind: z.enum(FIELD_KINDS),
  id: Uuid,
  field_run: Uuid,
  /** Revision and base as for a push: the same revision by two ways is one write. */
  rev: z.int().min(0),
  base: z.int().min(0),
  /** Who captured it. */
  owner: z.int().positive().nullable(),
  file: Packed.nullable(),
});
export type ExportItem = z.infer<typeof ExportItem>;

export const ExportManifest = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.literal(1),
  device: z.string().min(1).max(100),
  exported_on: z.string().max(60),
  records: Packed,
  items: z.array(ExportItem).max(MAX_EXPORT_ITEMS),
});
export type ExportManifest = z.infer<typeof ExportManifest>;

export const ExportRecords = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({ type: z.literal('Feature'), id: Uuid, geometry: z.unknown(), properties: z.record(z.string(), z.unknown()) }),
  ),
});
export type ExportRecords = z.infer<typeof ExportRecords>;
