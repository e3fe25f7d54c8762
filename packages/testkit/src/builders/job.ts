import type { Job, JobRow } from '@dmse/contract/jobs/job';
import { personRef } from './person.ts';
import { PROJECT } from './project.ts';
import { STAMP } from './stamps.ts';

const numOf = (id: number) => `26-${String(id).padStart(4, '0')}`;

/** A job as whoever may read jobs finds it, managed by Mona. */
export function buildJobRow({ id = 5, ...change }: Partial<JobRow> = {}): JobRow {
  return {
    ...{ id, num: numOf(id), desc: 'Lot 7', long_desc: '', client: null, client_name: '', state: 'IN PROGRESS', discipline: [] },
    ...{ job_types: [], project_manager: personRef('mona'), is_editable: true, can_edit: true, last_time_entry_date: null },
    ...{ updated_on: STAMP, version: 1, ...change },
  };
}

/** A job as whoever sees no amounts gets it. */
export function buildJob({ id = 5, ...change }: Partial<Job> = {}): Job {
  return {
    ...{ ...PROJECT, id, num: numOf(id), state: 'IN PROGRESS', state_reason: '', quote: null, po_number: '', on_hold_until: null },
    ...{ last_time_entry_date: null, task_count: 1, milestone_count: 1, open_milestone_count: 1, ...change },
  };
}
