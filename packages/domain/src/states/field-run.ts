import { can } from '../access/grants.ts';
import type { Role } from '../access/roles.ts';
import type { Reason, RefusalCode } from '../values/reason.ts';
import { machine, whyNotMove } from './machine.ts';

export const FIELD_RUN_STATES = ['Waiting', 'Active', 'Processing', 'Finished'] as const;
export type FieldRunState = (typeof FIELD_RUN_STATES)[number];

type Run = { state: FieldRunState; is_deleted?: boolean; started_by?: { id: number; full_name: string } | null };
type Person = { id: number; groups: readonly Role[] };
type Facts = { run: Run; who: Person };

function because(isSo: boolean, code: RefusalCode, sentence: string): Reason {
  return isSo ? { code, sentence } : null;
}

const mayStart = ({ who }: Facts) => because(!can(who.groups, 'sites.start'), 'FORBIDDEN', 'This needs the role Field Editor.');
const mayProcess = ({ who }: Facts) => because(!can(who.groups, 'sites.process'), 'FORBIDDEN', 'This needs the role Field Data Processor.');
const mayReopen = ({ who }: Facts) =>
  because(!can(who.groups, 'sites.admin'), 'FORBIDDEN', 'Only a Field Admin may reopen a finished run.');
const isThere = ({ run }: Facts) => because(run.is_deleted === true, 'LOCKED', 'This run has been deleted.');

/** Files may be imported for a run nobody took to the field: hence Waiting → Processing. `reset` leads back to Active. */
export const FIELD_RUN = machine<Facts>()(FIELD_RUN_STATES, {
  Waiting: { tone: 'warning', moves: { Active: [mayStart, isThere], Processing: [mayProcess, isThere] } },
  Active: { tone: 'success', moves: { Processing: [mayProcess, isThere] } },
  Processing: { tone: 'success', moves: { Active: [mayProcess], Finished: [mayProcess] } },
  Finished: { tone: 'muted', moves: { Processing: [mayReopen] } },
});

/** May this person start the run? Starting what one has started already is no mistake: the first answer was lost. */
export function whyNotStart(run: Run, who: Person): Reason {
  const why = mayStart({ run, who }) ?? isThere({ run, who });
  if (why || run.state === 'Waiting') return why;
  if (run.state !== 'Active') return { code: 'WRONG_STATE', sentence: `This run is ${run.state}; only a Waiting run can be started.` };
  if (run.started_by?.id === who.id) return null;
  const sentence = run.started_by ? `${run.started_by.full_name} has already started this run.` : 'This run has already been started.';
  return { code: 'CONFLICT', sentence };
}

/** May this person process the run's files? Asked by the Process action and by the first import. */
export function whyNotProcess(run: Run, who: Person): Reason {
  return mayProcess({ run, who }) ?? isThere({ run, who }) ?? because(run.state === 'Finished', 'LOCKED', 'This run is finished.');
}

/** The ways out of Processing, back to the crew and done; and the way back into it. */
function whyNotLeave(from: FieldRunState, to: FieldRunState, done: string) {
  const which = from === 'Finished' ? 'finished run' : `run in ${from}`;
  return (run: Run, who: Person): Reason =>
    (from === 'Finished' ? mayReopen : mayProcess)({ run, who }) ??
    because(run.state !== from, 'WRONG_STATE', `This run is ${run.state}; only a ${which} can be ${done}.`) ??
    whyNotMove(FIELD_RUN, run.state, to, { run, who });
}
export const whyNotReset = whyNotLeave('Processing', 'Active', 'reset');
export const whyNotFinish = whyNotLeave('Processing', 'Finished', 'finished');
export const whyNotReopen = whyNotLeave('Finished', 'Processing', 'reopened');

/** What leads to the states that nobody picks by hand. */
const HOW: Record<FieldRunState, string> = {
  Waiting: 'A run that was started does not wait again.',
  Active: 'Reset the processing: that makes the run Active again.',
  Processing: 'Import the files of the run: that moves it to Processing.',
  Finished: 'Finish the run in the processing wizard.',
};

/** A state picked by hand: starting is the only one. The others follow from what the wizard does. */
export function whyNotPickState(run: Run, to: FieldRunState, who: Person): Reason {
  if (to === 'Active' && run.state !== 'Processing') return whyNotStart(run, who);
  return because(to !== run.state, 'WRONG_STATE', HOW[to]);
}

export function whyNotDeleteRun(who: Person): Reason {
  return because(!can(who.groups, 'sites.admin'), 'FORBIDDEN', 'Only a Field Admin may delete a run or bring it back.');
}

/** What arrives from a tablet after the office has begun with the run is kept, and marked. */
export function isLate(state: FieldRunState): boolean {
  return state === 'Processing' || state === 'Finished';
}
