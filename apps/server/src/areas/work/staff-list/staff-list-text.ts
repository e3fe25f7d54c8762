import { sayDuration } from '@dmse/domain/dates/duration';
import type { Context } from '../../../call/context.ts';
import type { StoredMilestone } from '../task/task-template.service.ts';
import * as lists from './staff-list.queries.ts';

/** A template's milestones as one reads them: "Research (Land surveyor 4 h), Field work in parallel". */
export async function sayTemplateMilestones({ tx }: Context, milestones: readonly StoredMilestone[]): Promise<string | null> {
  if (milestones.length === 0) return null;
  const names = await lists.listNames(tx, 'milestone_template');
  const roles = await lists.listNames(tx, 'job_role');
  const types = await lists.listNames(tx, 'disbursement_type');
  const sayLine = ({ job_role, minutes = 0, disbursement_type, quantity = 0 }: StoredMilestone['budget'][number]) =>
    job_role === undefined ? `${types.get(disbursement_type ?? 0)} × ${quantity}` : `${roles.get(job_role)} ${sayDuration(minutes)}`;
  const said = milestones.map(({ milestone_template, is_parallel, budget }) => {
    const lines = budget.length > 0 ? ` (${budget.map(sayLine).join(', ')})` : '';
    return `${names.get(milestone_template)}${is_parallel ? ' in parallel' : ''}${lines}`;
  });
  return said.join(', ');
}
