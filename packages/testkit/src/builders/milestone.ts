import type { Milestone, MilestoneRow } from '@dmse/contract/work/milestone';
import { STAMPS } from './stamps.ts';

/** A milestone as its task has it. */
export function buildMilestone({ id = 10, ...change }: Partial<Milestone> = {}): Milestone {
  return {
    ...{ id, task: 1, order: 'a0', name: `Milestone ${id}`, template: null, state: 'open', done_on: null, done_by: null, due_date: null },
    ...{ assigned_user: null, is_parallel: false, depends_on: null, is_blocked: false, ...STAMPS, ...change },
  };
}

/** A milestone in a list of work over many jobs. */
export function buildMilestoneRow({ id = 1, ...change }: Partial<MilestoneRow> = {}): MilestoneRow {
  const named = { id: 5, num: '26-0005', desc: 'Lot 7', client_name: 'Acme Ltd.', project_manager: { full_name: 'Mona Martin' } };
  return {
    ...{ id, name: `Milestone ${id}`, task: 9, task_name: 'Boundary survey', state: 'open', due_date: null, assigned_user: null },
    ...{ is_blocked: false, version: 1, job: { ...named, can_edit: false, is_editable: true }, last_time_entry_date: null },
    ...{ featured_memo_id: null, featured_memo_title: null, featured_memo_is_active_issue: false, ...change },
  };
}
