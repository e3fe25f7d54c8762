import type { LocalDate } from '../dates/local-date.ts';
import { isOpenJob, type JobState } from '../states/job.ts';
import { whyNotMove } from '../states/machine.ts';
import { WIP, type WipState, whyWipTaken } from '../states/wip.ts';
import type { Reason } from '../values/reason.ts';
import { changeWip, inOrder, type NewWipLine, reverseLines, type WipAct, type WipLine, type WipPosition } from './ledger.ts';

/** Who asks: may they run the job the work is on? */
type Asked = { can_edit: boolean };

function whyNotTheirs({ can_edit }: Asked): Reason {
  if (can_edit) return null;
  return { code: 'FORBIDDEN', sentence: 'Only its project manager, its leads and Jobs Admins may do this with the WIP of a job.' };
}

type StateChange = { from: readonly WipState[]; to: WipState; only: string };

/** The acts that change nothing but the state: from where, to where, and of what work they are possible, in words. */
const ACTS = {
  hold: { from: ['UNBILLED', 'HOLD'], to: 'HOLD', only: 'that is not on an invoice can be held' },
  release: { from: ['HOLD'], to: 'UNBILLED', only: 'on hold can be released' },
  'write off': { from: ['UNBILLED', 'HOLD'], to: 'WRITTEN_OFF', only: 'that is not on an invoice can be written off' },
  restore: { from: ['WRITTEN_OFF'], to: 'UNBILLED', only: 'that was written off can be taken back' },
  claim: { from: ['UNBILLED'], to: 'CLAIMED', only: 'that is ready can be put on a draft' },
  unclaim: { from: ['CLAIMED'], to: 'UNBILLED', only: 'on a draft can be taken off it' },
  bill: { from: ['CLAIMED'], to: 'BILLED', only: 'on a draft can be billed' },
  unbill: { from: ['BILLED'], to: 'UNBILLED', only: 'that was billed can be released' },
} as const satisfies Partial<Record<WipAct, StateChange>>;
export type StateAct = keyof typeof ACTS;
export const STATE_ACTS = Object.keys(ACTS) as StateAct[];

/** Is the act possible from this state at all? Invoices ask this; people are asked more below. */
export function whyNotAct(act: StateAct, { state }: Pick<WipPosition, 'state'>, reason?: string | null): Reason {
  const { from, to, only }: StateChange = ACTS[act];
  if (from.includes(state)) return whyNotMove(WIP, state, to, { reason });
  return { code: 'WRONG_STATE', sentence: `Only work ${only}; this is ${state}.` };
}

/** The lines of an act. Asked before: whyNotAct. */
export function actOn(act: StateAct, from: WipPosition, date: LocalDate, reason: string | null = null): NewWipLine[] {
  return changeWip(from, { state: ACTS[act].to, hold_until: null }, { act, date, reason });
}

export function holdWip(from: WipPosition, until: LocalDate | null, today: LocalDate, reason: string | null = null): NewWipLine[] {
  return changeWip(from, { state: 'HOLD', hold_until: until }, { act: 'hold', date: today, reason });
}

/** Held until a day that is to come, the cut-off of a bill; or until somebody releases it. A hold may be given another day. */
export function whyNotHold(position: WipPosition, asked: Asked, until: LocalDate | null, today: LocalDate): Reason {
  const why = whyNotTheirs(asked) ?? whyNotAct('hold', position);
  if (why) return why;
  return until !== null && until <= today ? { code: 'INVALID', sentence: 'Choose a day after today.' } : null;
}

export function whyNotRelease(position: WipPosition, asked: Asked): Reason {
  return whyNotTheirs(asked) ?? whyNotAct('release', position);
}

export function whyNotWriteOff(position: WipPosition, asked: Asked, reason: string | null | undefined): Reason {
  return whyNotTheirs(asked) ?? whyNotAct('write off', position, reason ?? null);
}

export function whyNotRestore(position: WipPosition, asked: Asked): Reason {
  return whyNotTheirs(asked) ?? whyNotAct('restore', position);
}

/** What is ready again because its day has come; a nightly job releases it. */
export function dueForRelease(positions: Iterable<WipPosition>, today: LocalDate): WipPosition[] {
  return [...positions].filter(({ state, hold_until }) => state === 'HOLD' && hold_until !== null && hold_until <= today);
}

type Target = { job: { id: number; num: string; state: JobState; can_edit: boolean }; task: { id: number; job: number } | null };

/** To another job or task, by somebody who runs both. A job that is no longer in progress takes no work. */
export function whyNotMoveWip(position: WipPosition, asked: Asked, { job, task }: Target): Reason {
  const why = whyNotTheirs(asked) ?? whyNotTheirs(job) ?? whyWipTaken(position.state, 'This entry');
  if (why) return why;
  if (!isOpenJob(job)) return { code: 'LOCKED', sentence: `Job ${job.num} is ${job.state}; reopen it first.` };
  if (task !== null && task.job !== job.id) return { code: 'INVALID', sentence: `This task is not one of job ${job.num}.` };
  const isThere = position.job === job.id && position.task === (task?.id ?? null);
  return isThere ? { code: 'INVALID', sentence: 'It is there already.' } : null;
}

/** The amount goes along as it is: pricing anew by the rates of the other job is an act of its own. */
export function moveWip(from: WipPosition, { job, task }: Target, today: LocalDate, reason: string | null = null): NewWipLine[] {
  return changeWip(from, { job: job.id, task: task?.id ?? null }, { act: 'move', date: today, reason });
}

/** The newest act on an item: the lines of its last turn. */
export function lastAct(lines: readonly WipLine[], item: string): WipLine[] {
  const ofItem = lines.filter((line) => line.item === item);
  const last = Math.max(...ofItem.map(({ turn }) => turn));
  return inOrder(ofItem.filter(({ turn }) => turn === last));
}

/** Only the newest act on an item can be taken back: an older one has been built upon. */
export function whyNotReverseAct(lines: readonly WipLine[], item: string): Reason {
  const act = lastAct(lines, item);
  if (act.some(({ reverses }) => reverses !== null)) return { code: 'CONFLICT', sentence: 'The last act has been taken back already.' };
  return act.length === 2 ? null : { code: 'WRONG_STATE', sentence: 'What came or went with its entry is not taken back here.' };
}

export function reverseLastAct(lines: readonly WipLine[], item: string, today: LocalDate, reason: string): NewWipLine[] {
  return inOrder(reverseLines(lastAct(lines, item), today, reason));
}
