import { z } from 'zod';
import { field } from '../common/field.ts';
import { JobId, line, QuoteId, stamps, TaskGroupId } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';
import { hasOneOwner, ONE_OWNER, OrderKey, ownerFields } from './owner.ts';

export const TaskGroup = z.object({
  id: TaskGroupId,
  job: JobId.nullable(),
  quote: QuoteId.nullable(),
  name: z.string(),
  order: z.string(),
  ...stamps,
});
export type TaskGroup = z.infer<typeof TaskGroup>;

const name = field(line(200), 'Name');

export const listTaskGroups = endpoint({
  get: '/api/jobs/task-group/',
  query: z.strictObject({ ...ownerFields, page: z.int().min(1).optional(), page_size: z.int().min(1).max(200).optional() }),
  page: TaskGroup,
  needs: 'work.read',
  summary: 'The task groups of a job or quote, in order',
});
export const createTaskGroup = endpoint({
  post: '/api/jobs/task-group/',
  body: z.strictObject({ ...ownerFields, name, order: OrderKey.optional() }).refine(hasOneOwner, ONE_OWNER),
  response: TaskGroup,
  status: 201,
  needs: 'work.write',
  summary: 'Add a task group',
});
export const updateTaskGroup = endpoint({
  patch: '/api/jobs/task-group/:id/',
  body: z.strictObject({ name, order: OrderKey }).partial(),
  response: TaskGroup,
  needs: 'work.write',
  summary: 'Rename or move a task group',
});
export const removeTaskGroup = endpoint({
  delete: '/api/jobs/task-group/:id/',
  response: 'nothing',
  needs: 'work.write',
  summary: 'Delete an empty task group',
});
