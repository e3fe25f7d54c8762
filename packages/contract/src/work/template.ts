import { z } from 'zod';
import { amount } from '../common/amount.ts';
import { field } from '../common/field.ts';
import { Cents, EnteredDate, Id, LocalDate, line, Minutes, optionalLine, paragraph, stamps } from '../common/fields.ts';
import { endpoint, LARGE_JSON_BYTES } from '../endpoint.ts';

/** The lists of the staff panel that work is made from. Nothing of it is deleted: what is no longer used is switched off. */
const position = field(z.int().min(0).max(10_000), 'Place in lists');
const is_active = field(z.boolean(), 'In use');
/** Where a record stands in its list, and whether it is still offered. */
export const listPlace = { position, is_active };
const account_code = field(optionalLine(20), 'Account code');
export const StaffListFilter = z.strictObject({
  query: z.string().max(200).optional(),
  is_active: z.boolean().optional(),
  page: z.int().min(1).optional(),
  page_size: z.int().min(1).max(200).optional(),
});

const Rate = z.strictObject({ valid_from: EnteredDate, charge_rate: Cents.min(0), cost_rate: Cents.min(0) });
const name_fr = field(optionalLine(80), 'Name in French');
const jobRoleFields = {
  name: field(line(80), 'Name'),
  name_fr,
  position,
  is_active,
  rates: field(
    z
      .array(Rate)
      .max(100)
      .refine((rates) => new Set(rates.map(({ valid_from }) => valid_from)).size === rates.length, 'Each day may stand only once.'),
    'Rates',
  ),
};
export const JobRole = z.object({ id: Id, ...jobRoleFields, rates: amount(z.array(Rate.extend({ valid_from: LocalDate }))), ...stamps });
export type JobRole = z.infer<typeof JobRole>;
export const listJobRoles = endpoint({
  get: '/api/staff/job-role/',
  query: StaffListFilter,
  page: JobRole,
  needs: 'work.settings',
  summary: 'Job roles with their dated rates',
});
export const createJobRole = endpoint({
  post: '/api/staff/job-role/',
  body: z.strictObject(jobRoleFields).partial().required({ name: true }),
  response: JobRole,
  status: 201,
  needs: 'work.settings',
  summary: 'Add a job role',
});
export const updateJobRole = endpoint({
  patch: '/api/staff/job-role/:id/',
  body: z.strictObject(jobRoleFields).partial(),
  response: JobRole,
  needs: 'work.settings',
  summary: 'Change a job role or its rates',
});

/** Without a day, since ever. */
const UnitCost = z.strictObject({
  valid_from: EnteredDate.nullable(),
  unit_cost: Cents.min(0, 'Use 0 or more.'),
  markup_pct: amount(z.number().min(0, 'Use 0 or more.').max(999, 'Use at most 999 %.')),
});
const disbursementFields = {
  name: field(line(80), 'Name'),
  name_fr,
  unit: field(line(20), 'Unit'),
  unit_fr: field(optionalLine(20), 'Unit in French'),
  costs: field(
    z
      .array(UnitCost)
      .min(1, 'Keep at least one cost.')
      .max(100)
      .refine((costs) => new Set(costs.map(({ valid_from }) => valid_from)).size === costs.length, 'Each day may stand only once.'),
    'Unit costs',
  ),
  account_code,
  position,
  is_active,
};
export const DisbursementType = z.object({
  id: Id,
  ...disbursementFields,
  costs: amount(z.array(UnitCost.extend({ valid_from: LocalDate.nullable() }))),
  ...stamps,
});
export type DisbursementType = z.infer<typeof DisbursementType>;
export const listDisbursementTypes = endpoint({
  get: '/api/staff/disbursement-type/',
  query: StaffListFilter,
  page: DisbursementType,
  needs: 'work.settings',
  summary: 'Disbursement types',
});
export const createDisbursementType = endpoint({
  post: '/api/staff/disbursement-type/',
  body: z.strictObject(disbursementFields).partial().required({ name: true }),
  response: DisbursementType,
  status: 201,
  needs: 'work.settings',
  summary: 'Add a disbursement type',
});
export const updateDisbursementType = endpoint({
  patch: '/api/staff/disbursement-type/:id/',
  body: z.strictObject(disbursementFields).partial(),
  response: DisbursementType,
  needs: 'work.settings',
  summary: 'Change a disbursement type',
});

const milestoneTemplateFields = { name: field(line(200), 'Name'), is_active };
export const MilestoneTemplate = z.object({ id: Id, ...milestoneTemplateFields, ...stamps });
export type MilestoneTemplate = z.infer<typeof MilestoneTemplate>;
export const listMilestoneTemplates = endpoint({
  get: '/api/staff/milestone-template/',
  query: StaffListFilter,
  page: MilestoneTemplate,
  needs: 'work.settings',
  summary: 'Milestone templates',
});
export const createMilestoneTemplate = endpoint({
  post: '/api/staff/milestone-template/',
  body: z.strictObject(milestoneTemplateFields).partial().required({ name: true }),
  response: MilestoneTemplate,
  status: 201,
  needs: 'work.settings',
  summary: 'Add a milestone template',
});
export const updateMilestoneTemplate = endpoint({
  patch: '/api/staff/milestone-template/:id/',
  body: z.strictObject(milestoneTemplateFields).partial(),
  response: MilestoneTemplate,
  needs: 'work.settings',
  summary: 'Change a milestone template',
});

const TemplateBudget = z.strictObject({
  job_role: Id.optional(),
  minutes: Minutes.min(0).optional(),
  disbursement_type: Id.optional(),
  quantity: z.number().min(0).optional(),
});
const TemplateMilestone = z.strictObject({ milestone_template: Id, is_parallel: z.boolean(), budget: z.array(TemplateBudget).max(30) });
const taskTemplateFields = {
  name: field(line(200), 'Name'),
  description: field(paragraph(10_000), 'Description'),
  account_code,
  milestones: field(z.array(TemplateMilestone).max(100), 'Milestones'),
  is_active,
};
export const TaskTemplate = z.object({ id: Id, ...taskTemplateFields, ...stamps });
export type TaskTemplate = z.infer<typeof TaskTemplate>;
export const listTaskTemplates = endpoint({
  get: '/api/staff/task-template/',
  query: StaffListFilter,
  page: TaskTemplate,
  needs: 'work.settings',
  summary: 'Task templates with their milestones and budget',
});
export const createTaskTemplate = endpoint({
  post: '/api/staff/task-template/',
  body: z.strictObject(taskTemplateFields).partial().required({ name: true }),
  response: TaskTemplate,
  status: 201,
  needs: 'work.settings',
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Add a task template',
});
export const updateTaskTemplate = endpoint({
  patch: '/api/staff/task-template/:id/',
  body: z.strictObject(taskTemplateFields).partial(),
  response: TaskTemplate,
  needs: 'work.settings',
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Change a task template; tasks made from it stay as they are',
});
