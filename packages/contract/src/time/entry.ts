import { sayDuration } from '@dmse/domain/dates/duration';
import { TIME_BATCH_STATES } from '@dmse/domain/states/time-batch';
import { WIP_STATES } from '@dmse/domain/states/wip';
import { RATE_RULES } from '@dmse/domain/work/rate-choice';
import { z } from 'zod';
import { amount } from '../common/amount.ts';
import { field } from '../common/field.ts';
import {
  Cents,
  EnteredDate,
  Id,
  Instant,
  JobId,
  LocalDate,
  MilestoneId,
  Minutes,
  PersonRef,
  paragraph,
  stamps,
  TaskId,
  UserId,
  Uuid,
} from '../common/fields.ts';
import { HistoryEntry, HistoryQuery } from '../common/history.ts';
import { listQuery } from '../common/paging.ts';
import { endpoint } from '../endpoint.ts';

const Ref = z.object({ id: Id, name: z.string() });

/** What time is for: work on a job's task and milestone, or an overhead code. */
export const targetFields = {
  job: field(JobId.nullable(), 'Job'),
  task: field(TaskId.nullable(), 'Task'),
  milestone: field(MilestoneId.nullable(), 'Milestone'),
  overhead_code: field(Id.nullable(), 'Overhead code'),
};
export const Target = z.strictObject({ ...targetFields, is_billable: z.boolean() });
export type Target = z.infer<typeof Target>;

/** The same with the names people know it by. */
export const NamedTarget = z.object({
  job: z.object({ id: JobId, num: z.string(), desc: z.string(), state: z.string() }).nullable(),
  task: Ref.nullable(),
  milestone: Ref.nullable(),
  overhead_code: Ref.nullable(),
  is_billable: z.boolean(),
});
export type NamedTarget = z.infer<typeof NamedTarget>;

export const entryFields = {
  date: field(EnteredDate, 'Date'),
  ...targetFields,
  minutes: field(Minutes.min(1, 'An entry has more than no time.').max(1440, 'A day has 24 h.'), 'Time', {
    text: (value) => sayDuration(Number(value)),
  }),
  is_billable: field(z.boolean(), 'Billable'),
  job_role: field(Id.nullable(), 'Job role'),
  note: field(paragraph(2000), 'Note'),
  start: field(Instant.nullable(), 'Start'),
  end: field(Instant.nullable(), 'End'),
  field_run: field(Uuid.nullable(), 'Field run'),
};

export const TimeEntry = z.object({
  id: Id,
  user: PersonRef,
  date: LocalDate,
  ...NamedTarget.shape,
  minutes: Minutes,
  job_role: Ref.nullable(),
  note: z.string(),
  start: Instant.nullable(),
  end: Instant.nullable(),
  field_run: Uuid.nullable(),
  batch: Id,
  batch_state: z.enum(TIME_BATCH_STATES),
  /** Null where it is not billable. */
  wip_state: z.enum(WIP_STATES).nullable(),
  /** Why it can no longer be changed by whoever asks; null when it can. */
  why_closed: z.string().nullable(),
  rate: Cents.nullable().optional(),
  rate_rule: amount(z.enum(RATE_RULES)).nullable().optional(),
  rate_valid_from: amount(LocalDate).nullable().optional(),
  cost_rate: Cents.nullable().optional(),
  amount: Cents.optional(),
  cost: Cents.nullable().optional(),
  ...stamps,
});
export type TimeEntry = z.infer<typeof TimeEntry>;

const EntryPatch = z.strictObject(entryFields).partial();
/** Billable unless it is overhead or said otherwise; the role of the person unless another is named. */
const NewEntry = EntryPatch.required({ date: true, minutes: true }).extend({ user: UserId.optional() });

export const ENTRY_ORDER = ['date', 'minutes', 'user', 'job', 'created_on'] as const;
export const listTimeEntries = endpoint({
  get: '/api/timesheet/entry/',
  query: z.strictObject({
    ...listQuery(ENTRY_ORDER),
    user: UserId.optional(),
    job: JobId.optional(),
    task: TaskId.optional(),
    from: EnteredDate.optional(),
    to: EnteredDate.optional(),
    is_billable: z.boolean().optional(),
  }),
  page: TimeEntry,
  needs: 'time.read',
  summary: 'Time entries: own ones, those of people one supervises, those of a job for whoever reads jobs',
});
export const getTimeEntry = endpoint({
  get: '/api/timesheet/entry/:id/',
  response: TimeEntry,
  needs: 'time.read',
  summary: 'A time entry',
});
export const createTimeEntry = endpoint({
  post: '/api/timesheet/entry/',
  body: NewEntry,
  response: TimeEntry,
  status: 201,
  needs: 'time.own',
  summary: 'Enter time; its rates are frozen with the rule that chose them',
});
export const updateTimeEntry = endpoint({
  patch: '/api/timesheet/entry/:id/',
  body: EntryPatch,
  response: TimeEntry,
  needs: 'time.own',
  summary: 'Change an entry while its week is open',
});
export const removeTimeEntry = endpoint({
  delete: '/api/timesheet/entry/:id/',
  response: 'nothing',
  needs: 'time.own',
  summary: 'Delete an entry while its week is open',
});
export const listTimeEntryHistory = endpoint({
  get: '/api/timesheet/entry/:id/history/',
  query: HistoryQuery,
  page: HistoryEntry,
  needs: 'time.read',
  summary: 'What happened to an entry',
});

/** What a row of the grid can be added for: favourites and recent work first. */
export const FoundTarget = NamedTarget.extend({ is_favourite: z.boolean(), last_used: LocalDate.nullable() });
export type FoundTarget = z.infer<typeof FoundTarget>;
export const findTargets = endpoint({
  get: '/api/timesheet/target/',
  query: z.strictObject({ query: z.string().max(200).optional(), limit: z.int().min(1).max(50).optional() }),
  response: z.object({ results: z.array(FoundTarget) }),
  needs: 'time.own',
  summary: 'What time can be entered for, by words or job number; favourites and recent work first',
});
export const setFavourite = endpoint({
  post: '/api/timesheet/favourite/',
  body: z.strictObject({ ...Target.shape, is_favourite: z.boolean() }),
  response: 'nothing',
  needs: 'time.own',
  summary: 'Keep work among the favourites, or take it out',
});

/** Hours by task, person and week, against the budget. */
const Share = z.object({ id: Id.nullable(), name: z.string(), minutes: Minutes, billable_minutes: Minutes, amount: Cents.optional() });
export const JobTime = z.object({
  minutes: Minutes,
  billable_minutes: Minutes,
  budget_minutes: Minutes,
  amount: Cents.optional(),
  by_task: z.array(Share.extend({ budget_minutes: Minutes })),
  by_person: z.array(Share),
  by_week: z.array(z.object({ first_day: LocalDate, minutes: Minutes, billable_minutes: Minutes })),
});
export type JobTime = z.infer<typeof JobTime>;
export const getJobTime = endpoint({
  get: '/api/timesheet/job/:id/',
  query: z.strictObject({ user: UserId.optional(), task: TaskId.optional(), from: EnteredDate.optional(), to: EnteredDate.optional() }),
  response: JobTime,
  needs: 'jobs.read',
  summary: 'The time on a job by task, person and week, against its budget',
});
