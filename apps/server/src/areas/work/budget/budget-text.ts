import { BudgetEntry, updateBudgetEntry } from '@dmse/contract/work/budget';
import type { Context } from '../../../call/context.ts';
import { fieldsOf } from '../../../records/record.ts';
import * as milestones from '../milestone/milestone.queries.ts';
import { milestoneNoun } from '../milestone/milestone-text.ts';
import type { WorkNoun } from '../work-record/work-record.ts';
import * as budget from './budget.queries.ts';

type Line = { job_role: number | null; disbursement_type: number | null };

/** Names of roles and disbursement types, so that a sentence has no ids. */
export async function loadKinds({ tx }: Context) {
  const roles = await budget.listKinds(tx, 'job_role');
  const types = await budget.listKinds(tx, 'disbursement_type');
  const kindOf = ({ job_role, disbursement_type }: Line) =>
    job_role === null ? types.get(disbursement_type as number) : roles.get(job_role);
  return { kindOf, nameOf: (line: Line) => kindOf(line)?.name ?? '' };
}

export const entryNoun: WorkNoun<'budget_entry'> = {
  noun: 'budget row',
  table: 'budget_entry',
  nameOf: (row) => String(row.id),
  titleOf: async (row, context) => {
    const { nameOf } = await loadKinds(context);
    const milestone = await milestones.find(context.tx, row.milestone as number);
    const place = milestone ? ` for ${await milestoneNoun.titleOf(milestone, context)}` : '';
    // A noun's row is known by its common columns only; these two are a budget entry's own.
    return `the budget of ${nameOf(row as unknown as Line)}${place}`;
  },
  places: [],
  fields: fieldsOf({ ...updateBudgetEntry.declaration.body.shape, amount: BudgetEntry.shape.amount }),
};
