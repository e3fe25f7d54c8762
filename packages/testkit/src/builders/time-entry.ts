import type { TimeEntry } from '@dmse/contract/time/entry';
import { personRef } from './person.ts';
import { STAMPS } from './stamps.ts';

/** An hour of Joe's on a job, still to be billed. */
export function buildTimeEntry(change: Partial<TimeEntry> = {}): TimeEntry {
  return {
    ...{
      id: 1,
      user: personRef('joe'),
      date: '2026-03-04',
      job: { id: 5, num: '26-0005', desc: 'Lot 7', state: 'IN PROGRESS' },
      task: null,
    },
    ...{ milestone: null, overhead_code: null, is_billable: true, minutes: 60, job_role: null, note: '', start: null, end: null },
    ...{ field_run: null, batch: 1, batch_state: 'OPEN', wip_state: 'UNBILLED', why_closed: null, ...STAMPS, ...change },
  };
}

/** What billable time on a task is entered for. */
export function onTask(job: number, task: number) {
  return { job, task, milestone: null, overhead_code: null, is_billable: true };
}
