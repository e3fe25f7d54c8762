import { isOpenJob, type JobState } from '../states/job.ts';
import { isSettled, isSkipped, type MilestoneState } from '../states/milestone.ts';
import type { Reason } from '../values/reason.ts';

export type Milestone = { id: number; name: string; task: number; state: MilestoneState; depends_on: readonly number[] };

/** What a milestone may wait for, besides itself. */
export type BlockingFacts = {
  /** Null while the work is only quoted. */
  job: { state: JobState } | null;
  milestones: ReadonlyMap<number, Milestone>;
  /** Unresolved issue memos of the job; `task` is null when the whole job is meant. */
  issues: readonly { title: string; task: number | null }[];
};

export const BLOCKING_CODES = ['DONE', 'SKIPPED', 'JOB_NOT_OPEN', 'WAITS_FOR', 'ISSUE'] as const;
export type Blocking = { code: (typeof BLOCKING_CODES)[number]; says: string };

/** Everything that keeps a milestone from being worked on now. */
export function whyBlocked(milestone: Milestone, { job, milestones, issues }: BlockingFacts): Blocking[] {
  const waits = milestone.depends_on.flatMap((id) => {
    const other = milestones.get(id);
    return other && !isSettled(other) ? [{ code: 'WAITS_FOR', says: `Waits for “${other.name}”.` } as const] : [];
  });
  const stopped = issues
    .filter(({ task }) => task === null || task === milestone.task)
    .map(({ title }) => ({ code: 'ISSUE', says: `Issue to be resolved: “${title}”.` }) as const);
  return [
    ...(isSettled(milestone)
      ? [isSkipped(milestone) ? ({ code: 'SKIPPED', says: 'It is skipped.' } as const) : ({ code: 'DONE', says: 'It is done.' } as const)]
      : []),
    ...(job === null ? [{ code: 'JOB_NOT_OPEN', says: 'This work is still a quote.' } as const] : []),
    ...(job !== null && !isOpenJob(job) ? [{ code: 'JOB_NOT_OPEN', says: `The job is ${job.state}.` } as const] : []),
    ...waits,
    ...stopped,
  ];
}

export function isBlocked(milestone: Milestone, facts: BlockingFacts): boolean {
  return whyBlocked(milestone, facts).length > 0;
}

/** What a milestone waits for unless somebody says otherwise: the one before it in its task, or nothing when its template says parallel. */
export function defaultDependencies<Id>(inOrder: readonly { id: Id; is_parallel: boolean }[]): Map<Id, Id[]> {
  return new Map(
    inOrder.map(({ id, is_parallel }, at) => {
      const before = inOrder[at - 1];
      return [id, before && !is_parallel ? [before.id] : []];
    }),
  );
}

type Waiting = { id: number; depends_on: readonly number[] };

/** A loop among the dependencies, as the ids one meets walking it, the first one again at the end; null when there is none. */
export function findLoop(milestones: readonly Waiting[]): number[] | null {
  const waitsFor = new Map(milestones.map(({ id, depends_on }) => [id, depends_on]));
  const cleared = new Set<number>();
  for (const { id } of milestones) {
    // Walked with a list of its own, not by recursion: a chain may be as long as a job is.
    const path = [{ id, next: 0 }];
    const onPath = new Set([id]);
    while (path.length > 0) {
      const here = path.at(-1)!;
      const other = waitsFor.get(here.id)?.[here.next++];
      if (other === undefined || cleared.has(here.id)) {
        cleared.add(here.id);
        onPath.delete(here.id);
        path.pop();
      } else if (onPath.has(other)) {
        const ids = path.map((step) => step.id);
        return [...ids.slice(ids.indexOf(other)), other];
      } else if (!cleared.has(other)) {
        path.push({ id: other, next: 0 });
        onPath.add(other);
      }
    }
  }
  return null;
}

/** Why a milestone cannot wait for these others: it would wait for itself in the end. The sentence names the loop. */
export function whyNotDepend(milestones: readonly Milestone[], id: number, depends_on: readonly number[]): Reason {
  const names = new Map(milestones.map((milestone) => [milestone.id, milestone.name]));
  const stranger = depends_on.find((other) => !names.has(other));
  if (stranger !== undefined)
    return { code: 'WRONG_STATE', sentence: 'A milestone can wait only for milestones of the same job or quote.' };
  const changed = milestones.map((milestone) => (milestone.id === id ? { ...milestone, depends_on } : milestone));
  // The changed one first, so that the sentence begins with what the person is looking at.
  const loop = findLoop(changed.toSorted((a, b) => Number(b.id === id) - Number(a.id === id)));
  return (
    loop && {
      code: 'WRONG_STATE',
      sentence: `These milestones would wait for each other: ${loop.map((one) => names.get(one)).join(' → ')}.`,
    }
  );
}
