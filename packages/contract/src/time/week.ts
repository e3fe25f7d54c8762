import { TIME_BATCH_STATES } from '@dmse/domain/states/time-batch';
import { COPY_MODES } from '@dmse/domain/time/copy-week';
import { WEEK_EXCEPTIONS } from '@dmse/domain/time/week-exceptions';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { EnteredDate, Id, Instant, LocalDate, Minutes, PersonRef, paragraph, UserId, Uuid } from '../common/fields.ts';
import { endpoint, LARGE_JSON_BYTES } from '../endpoint.ts';
import { entryFields, NamedTarget, Target, TimeEntry } from './entry.ts';

export const TimeBatch = z.object({
  id: Id,
  user: PersonRef,
  first_day: LocalDate,
  /** 1 is the week itself, the others are supplementary. */
  number: z.int(),
  state: z.enum(TIME_BATCH_STATES),
  comment: z.string(),
  minutes: Minutes,
  submitted_on: Instant.nullable(),
  decided_on: Instant.nullable(),
  decided_by: PersonRef.nullable(),
  is_exported: z.boolean(),
  version: z.int(),
});
export type TimeBatch = z.infer<typeof TimeBatch>;

const Exception = z.object({ kind: z.enum(WEEK_EXCEPTIONS), date: LocalDate.nullable(), task: Id.nullable(), says: z.string() });

/** What the system knows of a day and nobody has entered. */
const Suggestion = NamedTarget.extend({ date: LocalDate, minutes: Minutes.nullable(), field_run: Uuid.nullable(), says: z.string() });
export type Suggestion = z.infer<typeof Suggestion>;

export const Week = z.object({
  user: PersonRef,
  first_day: LocalDate,
  days: z.array(LocalDate),
  state: z.enum(TIME_BATCH_STATES),
  batches: z.array(TimeBatch),
  entries: z.array(TimeEntry),
  suggestions: z.array(Suggestion),
  exceptions: z.array(Exception),
  weekly_minutes: Minutes,
  entry_step: z.int(),
  today: LocalDate,
  locked_through: LocalDate.nullable(),
  /** May whoever asks write in this week; may they approve it? */
  can_edit: z.boolean(),
  can_approve: z.boolean(),
});
export type Week = z.infer<typeof Week>;

const ofWeek = { user: UserId.optional(), date: EnteredDate };

export const getWeek = endpoint({
  get: '/api/timesheet/week/',
  query: z.strictObject({ user: UserId.optional(), date: EnteredDate.optional() }),
  response: Week,
  needs: 'time.read',
  summary: "A person's week: entries, batches, suggestions and what is missing; one's own and today's unless said otherwise",
});

const Cell = z.strictObject({
  ...Target.shape,
  date: entryFields.date,
  /** Null empties the cell. */
  minutes: entryFields.minutes.nullable(),
  note: entryFields.note.optional(),
  job_role: entryFields.job_role.optional(),
  field_run: entryFields.field_run.optional(),
  /** The minutes the person was looking at, null where there were none: what somebody else typed meanwhile is refused with CONFLICT. */
  was: Minutes.nullable().optional(),
});
export type WeekCell = z.infer<typeof Cell>;
export const setWeekCells = endpoint({
  post: '/api/timesheet/week/cells/',
  body: z.strictObject({ ...ofWeek, cells: z.array(Cell).min(1).max(400) }),
  response: Week,
  needs: 'time.own',
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Set many cells of a week at once, all or none',
});
export const copyWeek = endpoint({
  post: '/api/timesheet/week/copy/',
  body: z.strictObject({ ...ofWeek, from: EnteredDate, mode: z.enum(COPY_MODES) }),
  response: z.object({ week: Week, rows: z.array(NamedTarget), left_out: z.array(z.string()) }),
  needs: 'time.own',
  summary: 'Copy the rows of an earlier week, or rows with hours; hours stop at today',
});

export const updateTimeBatch = endpoint({
  patch: '/api/timesheet/batch/:id/',
  body: z.strictObject({ state: field(z.enum(TIME_BATCH_STATES), 'State'), comment: field(paragraph(2000), 'Comment').optional() }),
  response: TimeBatch,
  needs: 'time.read',
  summary: 'Submit a batch, take it back, approve it, decline it with a comment',
});
export const approveTimeBatches = endpoint({
  post: '/api/timesheet/batch/approve/',
  body: z.strictObject({
    batches: z
      .array(z.strictObject({ id: Id, version: z.int() }))
      .min(1)
      .max(500),
  }),
  response: z.object({ approved: z.array(TimeBatch), refused: z.array(z.object({ id: Id, sentence: z.string() })) }),
  needs: 'time.read',
  summary: 'Approve many batches; those that cannot be are named',
});

/** One person's week as supervisors and admins look at it. */
export const Sheet = z.object({
  user: PersonRef,
  first_day: LocalDate,
  state: z.enum(TIME_BATCH_STATES),
  batches: z.array(TimeBatch),
  days: z.array(Minutes),
  minutes: Minutes,
  billable_minutes: Minutes,
  weekly_minutes: Minutes,
  exceptions: z.array(Exception),
  is_missing: z.boolean(),
  reminded_on: Instant.nullable(),
  can_approve: z.boolean(),
});
export type Sheet = z.infer<typeof Sheet>;
export const listSheets = endpoint({
  get: '/api/timesheet/sheet/',
  query: z.strictObject({
    date: EnteredDate.optional(),
    /** Only the people one supervises; whoever is no Timesheet Admin sees no others. */
    supervised: z.boolean().optional(),
    state: z.enum(TIME_BATCH_STATES).optional(),
    missing: z.boolean().optional(),
    query: z.string().max(200).optional(),
    page: z.int().min(1).optional(),
    page_size: z.int().min(1).max(200).optional(),
  }),
  page: Sheet,
  needs: 'time.read',
  summary: 'The weeks of several people, those with exceptions first',
});
export const remindTimesheets = endpoint({
  post: '/api/timesheet/sheet/remind/',
  body: z.strictObject({ date: EnteredDate, users: z.array(UserId).min(1).max(500) }),
  response: z.object({ reminded: z.array(PersonRef), left_out: z.array(z.object({ user: PersonRef, sentence: z.string() })) }),
  needs: 'time.admin',
  summary: 'Remind people of a missing sheet by mail, once per person and week',
});

const Lock = z.object({ locked_through: LocalDate.nullable(), version: z.int() });
export const getTimeLock = endpoint({
  get: '/api/timesheet/lock/',
  response: Lock,
  needs: 'time.read',
  summary: 'The day through which time is locked',
});
export const setTimeLock = endpoint({
  post: '/api/timesheet/lock/',
  body: z.strictObject({ locked_through: EnteredDate.nullable() }),
  confirm: true,
  response: Lock,
  needs: 'time.admin',
  summary: 'Lock time through a day, or open it again',
});

export const Timer = NamedTarget.extend({ started_on: Instant, note: z.string() });
export type Timer = z.infer<typeof Timer>;
export const getTimer = endpoint({
  get: '/api/timesheet/timer/',
  response: z.object({ timer: Timer.nullable(), now: Instant }),
  needs: 'time.own',
  summary: 'The running timer',
});
export const startTimer = endpoint({
  post: '/api/timesheet/timer/',
  body: z.strictObject({ ...Target.shape, note: entryFields.note.optional() }),
  response: Timer,
  status: 201,
  needs: 'time.own',
  summary: 'Start the timer; one that runs is stopped first',
});
export const stopTimer = endpoint({
  post: '/api/timesheet/timer/stop/',
  body: z.strictObject({ ...Target.partial().shape, note: entryFields.note.optional() }),
  response: z.object({ entries: z.array(TimeEntry) }),
  needs: 'time.own',
  summary: 'Stop the timer: an entry for each day, rounded by the setting',
});
export const dropTimer = endpoint({
  delete: '/api/timesheet/timer/',
  response: 'nothing',
  needs: 'time.own',
  summary: 'Throw the running timer away',
});
