import { TRACE_KINDS, TRACE_SIDES } from '@dmse/domain/reports/trace';
import { z } from 'zod';
import { Cents, LocalDate, Minutes } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';

/** Names a thing of the trace: its kind and its id. */
export const TraceFrom = z.string().regex(/^[a-z-]{3,20}:[0-9a-f-]{1,36}$/, 'Name a kind and an id, such as invoice-line:123.');

const step = {
  from: z.string(),
  kind: z.enum(TRACE_KINDS),
  title: z.string(),
};
const TraceStep = z.object(step);
export type TraceStep = z.infer<typeof TraceStep>;

/** A thing in few words, wherever it is listed. */
const TraceThing = z.object({
  ...step,
  text: z.string(),
  date: LocalDate.nullable(),
  minutes: Minutes.nullable(),
  amount: Cents.nullable().optional(),
  /** Of an invoice, a milestone, a job or a run. */
  state: z.string().nullable(),
  /** Its own screen, from `/app/` on; null where this person may not open it. */
  path: z.string().nullable(),
  /** The address of a photo's small picture. */
  picture: z.string().nullable(),
});
export type TraceThing = z.infer<typeof TraceThing>;

const TraceGroup = z.object({
  side: z.enum(TRACE_SIDES),
  kind: z.enum(TRACE_KINDS),
  /** The role does not see these: they are neither listed nor counted. */
  is_refused: z.boolean(),
  count: z.int(),
  page: z.int(),
  results: z.array(TraceThing),
});
export type TraceGroup = z.infer<typeof TraceGroup>;

export const TRACE_PAGE_SIZE = 10;
export const Trace = z.object({
  node: TraceThing.extend({ facts: z.array(z.object({ label: z.string(), text: z.string() })) }),
  /** The steps that were taken before, as far as this person may see them. */
  via: z.array(TraceStep),
  groups: z.array(TraceGroup),
});
export type Trace = z.infer<typeof Trace>;

export const getTrace = endpoint({
  get: '/api/reports/trace/',
  query: z.strictObject({
    from: TraceFrom,
    via: z.array(TraceFrom).max(30).optional(),
    /** The group that is turned to a page; the others show their first. */
    step: z.enum(TRACE_KINDS).optional(),
    page: z.int().min(1).max(100_000).optional(),
  }),
  response: Trace,
  needs: 'reports.read',
  summary: 'A thing between invoice line and photo, and what it is tied to in both directions',
});
