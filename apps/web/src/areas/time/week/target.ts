import type { NamedTarget, Target } from '@dmse/contract/time/entry';
import { rowKey } from '@dmse/domain/time/week-grid';

/** What a row is for, as ids. */
export function targetOf({ job, task, milestone, overhead_code, is_billable }: NamedTarget): Target {
  return {
    job: job?.id ?? null,
    task: task?.id ?? null,
    milestone: milestone?.id ?? null,
    overhead_code: overhead_code?.id ?? null,
    is_billable,
  };
}

/** Only what names the work, without what else came with it. */
export function namedTargetOf({ job, task, milestone, overhead_code, is_billable }: NamedTarget): NamedTarget {
  return { job, task, milestone, overhead_code, is_billable };
}

export function keyOfTarget(named: NamedTarget): string {
  return rowKey(targetOf(named));
}

/** Work on a job without its task cannot be saved yet. */
export function lacksTask({ job, task }: NamedTarget): boolean {
  return job !== null && task === null;
}

/** The name of the work in two lines: the job or code, then what of it. */
export function sayTarget({ job, task, milestone, overhead_code, is_billable }: NamedTarget): { title: string; detail: string } {
  if (!job) return { title: overhead_code?.name ?? 'Overhead', detail: 'Overhead' };
  const parts = [task?.name, milestone?.name, is_billable ? null : 'not billable'];
  return { title: `${job.num} ${job.desc}`.trim(), detail: parts.filter(Boolean).join(' · ') };
}

/** The same in one line, for labels and sentences. */
export function nameTarget(named: NamedTarget): string {
  const { title, detail } = sayTarget(named);
  return detail ? `${title}, ${detail}` : title;
}
