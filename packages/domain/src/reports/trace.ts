import type { Action } from '../access/grants.ts';

/** The things of a trace, from the invoice down to the field. */
export const TRACE_KINDS = ['invoice-line', 'milestone', 'time-entry', 'expense', 'item', 'job', 'run', 'shot', 'photo'] as const;
export type TraceKind = (typeof TRACE_KINDS)[number];
/** The two ways to go from a thing. */
export const TRACE_SIDES = ['invoice', 'field'] as const;
export type TraceSide = (typeof TRACE_SIDES)[number];

/** How near the field a kind is. What is tied lies in two different ranks, so each tie has an upper and a lower end. */
const RANK: Record<TraceKind, number> = {
  'invoice-line': 0,
  milestone: 1,
  'time-entry': 2,
  expense: 2,
  item: 2,
  job: 3,
  run: 4,
  shot: 5,
  photo: 6,
};

/** Every tie once, its end nearer the invoice first. */
export const TRACE_TIES = [
  ['invoice-line', 'milestone'],
  ['invoice-line', 'time-entry'],
  ['invoice-line', 'expense'],
  ['invoice-line', 'item'],
  ['invoice-line', 'job'],
  ['milestone', 'time-entry'],
  ['milestone', 'job'],
  ['time-entry', 'job'],
  ['time-entry', 'run'],
  ['expense', 'job'],
  ['item', 'job'],
  ['job', 'run'],
  ['run', 'shot'],
  ['run', 'photo'],
  ['shot', 'photo'],
] as const satisfies readonly (readonly [TraceKind, TraceKind])[];
type Named<Tie> = Tie extends readonly [infer Upper extends string, infer Lower extends string] ? `${Upper} ${Lower}` : never;
/** A tie by the names of its ends. */
export type TieName = Named<(typeof TRACE_TIES)[number]>;

/** Which way a kind lies from another. */
export function sideOf(kind: TraceKind, from: TraceKind): TraceSide {
  return RANK[kind] < RANK[from] ? 'invoice' : 'field';
}

/** The kinds a kind is tied to, those nearest the invoice first. */
export function tiedTo(kind: TraceKind): TraceKind[] {
  return TRACE_TIES.flatMap(([upper, lower]) => (upper === kind ? [lower] : lower === kind ? [upper] : [])).toSorted(
    (a, b) => TRACE_KINDS.indexOf(a) - TRACE_KINDS.indexOf(b),
  );
}

/** Who sees a kind at all. Of time and expenses it is a question of each of them, too. */
export const TRACE_NEEDS: Record<TraceKind, Action> = {
  'invoice-line': 'invoices.read',
  milestone: 'work.read',
  'time-entry': 'time.read',
  expense: 'expenses.read',
  item: 'expenses.read',
  job: 'jobs.read',
  run: 'sites.read',
  shot: 'sites.read',
  photo: 'sites.read',
};

/** One and many of a kind, as screens call them. */
export const TRACE_WORDS: Record<TraceKind, readonly [one: string, many: string]> = {
  'invoice-line': ['Invoice line', 'Invoice lines'],
  milestone: ['Milestone', 'Milestones'],
  'time-entry': ['Time entry', 'Time entries'],
  expense: ['Expense', 'Expenses'],
  item: ['Internal item', 'Internal items'],
  job: ['Job', 'Job'],
  run: ['Field run', 'Field runs'],
  shot: ['Shot', 'Shots'],
  photo: ['Photo', 'Photos'],
};
