import type { Led } from '@dmse/domain/access/job-access';
import { isOpenJob, type JobState } from '@dmse/domain/states/job';
import type { Context } from '../../../call/context.ts';
import { invalid, Refusal } from '../../../call/refusal.ts';
import { holdJobs } from '../../wip/ledger/ledger.service.ts';
import * as expenses from './expense.queries.ts';

/** The job something is spent on. */
export type Place = Led & { num: string; state: JobState };

/** The job of an expense or an item, null without one; refuses a job that is not there and a task of another job. */
export async function getPlace({ tx }: Pick<Context, 'tx'>, job: number | null, task: number | null): Promise<Place | null> {
  const found = job === null ? null : await expenses.findJob(tx, job);
  if (found === undefined) throw invalid({ job: 'There is no such job.' });
  if (task !== null && (await expenses.findTask(tx, task))?.job !== job) throw invalid({ task: 'This task does not belong to the job.' });
  if (found === null) return null;
  const { num, state, project_manager, project_leads } = found;
  return {
    num,
    state,
    project_manager: project_manager === null ? null : { id: project_manager },
    project_leads: project_leads.map((id) => ({ id })),
  };
}

/** Holds the figures of the jobs a change is about, before any record: whoever writes work takes them in this order. */
export async function holdPlaces({ tx }: Pick<Context, 'tx'>, jobs: readonly (number | null | undefined)[]): Promise<void> {
  const known = await expenses.listKnownJobs(
    tx,
    jobs.filter((job) => job != null),
  );
  if (known.length > 0) await holdJobs(tx, known);
}

export function refuseClosedPlace(place: Place | null): void {
  if (place && !isOpenJob(place)) throw new Refusal('LOCKED', `Job ${place.num} is ${place.state}; reopen it first.`);
}

export async function taskName(tx: Context['tx'], id: number): Promise<string | null> {
  return (await expenses.findTask(tx, id))?.name ?? null;
}
