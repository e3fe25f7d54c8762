import { proseDate } from '@dmse/domain/dates/local-date';
import { MILESTONE_STATES } from '@dmse/domain/states/milestone';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { EnteredDate, Id, Instant, JobId, LocalDate, line, MilestoneId, PersonRef, stamps, TaskId, UserId } from '../common/fields.ts';
import { anyOf, listQuery } from '../common/paging.ts';
import { endpoint, MEDIUM_JSON_BYTES } from '../endpoint.ts';
import { OrderKey } from './owner.ts';

export const MilestoneState = z.enum(MILESTONE_STATES);

export const Milestone = z.object({
  id: MilestoneId,
  task: TaskId,
  name: z.string(),
  template: z.object({ id: Id, name: z.string() }).nullable(),
  order: z.string(),
  state: MilestoneState,
  done_on: Instant.nullable(),
  done_by: PersonRef.nullable(),
  due_date: LocalDate.nullable(),
  assigned_user: PersonRef.nullable(),
  is_parallel: z.boolean(),
  /** What it was told to depend on; null: the one before it, unless it runs in parallel. */
  depends_on: z.array(Id).nullable(),
  is_blocked: z.boolean(),
  ...stamps,
});
export type Milestone = z.infer<typeof Milestone>;

/** A milestone in a list of work over many jobs. */
export const MilestoneRow = z.object({
  id: MilestoneId,
  name: z.string(),
  task: TaskId,
  task_name: z.string(),
  state: MilestoneState,
  due_date: LocalDate.nullable(),
  assigned_user: PersonRef.nullable(),
  is_blocked: z.boolean(),
  version: z.int(),
  job: z.object({
    id: Id,
    num: z.string(),
    desc: z.string(),
    client_name: z.string(),
    project_manager: z.object({ full_name: z.string() }).nullable(),
    can_edit: z.boolean(),
    is_editable: z.boolean(),
  }),
  last_time_entry_date: LocalDate.nullable(),
  featured_memo_id: Id.nullable(),
  featured_memo_title: z.string().nullable(),
  featured_memo_is_active_issue: z.boolean(),
});
export type MilestoneRow = z.infer<typeof MilestoneRow>;

export const milestoneFields = {
  name: field(line(200), 'Name'),
  state: field(MilestoneState, 'State'),
  due_date: field(EnteredDate.nullable(), 'Due date', { text: (value) => proseDate(String(value)) }),
  assigned_user: field(UserId.nullable(), 'Assignment'),
  template: field(Id.nullable(), 'Template'),
  is_parallel: field(z.boolean(), 'In parallel'),
  depends_on: field(z.array(Id).max(100).nullable(), 'Waits for'),
  order: OrderKey,
};

const task = field(Id, 'Task');

export const MILESTONE_ORDER = ['due_date', 'task_name', 'name', 'assigned_user', 'job'] as const;
export const listMilestones = endpoint({
  get: '/api/jobs/milestone/',
  query: z.strictObject({
    ...listQuery(MILESTONE_ORDER),
    job: JobId.optional(),
    task: TaskId.optional(),
    is_blocked: z.boolean().optional(),
    my_assignments: z.boolean().optional(),
    assigned_user: UserId.optional(),
    project_manager: UserId.optional(),
    name: anyOf(z.string().max(200)),
    state: anyOf(MilestoneState),
    due_before: EnteredDate.optional(),
  }),
  page: MilestoneRow,
  needs: 'work.read',
  summary: 'Milestones over all jobs: what is ready to be worked on',
});
export const createMilestone = endpoint({
  post: '/api/jobs/milestone/',
  body: z
    .strictObject({ ...milestoneFields, task })
    .partial()
    .required({ task: true, name: true }),
  response: Milestone,
  status: 201,
  needs: 'work.write',
  summary: 'Add a milestone to a task',
});
export const updateMilestone = endpoint({
  patch: '/api/jobs/milestone/:id/',
  body: z.strictObject({ ...milestoneFields, task, shift_dependants: z.boolean() }).partial(),
  response: Milestone,
  needs: 'work.touch',
  summary: 'Change a milestone; `shift_dependants` moves the due dates that hang on it by the same working days',
});
/** What can be done to many at once; each is changed as one alone would be, by the version the person was looking at. */
const { state, due_date, assigned_user, order } = milestoneFields;
const MilestoneChange = z.strictObject({
  id: MilestoneId,
  version: z.int(),
  ...z.strictObject({ state, due_date, assigned_user, order, task }).partial().shape,
});
export type MilestoneChange = z.infer<typeof MilestoneChange>;
const MAX_MILESTONES_AT_ONCE = 300;
export const changeMilestones = endpoint({
  post: '/api/jobs/milestone/change/',
  body: z.strictObject({
    changes: z
      .array(MilestoneChange)
      .min(1)
      .max(MAX_MILESTONES_AT_ONCE, `Choose at most ${MAX_MILESTONES_AT_ONCE} milestones.`)
      .refine((changes) => new Set(changes.map(({ id }) => id)).size === changes.length, 'Each milestone may stand only once.'),
  }),
  json_bytes: MEDIUM_JSON_BYTES,
  response: z.object({
    /** Those that were changed, as they are now. */
    milestones: z.array(Milestone),
    /** Those that stay as they were, each with the reason. */
    refused: z.array(z.object({ id: Id, detail: z.string() })),
  }),
  needs: 'work.touch',
  summary: 'Change many milestones in one transaction; those that are refused are named and stay as they were',
});
export const removeMilestone = endpoint({
  delete: '/api/jobs/milestone/:id/',
  response: 'nothing',
  needs: 'work.write',
  summary: 'Delete a milestone with its budget',
});
export const copyMilestones = endpoint({
  post: '/api/jobs/milestone/copy/',
  body: z.strictObject({ milestones: z.array(MilestoneId).min(1).max(400), task: TaskId }),
  response: z.object({ milestones: z.array(Milestone) }),
  status: 201,
  needs: 'work.write',
  summary: 'Copy milestones with their budget into a task, of this or another job or quote',
});
