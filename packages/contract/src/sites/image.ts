import { z } from 'zod';
import { field } from '../common/field.ts';
import { ControlPointId, Uuid } from '../common/fields.ts';
import { listQuery } from '../common/paging.ts';
import { endpoint, LARGE_JSON_BYTES } from '../endpoint.ts';
import {
  captured,
  capturedTimes,
  FilePushHeaders,
  featureList,
  featureOf,
  feedQuery,
  fieldColumns,
  namesOf,
  PointGeometry,
  patchControls,
  Sha256,
  storedTimes,
} from './field-item.ts';
import { UploadId } from './sync.ts';

/** What a crew writes about a picture. */
const imageFields = {
  name: captured(255).nullable(),
  note: captured(20_000).nullable(),
  fieldrun_shot: field(Uuid.nullable(), 'Shot'),
  control_point: ControlPointId.nullable(),
  ...capturedTimes,
};
export const IMAGE_FIELDS = namesOf(imageFields);

/** What the camera wrote into the file. */
export const Exif = z.object({
  taken_at: z.string().nullable(),
  lon: z.number().nullable(),
  lat: z.number().nullable(),
  altitude: z.number().nullable(),
  direction: z.number().nullable(),
  camera: z.string().nullable(),
});

export const ImageProperties = z.object({
  /** Null for a picture of a control point that belongs to no run. */
  field_run: Uuid.nullable(),
  ...imageFields,
  ...storedTimes,
  control_point: z.object({ id: ControlPointId, name: z.string() }).nullable(),
  /** Where the original is fetched, and a small version where there is one. */
  file: z.string(),
  thumbnail_url: z.string().nullable(),
  mime_type: z.string(),
  sha256: Sha256,
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  exif: Exif.nullable(),
  /** Stored as it came, but no picture could be made of it. */
  is_unreadable: z.boolean(),
  /** Its shot has not arrived yet. */
  parent_pending: z.boolean(),
  moved_to: Uuid.nullable(),
  ...fieldColumns,
});
/** Geometry is the position of its shot. */
export const Image = featureOf(PointGeometry.nullable(), ImageProperties);
export type Image = z.infer<typeof Image>;

/** Without `field_run` it belongs to the run of its shot. The bytes come as the part `file`, or were brought up in pieces before and are named by `upload`. */
export const NewImage = z
  .strictObject(imageFields)
  .partial()
  .extend({ id: Uuid.optional(), field_run: Uuid.nullable().optional(), upload: UploadId.optional() });
export const ImagePatch = z
  .strictObject({ ...imageFields, field_run: Uuid })
  .partial()
  .extend({ ...patchControls, upload: UploadId.optional() });

export const IMAGE_ORDER = ['name', 'captured_at', 'created_on', 'updated_on'] as const;
export const ImageFilter = z.strictObject({
  ...listQuery(IMAGE_ORDER),
  ...feedQuery,
  field_run: Uuid.optional(),
  fieldrun_shot__field_run: Uuid.optional(),
  fieldrun_shot: Uuid.optional(),
  control_point: ControlPointId.optional(),
  is_deleted: z.boolean().optional(),
  has_conflict: z.boolean().optional(),
  late: z.boolean().optional(),
});

const id = { id: Uuid };

export const listImages = endpoint({
  get: '/api/sites/fieldrun-shot-image/',
  query: ImageFilter,
  response: featureList(Image),
  needs: 'sites.read',
  field: true,
  summary: 'Pictures, by pages or by cursor',
});
export const getImage = endpoint({
  get: '/api/sites/fieldrun-shot-image/:id/',
  params: id,
  response: Image,
  needs: 'sites.read',
  field: true,
  summary: 'A picture',
});
export const createImage = endpoint({
  post: '/api/sites/fieldrun-shot-image/',
  headers: FilePushHeaders,
  body: NewImage,
  multipart: 'or_json',
  response: Image,
  status: 201,
  needs: 'sites.write',
  field: true,
  summary: 'Store a picture under an id of your own',
});
export const updateImage = endpoint({
  patch: '/api/sites/fieldrun-shot-image/:id/',
  params: id,
  headers: FilePushHeaders,
  body: ImagePatch,
  multipart: 'or_json',
  response: Image,
  needs: 'sites.write',
  field: true,
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Change a picture, or repair its bytes; the earlier bytes are kept',
});
export const removeImage = endpoint({
  delete: '/api/sites/fieldrun-shot-image/:id/',
  params: id,
  response: 'nothing',
  needs: 'sites.write',
  field: true,
  summary: 'Mark a picture as deleted; nothing is thrown away',
});
