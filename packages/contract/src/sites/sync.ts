import { z } from 'zod';
import { Id, Instant, PersonRef, Uuid } from '../common/fields.ts';
import { anyOf } from '../common/paging.ts';
import { endpoint, LARGE_JSON_BYTES } from '../endpoint.ts';
import { captured, FilePushHeaders, PushHeaders, Sha256 } from './field-item.ts';

export const FIELD_KINDS = ['run', 'point', 'pipe', 'image'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];
const Kind = z.enum(FIELD_KINDS);

/** The id of what is brought up in pieces: the picture's own id and the hash of its bytes. */
export const UploadId = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9a-f]{64}$/);

/** The largest piece of a resumable upload. */
export const MAX_PIECE_BYTES = 8 * 1024 * 1024;

const ManifestRow = z.object({
  id: Uuid,
  kind: Kind,
  version: z.int(),
  is_deleted: z.boolean(),
  sha256: Sha256.nullable(),
  /** Up to which version the row still holds what the epoch asked for had acknowledged; without one, its version. */
  known_version: z.int(),
});
export type ManifestRow = z.infer<typeof ManifestRow>;
export const Manifest = z.object({ seq: z.int(), rows: z.array(ManifestRow) });
export type Manifest = z.infer<typeof Manifest>;

export const getManifest = endpoint({
  get: '/api/sites/fieldrun/:id/manifest/',
  params: { id: Uuid },
  query: z.strictObject({ epoch: z.string().max(60).optional() }),
  response: Manifest,
  needs: 'sites.read',
  field: true,
  summary: 'Everything the server holds of a run, by id, version and hash: what a tablet may forget',
});

const upload = { params: { id: UploadId }, needs: 'quarantine.write', field: true } as const;
export const beginUpload = endpoint({
  post: '/api/sites/upload/:id/',
  ...upload,
  body: z.strictObject({ field_run: Uuid.nullable().optional(), length: z.int().positive(), sha256: Sha256 }),
  response: 'nothing',
  status: 201,
  summary: 'Begin to bring a file up in pieces, or go on with it; answers Upload-Offset',
});
export const findUpload = endpoint({
  head: '/api/sites/upload/:id/',
  ...upload,
  response: 'nothing',
  status: 200,
  summary: 'How much of a file has arrived, as Upload-Offset',
});
export const continueUpload = endpoint({
  patch: '/api/sites/upload/:id/',
  ...upload,
  headers: z.object({
    'upload-offset': z.string().regex(/^\d{1,12}$/),
    'upload-checksum': z
      .string()
      .regex(/^sha256 [0-9a-f]{64}$/)
      .optional(),
  }),
  bytes: MAX_PIECE_BYTES,
  response: 'nothing',
  status: 204,
  summary: 'The next piece; 409 at another offset, 460 when it arrived damaged',
});

/** What a tablet could not get in: kept for the office exactly as it came. */
export const NewQuarantined = z.strictObject({
  op: z.string().max(300),
  kind: Kind,
  item: Uuid,
  field_run: Uuid,
  device: z.string().max(100),
  rev: z.int(),
  base: z.int(),
  content: z.record(z.string(), z.unknown()),
  reason: captured(2000),
  upload: UploadId.optional(),
});
export type NewQuarantined = z.infer<typeof NewQuarantined>;
export const QUARANTINE_STATES = ['held', 'released', 'dismissed'] as const;
export const Quarantined = z.object({
  id: Id,
  ...NewQuarantined.omit({ upload: true }).shape,
  /** What the person sees of it. */
  run_name: z.string().nullable(),
  file: z.object({ id: Id, url: z.string(), sha256: Sha256 }).nullable(),
  state: z.enum(QUARANTINE_STATES),
  received_at: Instant,
  received_by: PersonRef.nullable(),
  captured_by: PersonRef.nullable(),
  decided_on: Instant.nullable(),
  decided_by: PersonRef.nullable(),
  decision_note: z.string(),
});
export type Quarantined = z.infer<typeof Quarantined>;

export const quarantineItem = endpoint({
  post: '/api/sites/field-quarantine/',
  headers: FilePushHeaders,
  body: NewQuarantined,
  multipart: 'or_json',
  response: z.object({ id: Id }),
  status: 201,
  needs: 'quarantine.write',
  field: true,
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Leave with the office what the server refused; the same operation twice is kept once',
});
export const listQuarantine = endpoint({
  get: '/api/sites/field-quarantine/',
  query: z.strictObject({
    page: z.int().min(1).optional(),
    page_size: z.int().min(1).max(200).optional(),
    state: anyOf(z.enum(QUARANTINE_STATES)),
    field_run: Uuid.optional(),
  }),
  page: Quarantined,
  needs: 'quarantine.release',
  summary: 'What waits for somebody to decide, oldest first',
});
export const getQuarantined = endpoint({
  get: '/api/sites/field-quarantine/:id/',
  response: Quarantined,
  needs: 'quarantine.release',
  summary: 'One quarantined record with everything it brought',
});
export const releaseQuarantined = endpoint({
  post: '/api/sites/field-quarantine/:id/release/',
  /** Fields to put right before it is stored. */
  body: z.strictObject({ content: z.record(z.string(), z.unknown()).optional(), note: captured(2000).optional() }),
  response: Quarantined,
  needs: 'quarantine.release',
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Store it as the tablet meant it, in the name of who captured it',
});
export const dismissQuarantined = endpoint({
  post: '/api/sites/field-quarantine/:id/dismiss/',
  body: z.strictObject({ note: captured(2000) }),
  response: Quarantined,
  needs: 'quarantine.release',
  summary: 'Say why it is not needed; the record is kept',
});

export const ExportImport = z.object({
  field_runs: z.array(Uuid),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** What could not be stored, each with the reason; all of it lies in quarantine. */
  problems: z.array(z.object({ kind: Kind.nullable(), id: z.string().nullable(), name: z.string(), reason: z.string() })),
});
export type ExportImport = z.infer<typeof ExportImport>;

export const importExport = endpoint({
  post: '/api/sites/fieldrun/import-export/',
  headers: PushHeaders,
  multipart: true,
  response: ExportImport,
  needs: 'sites.write',
  field: true,
  heavy: true,
  summary: 'Bring in the zip a tablet exported: same ids, so twice changes nothing',
});
