import { z } from 'zod';
import { field } from '../common/field.ts';
import { Instant, PersonRef, Uuid } from '../common/fields.ts';

/** Lower-case hexadecimal, as hashes are written everywhere. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'This is not a SHA-256 hash.');

/**
 * Text somebody captured in the field: kept as typed, line ends and all. Only what cannot be stored is refused, because a refusal reaches
 * a tablet when the person is no longer looking.
 */
export function captured(max: number) {
  return z
    .string()
    .max(max, `Use at most ${max} characters.`)
    .regex(/^[^\0]*$/, 'This text holds a character that cannot be stored.');
}

export const CapturedInstant = z.iso.datetime({ offset: true });

/**
 * When it was captured. A device whose clock is wrong corrects `captured_at` by the server's time and says what its clock showed in
 * `captured_at_device`; elsewhere that is null.
 */
export const capturedTimes = { captured_at: CapturedInstant.nullable(), captured_at_device: CapturedInstant.nullable() };
export const storedTimes = { captured_at: Instant.nullable(), captured_at_device: Instant.nullable() };

/** A list of names as offered by the settings, or as typed. */
export const Names = z.array(captured(200)).max(200);

/** The names of fields, as a list. */
export function namesOf<T extends object>(fields: T): readonly (keyof T & string)[] {
  return Object.keys(fields) as (keyof T & string)[];
}

/** What a tablet says about a push. With `x-op-id` it is applied once, however often it is sent. */
export const PushHeaders = z.object({
  'x-op-id': z.string().max(300).optional(),
  'x-device': z.string().max(100).optional(),
  'x-device-time': z.string().max(60).optional(),
  /** Who captured it, when somebody else brings it up. */
  'x-captured-by': z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
});
export type PushHeaders = z.infer<typeof PushHeaders>;

export const FilePushHeaders = PushHeaders.extend({ 'x-sha256': Sha256.optional() });

/** Two people meant different things: `kept` stands, `other` is what gave way. */
export const Conflict = z.object({ field: z.string(), kept: z.unknown(), other: z.unknown(), version: z.int() });
export type Conflict = z.infer<typeof Conflict>;

/** What the server adds to everything a tablet can create. */
export const fieldColumns = {
  is_deleted: z.boolean(),
  version: z.int(),
  /** Its place in the run's feed. */
  seq: z.int(),
  created_on: Instant,
  created_by: PersonRef.nullable(),
  updated_on: Instant,
  updated_by: PersonRef.nullable(),
  received_at: Instant,
  captured_by: PersonRef.nullable(),
  device: z.string().nullable(),
  conflict: field(z.array(Conflict), 'Conflicts'),
  /** Arrived after the office had begun to process the run. */
  late: z.boolean(),
};

/** What an update may say beside the fields themselves. */
export const patchControls = {
  is_deleted: field(z.boolean(), 'Deleted').optional(),
  /** Dates and shifts that were emptied. */
  cleared: z.array(z.string().max(60)).max(60).optional(),
  /** Older versions on which single fields were edited. */
  field_base: z.record(z.string().max(60), z.int().min(0)).optional(),
  /** Conflicts somebody has looked at, by field: they leave the record. */
  resolved: z.array(z.string().max(60)).max(100).optional(),
};

const Longitude = z.number().min(-180).max(180);
const Latitude = z.number().min(-90).max(90);
export const Position = z.union([z.tuple([Longitude, Latitude]), z.tuple([Longitude, Latitude, z.number()])]);
export const PointGeometry = z.strictObject({ type: z.literal('Point'), coordinates: Position });
export const LineGeometry = z.strictObject({ type: z.literal('LineString'), coordinates: z.array(Position).min(2).max(10_000) });

export function featureOf<G extends z.ZodType, P extends z.ZodObject>(geometry: G, properties: P) {
  return z.object({ type: z.literal('Feature'), id: Uuid, geometry, properties });
}

/** `cursor`: where to go on; null where the list was asked for by pages. In a list by cursor `count` is what is left, this page included. */
export function featureList<F extends z.ZodType>(feature: F) {
  return z.object({ count: z.int(), results: z.array(feature), cursor: z.string().nullable() });
}
export type FeatureList = z.infer<ReturnType<typeof featureList>>;

/** How a tablet asks for what is new. `cursor` is empty the first time; the rest is for whoever still goes by the clock. */
export const feedQuery = {
  cursor: z.string().max(120).optional(),
  updated_on_after: CapturedInstant.optional(),
};
