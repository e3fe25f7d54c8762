import { FIELD_RUN_STATES } from '@dmse/domain/states/field-run';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { Id, Instant, JobId, optionalLine, PersonRef, TaskId, Uuid } from '../common/fields.ts';
import { HistoryEntry, HistoryQuery } from '../common/history.ts';
import { anyOf, listQuery } from '../common/paging.ts';
import { endpoint, LARGE_JSON_BYTES } from '../endpoint.ts';
import { CapturedInstant, captured, fieldColumns, Names, namesOf, PushHeaders, patchControls } from './field-item.ts';

const State = z.enum(FIELD_RUN_STATES);
const Shift = z.number().min(-1_000_000).max(1_000_000);

/** What a crew or the office writes about a run. Null is what was never set. */
const runFields = {
  name: field(captured(200).nullable(), 'Name'),
  short_description: field(captured(1000).nullable(), 'Description'),
  job: field(JobId.nullable(), 'Job'),
  job_num: field(optionalLine(40), 'Job'),
  task: field(TaskId.nullable(), 'Task', { text: (value) => `task ${value}` }),
  note: field(captured(20_000).nullable(), 'Note'),
  started_on: field(CapturedInstant.nullable(), 'Started'),
  task_types: field(Names.nullable(), 'Task types'),
  present_hazards: field(Names.nullable(), 'Present hazards'),
  hazard_controls: field(captured(20_000).nullable(), 'Hazard controls'),
  personal_protective_equipment_used: field(Names.nullable(), 'Personal protective equipment used'),
  /** User ids; `crew_members` names them. */
  crew: field(z.array(Id).max(50).nullable(), 'Crew'),
  equipment: field(Names.nullable(), 'Equipment'),
};

/** What only the processing of a run sets. */
const processedFields = {
  shifts: field(
    z
      .array(z.record(z.string().max(60), z.unknown()))
      .max(100)
      .nullable(),
    'Shifts',
    { text: (value) => `${(value as unknown[]).length} shifts` },
  ),
  HPN_easting_shift: field(Shift.nullable(), 'HPN easting shift'),
  HPN_northing_shift: field(Shift.nullable(), 'HPN northing shift'),
  HPN_elevation_shift: field(Shift.nullable(), 'HPN elevation shift'),
};

export const PROCESSED_FIELDS = namesOf(processedFields);

const JobRef = z.object({ id: JobId, num: z.string() });

export const FieldRunRow = z.object({
  id: Uuid,
  name: z.string().nullable(),
  short_description: z.string().nullable(),
  job: JobRef.nullable(),
  job_num: z.string(),
  state: State,
  started_on: Instant.nullable(),
  started_by: PersonRef.nullable(),
  imported_on: Instant.nullable(),
  has_risk_assessment: z.boolean(),
  why_not_start: z.string().nullable(),
  is_deleted: z.boolean(),
  version: z.int(),
  created_on: Instant,
  updated_on: Instant,
});
export type FieldRunRow = z.infer<typeof FieldRunRow>;

export const FieldRun = z.object({
  id: Uuid,
  ...runFields,
  started_on: Instant.nullable(),
  job: JobRef.nullable(),
  crew_members: z.array(PersonRef),
  state: State,
  started_by: PersonRef.nullable(),
  imported_on: Instant.nullable(),
  finished_on: Instant.nullable(),
  ...processedFields,
  /** The raw file of the last import. */
  raw: z.object({ id: Id, name: z.string(), url: z.string() }).nullable(),
  has_risk_assessment: z.boolean(),
  shot_count: z.int(),
  image_count: z.int(),
  pipe_count: z.int(),
  layer_count: z.int(),
  /** Records of the run, itself included, on which two people disagree. */
  conflict_count: z.int(),
  late_count: z.int(),
  /** The first number of the block that the asking device may use; null to whoever is no device. */
  start_number: z.int().nullable(),
  can_edit: z.boolean(),
  why_not_start: z.string().nullable(),
  why_not_process: z.string().nullable(),
  ...fieldColumns,
});
export type FieldRun = z.infer<typeof FieldRun>;

const written = { ...runFields, state: field(State, 'State') };
export const FIELD_RUN_FIELDS = namesOf(written);

/** `id` is the client's own, so that a double tap makes one run; the server makes one for who sends none. */
export const NewFieldRun = z.strictObject(written).partial().extend({ id: Uuid.optional() });
export const FieldRunPatch = z
  .strictObject({ ...written, ...processedFields })
  .partial()
  .extend(patchControls);

export const FIELD_RUN_ORDER = ['name', 'short_description', 'job_num', 'state', 'started_on', 'created_on', 'updated_on'] as const;
export const FieldRunFilter = z.strictObject({
  ...listQuery(FIELD_RUN_ORDER),
  job: anyOf(Id),
  /** Runs of the jobs whose number begins so, for runs that name a job the office has no record of. */
  job_num: z.string().max(40).optional(),
  state: anyOf(State),
  /** Deleted runs are left out unless asked for. */
  is_deleted: z.boolean().optional(),
});

const id = { id: Uuid };

export const listFieldRuns = endpoint({
  get: '/api/sites/fieldrun/',
  query: FieldRunFilter,
  page: FieldRunRow,
  needs: 'sites.read',
  field: true,
  summary: 'Find field runs',
});
export const getFieldRun = endpoint({
  get: '/api/sites/fieldrun/:id/',
  params: id,
  any_query: true,
  headers: PushHeaders,
  response: FieldRun,
  needs: 'sites.read',
  field: true,
  notes: true,
  summary: 'A field run; a device that opens it gets its block of point numbers',
});
export const createFieldRun = endpoint({
  post: '/api/sites/fieldrun/',
  headers: PushHeaders,
  body: NewFieldRun,
  response: FieldRun,
  status: 201,
  needs: 'sites.write',
  field: true,
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Create a field run under an id of your own',
});
export const updateFieldRun = endpoint({
  patch: '/api/sites/fieldrun/:id/',
  params: id,
  headers: PushHeaders,
  body: FieldRunPatch,
  response: FieldRun,
  needs: 'sites.write',
  field: true,
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Change or start a field run',
});

const history = { params: id, query: HistoryQuery, page: HistoryEntry, needs: 'sites.read' } as const;
export const listFieldRunHistory = endpoint({
  get: '/api/sites/fieldrun/history/:id/',
  ...history,
  summary: "A field run's history",
});
export const listHistoryOfFieldRun = endpoint({
  get: '/api/sites/fieldrun/:id/history/',
  ...history,
  summary: "A field run's history, by the path of the other records",
});
