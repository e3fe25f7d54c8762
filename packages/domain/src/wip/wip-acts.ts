import type { LocalDate } from '../dates/local-date.ts';
import { isOpenJob, type JobState } from '../states/job.ts';
import { isHeld, type StateAct, stateAfter, whyNotAct, whyWipTaken } from '../states/wip.ts';
import type { Reason } from '../values/reason.ts';
import { changeWip, inOrder, type NewWipLine, reverseLines, type WipAct, type WipLine, type WipPosition, wholeOf } from './ledger.ts';

/** Who asks: may they run the job the work is on? */
type Asked = { can_edit: boolean };

function whyNotTheirs({ can_edit }: Asked): Reason {
  if (can_edit) return null;
  return { code: 'FORBIDDEN', sentence: 'Only its project manager, its leads and Jobs Admins may do this with the WIP of a job.' };
}

/** The lines of an act. Asked before: whyNotAct. */
export function actOn(act: StateAct, from: WipPosition, date: LocalDate, reason: string | null = null): NewWipLine[] {
  return changeWip(from, { state: stateAfter(act), hold_until: null }, { act, date, reason });
}

export function holdWip(from: WipPosition, until: LocalDate | null, today: LocalDate, reason: string | null = null): NewWipLine[] {
  return changeWip(from, { state: stateAfter('hold'), hold_until: until }, { act: 'hold', date: today, reason });
}

/** Held until a day that is to come, the cut-off of a bill; or until somebody releases it. A hold may be given another day. */
export function whyNotHold(position: WipPosition, asked: Asked, until: LocalDate | null, today: LocalDate): Reason {
  const why = whyNotTheirs(asked) ?? whyNotAct('hold', position.state);
  if (why) return why;
  return until !== null && until <= today ? { code: 'INVALID', sentence: 'Choose a day after today.' } : null;
}

export function whyNotRelease(position: WipPosition, asked: Asked): Reason {
  return whyNotTheirs(asked) ?? whyNotAct('release', position.state);
}

export function whyNotWriteOff(position: WipPosition, asked: Asked, reason: string | null | undefined): Reason {
  return whyNotTheirs(asked) ?? whyNotAct('write off', position.state, reason ?? null);
}

export function whyNotRestore(position: WipPosition, asked: Asked): Reason {
  return whyNotTheirs(asked) ?? whyNotAct('restore', position.state);
}

/** What is ready again because its day has come; a nightly job releases it. */
export function dueForRelease(positions: Iterable<WipPosition>, today: LocalDate): WipPosition[] {
  return [...positions].filter(({ state, hold_until }) => isHeld(state) && hold_until !== null && hold_until <= today);
}

type Target = { job: { id: number; num: string; state: JobState; can_edit: boolean }; task: { id: number; job: number } | null };

/** To another job or task, by somebody who runs both. A job that is no longer in progress takes no work. */
export function whyNotMoveWip(position: WipPosition, asked: Asked, { job, task }: Target): Reason {
  const why = whyNotTheirs(asked) ?? whyNotTheirs(job) ?? whyWipTaken(position.state, 'This entry');
  if (why) return why;
  if (!isOpenJob(job)) return { code: 'LOCKED', sentence: `Job ${job.num} is ${job.state}; reopen it first.` };
  if (task !== null && task.job !== job.id) return { code: 'INVALID', sentence: `This task is not one of job ${job.num}.` };
  if (wholeOf(position.item) !== null)
    return { code: 'WRONG_STATE', sentence: 'This is the rest of an entry that was billed in part; it stays where the entry is.' };
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

/** What people do with the work of a job. What invoices and entries do is taken back there. */
const UNDONE: readonly WipAct[] = ['hold', 'release', 'write off', 'restore', 'move'];

/** May somebody who runs the job take the newest act on an item back? What was moved goes back to a job they run too, which takes work. */
export function whyNotUndo(lines: readonly WipLine[], item: string, asked: Asked, former: Target['job']): Reason {
  const why = whyNotTheirs(asked) ?? whyNotTheirs(former);
  if (why) return why;
  const act = lastAct(lines, item);
  if (!act.every((line) => UNDONE.includes(line.act)))
    return { code: 'WRONG_STATE', sentence: 'Only what was held, released, written off, taken back or moved can be undone.' };
  const isMoved = act.some(({ job }) => job !== act[0]!.job);
  if (isMoved && !isOpenJob(former)) return { code: 'LOCKED', sentence: `Job ${former.num} is ${former.state}; reopen it first.` };
  return whyNotReverseAct(lines, item);
}
