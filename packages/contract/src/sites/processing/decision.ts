import { z } from 'zod';
import { Id, Instant, line, optionalLine, PersonRef, Uuid } from '../../common/fields.ts';
import { endpoint, LARGE_JSON_BYTES, MEDIUM_JSON_BYTES } from '../../endpoint.ts';

/** A point as the crew named it: decisions outlive an import, ids of shots do not. */
const Name = line(255);
const Names = z.array(Name).min(1).max(60_000);
const Metres = z.number().min(-100_000_000).max(100_000_000);
const Height = z.number().min(0).max(100);
const key = z.string().min(1).max(2000);

export const GridVector = z.strictObject({ d_easting: Metres, d_northing: Metres, d_elevation: Metres });

/** Which shift, and where the coordinates come from. The figures are computed from the files each time. */
export const ShiftChoice = z.strictObject({
  type: z.enum(['NONE', 'HPN', 'CONTROL']),
  source: z.enum(['points', 'raw']),
  /** What becomes of shots on the other side of a localization. */
  other_side: z.enum(['hold', 'reshift']),
  /** Names of the shots on control that count, for CONTROL. */
  accepted: z.array(Name).max(60_000),
  localization: z
    .strictObject({ fit: z.enum(['translation', 'rotation', 'similarity']), left_out: z.array(Name).max(1000) })
    .nullable()
    .optional(),
  /** Figures a person typed instead of computed ones; needs a reason. */
  typed: GridVector.nullable().optional(),
});
export type ShiftChoice = z.infer<typeof ShiftChoice>;

const BasePosition = z.union([
  z.strictObject({ control: z.string().min(1).max(40) }),
  z.strictObject({ easting: Metres, northing: Metres, elevation: Metres }),
  z.strictObject({ easting: Metres, northing: Metres, height: Metres }),
]);

/** What a person decides about a run. Decisions are an ordered list folded over the files; undo takes one away. */
export const ProcessingDecision = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rename'), file: Name, name: Name, to: Name }),
  z.strictObject({ kind: z.literal('order_points'), file: Name, order: z.enum(['PENZD', 'PNEZD']) }),
  z.strictObject({ kind: z.literal('import_unlisted'), names: Names }),
  z.strictObject({ kind: z.literal('correct_description'), from: optionalLine(2000), to: optionalLine(2000) }),
  z.strictObject({ kind: z.literal('describe'), name: Name, description: optionalLine(2000) }),
  z.strictObject({ kind: z.literal('drop'), names: Names }),
  z.strictObject({ kind: z.literal('group_same_points') }),
  z.strictObject({ kind: z.literal('keep'), kept: Name, other: Name }),
  z.strictObject({ kind: z.literal('average'), first: Name, second: Name, ticked: Names }),
  z.strictObject({ kind: z.literal('ignore_shots'), names: Names }),
  z.strictObject({ kind: z.literal('ignore_pair'), first: Name, second: Name }),
  z.strictObject({ kind: z.literal('ignore'), conflict: key }),
  z.strictObject({ kind: z.literal('attach'), name: Name, app_shot: Uuid.nullable() }),
  z.strictObject({ kind: z.literal('moves_with_run'), name: Name, does_move: z.boolean() }),
  z.strictObject({ kind: z.literal('use_file'), base: Name, file: Name }),
  z.strictObject({ kind: z.literal('place_base'), base: Name, position: BasePosition }),
  z.strictObject({
    kind: z.literal('correct_heights'),
    what: z.enum(['rod', 'instrument']),
    from: Name,
    to: Name,
    was: Height.nullable(),
    height: Height,
  }),
  z.strictObject({ kind: z.literal('correct_antenna'), base: Name, antenna_height: Height }),
  z.strictObject({ kind: z.literal('shift'), shift: ShiftChoice }),
  z.strictObject({ kind: z.literal('waive'), conflict: key }),
]);
export type ProcessingDecision = z.infer<typeof ProcessingDecision>;

export const StoredDecision = z.object({
  id: Id,
  decision: ProcessingDecision,
  /** One sentence for the list. */
  sentence: z.string(),
  why: z.string().nullable(),
  by: PersonRef.nullable(),
  at: Instant,
  undone_by: PersonRef.nullable(),
  undone_on: Instant.nullable(),
  /** Why it no longer fits the files; null where it is applied. */
  not_applied: z.string().nullable(),
});
export type StoredDecision = z.infer<typeof StoredDecision>;

export const Reason = line(2000);

export const listProcessingDecisions = endpoint({
  get: '/api/sites/fieldrun-processing/:id/decisions/',
  params: { id: Uuid },
  query: z.strictObject({ page: z.int().min(1).optional(), page_size: z.int().min(1).max(200).optional() }),
  page: StoredDecision,
  needs: 'sites.process',
  summary: 'What was decided about a run, newest first; what was undone is marked',
});
export const decideProcessing = endpoint({
  post: '/api/sites/fieldrun-processing/:id/decisions/',
  params: { id: Uuid },
  body: z.strictObject({ decisions: z.array(ProcessingDecision).min(1).max(2000), why: Reason.nullable().optional() }),
  response: z.object({ ids: z.array(Id), revision: z.int() }),
  status: 201,
  json_bytes: LARGE_JSON_BYTES,
  needs: 'sites.process',
  summary: 'Decide something about a run; all of it or, when one does not fit the files, nothing',
});
export const undoProcessingDecisions = endpoint({
  post: '/api/sites/fieldrun-processing/:id/decisions/undo/',
  params: { id: Uuid },
  body: z.strictObject({ decisions: z.array(Id).min(1).max(2000) }),
  response: z.object({ revision: z.int() }),
  json_bytes: MEDIUM_JSON_BYTES,
  needs: 'sites.process',
  summary: 'Take decisions back, all of these together; the others are applied without them',
});
