import { WIP_FIGURES, WIP_STATES } from '@dmse/domain/states/wip';
import { WIP_ACTS } from '@dmse/domain/wip/ledger';
import { z } from 'zod';
import { amount } from '../common/amount.ts';
import { Cents, EnteredDate, Id, Instant, JobId, LocalDate, line, Minutes, PersonRef, TaskId } from '../common/fields.ts';
import { endpoint, LARGE_JSON_BYTES } from '../endpoint.ts';

const figures = Object.keys(WIP_FIGURES) as [keyof typeof WIP_FIGURES, ...(keyof typeof WIP_FIGURES)[]];
const Sums = z.object(Object.fromEntries(figures.map((figure) => [figure, Cents])) as { [F in (typeof figures)[number]]: typeof Cents });

/** One piece of billable work and where it is on its way to an invoice. */
export const WipItem = z.object({
  /** "time/12", "expense/7", "item/3". */
  item: z.string(),
  job: JobId,
  task: z.object({ id: TaskId, name: z.string() }).nullable(),
  state: z.enum(WIP_STATES),
  amount: Cents,
  work_date: LocalDate,
  days: z.int(),
  hold_until: LocalDate.nullable(),
  turn: z.int(),
  who: z.string(),
  what: z.string(),
  /** Quantity, rate and the rule, in words. */
  says: z.string(),
});
export type WipItem = z.infer<typeof WipItem>;

export const WipTask = z.object({
  task: z.object({ id: TaskId, name: z.string() }).nullable(),
  budget_amount: Cents,
  budget_minutes: Minutes,
  minutes: Minutes,
  ...Sums.shape,
});
export type WipTask = z.infer<typeof WipTask>;

export const JobWip = z.object({
  job: z.object({ id: JobId, num: z.string(), can_edit: z.boolean() }),
  as_of: LocalDate,
  total: amount(Sums),
  avg_wip_age: amount(z.int()).nullable(),
  tasks: z.array(WipTask),
});
export type JobWip = z.infer<typeof JobWip>;
export const getJobWip = endpoint({
  get: '/api/wip/job/:id/',
  query: z.strictObject({ as_of: EnteredDate.optional() }),
  response: JobWip,
  needs: 'amounts.see',
  summary: 'The WIP of a job by task, today or as of a day',
});
export const listWipItems = endpoint({
  get: '/api/wip/item/',
  query: z.strictObject({
    job: JobId,
    task: TaskId.optional(),
    /** Work that is on no task. */
    no_task: z.boolean().optional(),
    state: z.array(z.enum(WIP_STATES)).max(5).optional(),
    page: z.int().min(1).optional(),
    page_size: z.int().min(1).max(200).optional(),
  }),
  page: WipItem,
  needs: 'amounts.see',
  summary: 'Billable work of a job, piece by piece, the oldest first',
});
export const explainWip = endpoint({
  get: '/api/wip/explain/',
  query: z.strictObject({
    job: JobId,
    figure: z.enum(figures),
    task: TaskId.optional(),
    no_task: z.boolean().optional(),
    as_of: EnteredDate.optional(),
  }),
  response: z.object({
    figure: z.enum(figures),
    as_of: LocalDate,
    total: Cents,
    avg_wip_age: amount(z.int()).nullable(),
    lines: z.array(WipItem),
  }),
  needs: 'amounts.see',
  summary: 'What a figure is made of: the sum of the lines is the figure',
});

/** Work with the turn one was looking at: what somebody else has acted on since is refused. */
export const MAX_WIP_ITEMS_PER_ACT = 5000;
const Acted = z
  .array(z.strictObject({ item: z.string().max(40), turn: z.int() }))
  .min(1)
  .max(MAX_WIP_ITEMS_PER_ACT);
export const WIP_PERSON_ACTS = ['hold', 'release', 'write off', 'restore'] as const;
const ActAnswer = z.object({ changed: z.int(), amount: Cents, items: z.array(z.object({ item: z.string(), turn: z.int() })) });
export const actOnWip = endpoint({
  post: '/api/wip/act/',
  body: z.strictObject({
    job: JobId,
    act: z.enum(WIP_PERSON_ACTS),
    items: Acted,
    /** For a hold: the day on which it is ready again. */
    until: EnteredDate.nullable().optional(),
    reason: line(500).nullable().optional(),
  }),
  response: ActAnswer,
  needs: 'jobs.write',
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Hold work back, release it, write it off with a reason, or take a write-off back',
});
export const moveWip = endpoint({
  post: '/api/wip/move/',
  body: z.strictObject({ job: JobId, items: Acted, to_job: JobId, to_task: TaskId, reason: line(500).nullable().optional() }),
  response: ActAnswer,
  needs: 'jobs.write',
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Move work to another job or task; its amount goes along',
});
export const undoWip = endpoint({
  post: '/api/wip/undo/',
  body: z.strictObject({ job: JobId, items: Acted }),
  response: ActAnswer,
  needs: 'jobs.write',
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Take the newest act on each piece of work back: it is where it was before, in the state it had',
});
export const listWipHistory = endpoint({
  get: '/api/wip/history/',
  query: z.strictObject({ item: z.string().max(40) }),
  response: z.object({
    lines: z.array(
      z.object({
        id: Id,
        act: z.enum(WIP_ACTS),
        /** Which act on the work this is: the line that takes it out and the one that puts it in have the same. */
        turn: z.int(),
        sign: z.int(),
        /** It takes the act before it back. */
        is_undo: z.boolean(),
        job: z.object({ id: JobId, num: z.string() }),
        task: z.object({ id: TaskId, name: z.string() }).nullable(),
        state: z.enum(WIP_STATES),
        amount: Cents,
        work_date: LocalDate,
        hold_until: LocalDate.nullable(),
        date: LocalDate,
        reason: z.string().nullable(),
        at: Instant,
        by: PersonRef.nullable(),
      }),
    ),
  }),
  needs: 'amounts.see',
  summary: 'What happened to a piece of work in the ledger',
});

/** Figures that differ from what the ledger adds up to. */
export const getLedgerHealth = endpoint({
  get: '/api/admin/ledger-health/',
  response: z.object({ at: Instant, checked: z.int(), differences: z.array(z.object({ what: z.string(), says: z.string() })) }),
  needs: 'ledger.check',
  summary: 'Compares every kept figure with what the ledger adds up to and names each difference',
  heavy: true,
});
