import { IMPORT_NOUNS } from '@dmse/domain/clients/import-fields';
import { CSV_ENCODINGS } from '@dmse/domain/text/csv-encoding';
import { CSV_DELIMITERS } from '@dmse/domain/text/csv-records';
import { z } from 'zod';
import { Id, Instant, PersonRef } from '../common/fields.ts';
import { endpoint, LARGE_JSON_BYTES } from '../endpoint.ts';

export const MAX_IMPORT_ROWS = 10_000;
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;

/** Column title → field, chosen by hand; a column that is not named is left out. */
const Mapping = z.record(z.string().max(200), z.string().max(60));

const source = {
  noun: z.enum(IMPORT_NOUNS),
  /** The upload holding the CSV. */
  file: Id,
  delimiter: z.enum(CSV_DELIMITERS).optional(),
  encoding: z.enum(CSV_ENCODINGS).optional(),
  mapping: Mapping.optional(),
};

const Duplicate = z.object({
  line: z.int(),
  name: z.string(),
  matches: z.array(z.object({ id: Id.nullable(), line: z.int().nullable(), name: z.string(), because: z.string() })),
});

export const ImportCheck = z.object({
  delimiter: z.enum(CSV_DELIMITERS),
  encoding: z.enum(CSV_ENCODINGS),
  columns: z.array(z.object({ title: z.string(), samples: z.array(z.string()), suggestion: z.string().nullable() })),
  fields: z.array(z.object({ field: z.string(), label: z.string(), required: z.boolean() })),
  mapping: Mapping,
  rows: z.int(),
  /** Rows without an error. */
  ready: z.int(),
  /** The first of them; `error_count` counts them all, and `error_lines` has every row that has one, so that all can be left out. */
  errors: z.array(z.object({ line: z.int(), column: z.string().nullable(), message: z.string() })),
  error_count: z.int(),
  error_lines: z.array(z.int()),
  /** The first of them in full; `duplicate_lines` has them all, so that all can be left out. */
  duplicates: z.array(Duplicate),
  duplicate_lines: z.array(z.int()),
  duplicate_count: z.int(),
});
export type ImportCheck = z.infer<typeof ImportCheck>;

export const ImportBatch = z.object({
  id: Id,
  noun: z.enum(IMPORT_NOUNS),
  file_name: z.string(),
  created: z.int(),
  skipped: z.int(),
  created_on: Instant,
  created_by: PersonRef.nullable(),
  undone_on: Instant.nullable(),
  /** Why it can no longer be undone, or null when it can. */
  why_not_undo: z.string().nullable(),
});
export type ImportBatch = z.infer<typeof ImportBatch>;

export const checkImport = endpoint({
  post: '/api/clients/import/check/',
  body: z.strictObject(source),
  response: ImportCheck,
  reads: true,
  heavy: true,
  needs: 'clients.import',
  summary: 'Read a CSV, suggest the columns, list row errors and probable duplicates; writes nothing',
});
export const runImport = endpoint({
  post: '/api/clients/import/',
  body: z.strictObject({ ...source, mapping: Mapping, skip_lines: z.array(z.int()).max(MAX_IMPORT_ROWS).optional() }),
  response: ImportBatch,
  status: 201,
  heavy: true,
  needs: 'clients.import',
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Import all rows or none',
});
export const listImports = endpoint({
  get: '/api/clients/import/',
  query: z.strictObject({ page: z.int().min(1).optional(), page_size: z.int().min(1).max(200).optional() }),
  page: ImportBatch,
  needs: 'clients.import',
  summary: 'Earlier imports',
});
export const undoImport = endpoint({
  post: '/api/clients/import/:id/undo/',
  response: ImportBatch,
  needs: 'clients.import',
  summary: 'Take back everything an import created',
});
