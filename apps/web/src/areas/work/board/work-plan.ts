import type { Milestone } from '@dmse/contract/work/milestone';
import type { JobState } from '@dmse/domain/states/job';
import { isSettled } from '@dmse/domain/states/milestone';
import { defaultDependencies, type Milestone as PlannedMilestone, whyBlocked } from '@dmse/domain/work/blocking';
import type { WorkData } from './work-data.ts';

export type Planned = PlannedMilestone & { due_date: string | null };

function plan(milestone: Milestone, defaults: ReadonlyMap<number, number[]>): Planned {
  const { id, name, task, state, due_date } = milestone;
  return { id, name, task, state, due_date, depends_on: milestone.depends_on ?? defaults.get(id) ?? [] };
}

/** Every milestone with what it waits for: what it was told, or by default the one before it. */
export function planWork({ tasks }: WorkData): Planned[] {
  return tasks.flatMap(({ milestones }) => {
    const defaults = defaultDependencies(milestones);
    return milestones.map((milestone) => plan(milestone, defaults));
  });
}

/** What besides the milestones themselves stands in the way of work. */
export type WorkFacts = { job: { state: JobState } | null; issues: readonly { title: string; task: number | null }[] };

/**
 * Why each open milestone cannot be worked on, in words, by id. That the job rests, or is still a quote, holds for all of them alike
 * and is said once above the list.
 */
export function sayBlocked(planned: readonly Planned[], facts: WorkFacts): Map<number, string> {
  const milestones = new Map(planned.map((milestone) => [milestone.id, milestone]));
  const said = new Map<number, string>();
  for (const milestone of planned) {
    if (isSettled(milestone)) continue;
    const reasons = whyBlocked(milestone, { ...facts, milestones }).filter(({ code }) => code !== 'JOB_NOT_OPEN');
    if (reasons.length > 0) said.set(milestone.id, reasons.map(({ says }) => says).join(' '));
  }
  return said;
}
