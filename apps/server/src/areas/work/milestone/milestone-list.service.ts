import type { MilestoneRow } from '@dmse/contract/work/milestone';
import { canEditJob, isEditableJob } from '@dmse/domain/access/job-access';
import type { Context } from '../../../call/context.ts';
import * as milestones from './milestone-list.queries.ts';

type Query = Omit<milestones.MilestoneFilter, 'assigned_users'> & {
  my_assignments?: boolean | undefined;
  assigned_user?: number | undefined;
};

/** Milestones over all jobs, with what each row may be used for. */
export async function listMilestones(context: Context, { my_assignments, assigned_user, ...filter }: Query) {
  const { tx, actor } = context;
  const assigned_users = [...(my_assignments ? [actor.id] : []), ...(assigned_user === undefined ? [] : [assigned_user])];
  const { count, results } = await milestones.list(tx, { ...filter, assigned_users });
  return { count, results: results.map((row) => toRow(context, row)) };
}

function toRow(
  { actor }: Context,
  { job, num, desc, client_name, job_state, project_leads, project_manager, ...row }: milestones.ListedMilestone,
): MilestoneRow {
  const led = { project_manager, project_leads: project_leads.map((id) => ({ id })) };
  return {
    ...row,
    state: row.state,
    job: {
      id: job,
      num,
      desc,
      client_name,
      project_manager,
      can_edit: canEditJob(actor, led),
      is_editable: isEditableJob({ state: job_state }),
    },
  };
}
