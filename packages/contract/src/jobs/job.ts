import { JOB_STATES } from '@dmse/domain/states/job';
import { BLOCKER_CODES } from '@dmse/domain/states/job-blockers';
import { z } from 'zod';
import { amount } from '../common/amount.ts';
import { field } from '../common/field.ts';
import { Cents, ClientId, EnteredDate, Id, Instant, JobId, LocalDate, optionalLine, PersonRef, stamps, UserId } from '../common/fields.ts';
import { HistoryEntry, HistoryQuery } from '../common/history.ts';
import { anyOf, listQuery } from '../common/paging.ts';
import { endpoint, LARGE_JSON_BYTES } from '../endpoint.ts';
import { LocationPatch } from '../places/location.ts';
import { Department, NumRef, projectAnswer, projectFields } from './job-fields.ts';

export const JobState = z.enum(JOB_STATES);

/** Figures that come from time and expenses: absent for whoever may not see amounts, null until there are entries. */
const wipFigures = {
  wip_cost: Cents.nullable().optional(),
  avg_wip_age: amount(z.number()).nullable().optional(),
};

/** Everybody gets the first five; the rest is for whoever may read jobs. */
export const JobRow = z.object({
  id: JobId,
  num: z.string(),
  desc: z.string(),
  client_name: z.string(),
  state: JobState,
  client: ClientId.nullable().optional(),
  long_desc: z.string().optional(),
  project_manager: PersonRef.nullable().optional(),
  discipline: z.array(z.string()).optional(),
  job_types: z.array(z.string()).optional(),
  is_editable: z.boolean().optional(),
  can_edit: z.boolean().optional(),
  last_time_entry_date: LocalDate.nullable().optional(),
  updated_on: Instant.optional(),
  version: z.int().optional(),
  ...wipFigures,
});
export type JobRow = z.infer<typeof JobRow>;

export const Job = z.object({
  id: JobId,
  ...projectAnswer,
  state: JobState,
  state_reason: z.string(),
  quote: field(NumRef.nullable(), 'Quote'),
  po_number: z.string(),
  on_hold_until: LocalDate.nullable(),
  last_time_entry_date: LocalDate.nullable(),
  task_count: z.int(),
  milestone_count: z.int(),
  open_milestone_count: z.int(),
  /** The sum of its budget. */
  total: Cents.optional(),
  ...wipFigures,
  ...stamps,
});
export type Job = z.infer<typeof Job>;

const jobFields = {
  ...projectFields,
  po_number: field(optionalLine(80), 'PO number'),
  on_hold_until: field(EnteredDate.nullable(), 'On hold until'),
};

/** A line of the close-out checklist. A hard one must be settled; a soft one may be confirmed. */
export const Blocker = z.object({
  code: z.enum(BLOCKER_CODES),
  sentence: z.string(),
  is_hard: z.boolean(),
  count: z.int(),
  /** The records in the way, named, so that the screen can lead there. */
  records: z.array(z.object({ id: z.union([Id, z.string()]), name: z.string(), date: LocalDate.optional() })),
});
export type Blocker = z.infer<typeof Blocker>;

export const JobPatch = z
  .strictObject({
    ...jobFields,
    state: field(JobState, 'State'),
    state_reason: field(optionalLine(500), 'Reason'),
    /** Soft blockers the person has confirmed. */
    confirm: z.array(z.enum(BLOCKER_CODES)).max(20),
  })
  .partial();
export const NewJob = z.strictObject(jobFields).partial().required({ desc: true });

/** By these only whoever may see amounts orders. */
export const JOB_AMOUNT_ORDER = ['wip_cost', 'avg_wip_age'] as const;
export const JOB_ORDER = [
  ...(['num', 'desc', 'client_name', 'project_manager', 'state', 'updated_on', 'created_on', 'last_time_entry_date'] as const),
  ...JOB_AMOUNT_ORDER,
] as const;
export const JobFilter = z.strictObject({
  ...listQuery(JOB_ORDER),
  state: anyOf(JobState),
  project_manager: UserId.optional(),
  job_types: anyOf(z.string().max(200)),
  discipline: anyOf(Department),
  client: ClientId.optional(),
});

export const listJobs = endpoint({ get: '/api/jobs/', query: JobFilter, page: JobRow, needs: 'jobs.look_up', summary: 'Find jobs' });
export const createJob = endpoint({
  post: '/api/jobs/',
  body: NewJob,
  response: Job,
  status: 201,
  needs: 'jobs.write',
  summary: 'Create a job and number it',
});
export const getJob = endpoint({ get: '/api/jobs/:id/', response: Job, needs: 'jobs.read', summary: 'A job' });
export const updateJob = endpoint({
  patch: '/api/jobs/:id/',
  body: JobPatch,
  response: Job,
  needs: 'jobs.write',
  summary: 'Change a job; a state that would strand work is refused as BLOCKED with what is in the way',
});
export const listJobHistory = endpoint({
  get: '/api/jobs/:id/history/',
  query: HistoryQuery,
  page: HistoryEntry,
  needs: 'jobs.read',
  summary: "A job's history",
});
export const setJobLocation = endpoint({
  patch: '/api/jobs/:id/set-location/',
  body: LocationPatch,
  response: Job,
  needs: 'jobs.write',
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Say where a job is',
});
export const populateJobDrive = endpoint({
  post: '/api/jobs/:id/populate-drive/',
  response: z.object({ folder_url: z.string(), created: z.int() }),
  needs: 'jobs.write',
  summary: "Create the job's folders on the firm's drive; what is there stays",
});
