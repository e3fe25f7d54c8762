import { z } from 'zod';
import { field } from '../common/field.ts';
import { Cents, EnteredDate, Id, JobId, line, optionalLine, paragraph, QuoteId, stamps, TaskGroupId, TaskId } from '../common/fields.ts';
import { endpoint, MEDIUM_JSON_BYTES } from '../endpoint.ts';
import { Milestone, milestoneFields } from './milestone.ts';
import { hasOneOwner, ONE_OWNER, OrderKey, ownerFields } from './owner.ts';

export const Task = z.object({
  id: TaskId,
  task_group: TaskGroupId,
  job: JobId.nullable(),
  quote: QuoteId.nullable(),
  name: z.string(),
  description: z.string(),
  template: z.object({ id: Id, name: z.string() }).nullable(),
  account_code: z.string(),
  order: z.string(),
  milestones: z.array(Milestone),
  /** Budgeted minutes, and the amount for whoever may see it. */
  budget_minutes: z.int(),
  budget_amount: Cents.optional(),
  /** Time entered on it; null in a quote, as the figures below. */
  actual_minutes: z.int().nullable(),
  /** All billable work so far. */
  actual: Cents.nullable().optional(),
  /** Billed, still to be billed, and of that held back. */
  billed: Cents.nullable().optional(),
  wip: Cents.nullable().optional(),
  hold: Cents.nullable().optional(),
  open_issues: z.int(),
  ...stamps,
});
export type Task = z.infer<typeof Task>;

export const taskFields = {
  name: field(line(200), 'Name'),
  description: field(paragraph(10_000), 'Description'),
  account_code: field(optionalLine(20), 'Account code'),
  task_group: field(TaskGroupId, 'Task group'),
  order: OrderKey,
};
const NewMilestoneOfTask = z.strictObject(milestoneFields).omit({ depends_on: true }).partial().required({ name: true });

export const listTasks = endpoint({
  get: '/api/jobs/task/',
  query: z.strictObject({
    ...ownerFields,
    task_group: TaskGroupId.optional(),
    page: z.int().min(1).optional(),
    page_size: z.int().min(1).max(200).optional(),
  }),
  page: Task,
  needs: 'work.read',
  summary: 'The tasks of a job or quote with their milestones, in order',
});
export const createTask = endpoint({
  post: '/api/jobs/task/',
  /** With a template its name, milestones, budget and account code are taken; without a group it goes into the last one, made if need be. */
  body: z
    .strictObject({
      ...ownerFields,
      ...z.strictObject(taskFields).partial().shape,
      template: Id.optional(),
      milestones: z.array(NewMilestoneOfTask).max(200).optional(),
    })
    .refine(hasOneOwner, ONE_OWNER)
    .refine(({ name, template }) => name !== undefined || template !== undefined, {
      error: 'This field may not be blank.',
      path: ['name'],
    }),
  response: Task,
  status: 201,
  needs: 'work.write',
  json_bytes: MEDIUM_JSON_BYTES,
  summary: 'Add a task, from a template or not',
});
export const createTasksFromTemplates = endpoint({
  post: '/api/jobs/task/from-templates/',
  body: z
    .strictObject({ ...ownerFields, task_group: TaskGroupId.optional(), templates: z.array(Id).min(1).max(50) })
    .refine(hasOneOwner, ONE_OWNER),
  response: z.object({ tasks: z.array(Task) }),
  status: 201,
  needs: 'work.write',
  summary: 'Add a task for each of several templates, all or none, in the order they are named',
});
export const getTask = endpoint({ get: '/api/jobs/task/:id/', response: Task, needs: 'work.read', summary: 'A task' });
export const updateTask = endpoint({
  patch: '/api/jobs/task/:id/',
  body: z.strictObject({ ...taskFields, add_milestone: NewMilestoneOfTask }).partial(),
  response: Task,
  needs: 'work.touch',
  summary: 'Change or move a task, or add a milestone to it',
});
export const removeTask = endpoint({
  delete: '/api/jobs/task/:id/',
  response: 'nothing',
  needs: 'work.write',
  summary: 'Delete a task with its milestones and budget',
});
export const copyTasks = endpoint({
  post: '/api/jobs/task/copy/',
  body: z
    .strictObject({ tasks: z.array(TaskId).min(1).max(200), ...ownerFields, task_group: TaskGroupId.optional() })
    .refine(hasOneOwner, ONE_OWNER),
  response: z.object({ tasks: z.array(Task) }),
  status: 201,
  needs: 'work.write',
  summary: 'Copy tasks with milestones and budget, without their time, within or between jobs and quotes',
});

/** The reports menu of the tasks screen. */
export const TASK_REPORTS = ['tasks', 'milestones due', 'budget vs actual', 'time detail'] as const;
export const exportTasks = endpoint({
  get: '/api/jobs/task/export/',
  query: z.strictObject({ ...ownerFields, report: z.enum(TASK_REPORTS), due_before: EnteredDate.optional() }),
  response: 'file',
  heavy: true,
  needs: 'work.read',
  summary: 'A report over the tasks of a job or quote, as CSV',
});
