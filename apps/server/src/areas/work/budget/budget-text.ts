import { sayDuration } from '@dmse/domain/dates/duration';
import { typedCents } from '@dmse/domain/money/cents';
import type { Context } from '../../../call/context.ts';
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
    return `the budget of ${nameOf(row as unknown as Line)}${place}`;
  },
  places: [],
  fields: {
    minutes: { label: 'Time', words: (value) => sayDuration(value as number) },
    quantity: { label: 'Quantity', words: (value) => String(Number(value)) },
    unit_cost: { label: 'Unit cost', words: (value) => typedCents(value as number) },
    markup_pct: { label: 'Markup', words: (value) => `${Number(value)} %` },
    amount: { label: 'Amount', words: (value) => typedCents(value as number) },
    is_locked: 'Locked',
  },
};
