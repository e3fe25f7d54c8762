import { can } from '../access/grants.ts';
import type { Role } from '../access/roles.ts';
import { canMove, machine, type Reason } from './machine.ts';

export const FIELD_RUN_STATES = ['Waiting', 'Active', 'Processing', 'Finished'] as const;
export type FieldRunState = (typeof FIELD_RUN_STATES)[number];

/** Files may be imported for a run nobody took to the field: hence Waiting → Processing. `reset` leads back to Active. */
export const FIELD_RUN = machine(FIELD_RUN_STATES, {
  Waiting: { tone: 'warning', moves: ['Active', 'Processing'] },
  Active: { tone: 'success', moves: ['Processing'] },
  Processing: { tone: 'success', moves: ['Active', 'Finished'] },
  Finished: { tone: 'muted', moves: [] },
});

type Run = { state: FieldRunState; is_deleted?: boolean; started_by?: { id: number; full_name: string } | null };
type Person = { id: number; groups: readonly Role[] };

const NO_ROLE = 'This needs the role Field Editor.';

/** May this person start the run? Starting what one has started already is no mistake: the first answer was lost. */
export function whyNotStart(run: Run, who: Person): Reason {
  if (!can(who.groups, 'sites.start')) return NO_ROLE;
  if (run.is_deleted) return 'This run has been deleted.';
  if (canMove(FIELD_RUN, run.state, 'Active') && run.state === 'Waiting') return null;
  if (run.state !== 'Active') return `This run is ${run.state}; only a Waiting run can be started.`;
  if (run.started_by?.id === who.id) return null;
  return run.started_by ? `${run.started_by.full_name} has already started this run.` : 'This run has already been started.';
}

/** May this person process the run's files? Asked by the Process action and by the first import. */
export function whyNotProcess(run: Run, who: Person): Reason {
  if (!can(who.groups, 'sites.process')) return 'This needs the role Field Data Processor.';
  if (run.is_deleted) return 'This run has been deleted.';
  return run.state === 'Finished' ? 'This run is finished.' : null;
}

export function whyNotReset(run: Run, who: Person): Reason {
  if (!can(who.groups, 'sites.process')) return 'This needs the role Field Data Processor.';
  return run.state === 'Processing' ? null : `This run is ${run.state}; only a run in Processing can be reset.`;
}

export function whyNotFinish(run: Run, who: Person): Reason {
  if (!can(who.groups, 'sites.process')) return 'This needs the role Field Data Processor.';
  return run.state === 'Processing' ? null : `This run is ${run.state}; only a run in Processing can be finished.`;
}

/** A state picked by hand: starting is the only one. The others follow from what the wizard does. */
export function whyNotPickState(run: Run, to: FieldRunState, who: Person): Reason {
  if (to === 'Active' && run.state !== 'Processing') return whyNotStart(run, who);
  if (to === run.state) return null;
  if (to === 'Processing') return 'Import the files of the run: that moves it to Processing.';
  if (to === 'Finished') return 'Finish the run in the processing wizard.';
  if (to === 'Active') return 'Reset the processing: that makes the run Active again.';
  return 'A run that was started does not wait again.';
}

export function whyNotDeleteRun(who: Person): Reason {
  return can(who.groups, 'sites.admin') ? null : 'Only a Field Admin may delete a run or bring it back.';
}

/** What arrives from a tablet after the office has begun with the run is kept, and marked. */
export function isLate(state: FieldRunState): boolean {
  return state === 'Processing' || state === 'Finished';
}
