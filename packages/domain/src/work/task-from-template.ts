import { MILESTONE } from '../states/milestone.ts';
import { entryAmount } from './budget.ts';
import { AT_END, type EntryDraft, type TaskDraft } from './copy-tasks.ts';
import { type OrderKey, orderKeysBetween } from './order-key.ts';
import { type ChosenRate, sayRateRule } from './rate-choice.ts';

export type TemplateEntry =
  | { job_role: number; minutes: number }
  | { disbursement_type: number; quantity: number; unit_cost: number; markup_pct: number };

export type TaskTemplate = {
  id: number;
  name: string;
  description: string;
  account_code: string | null;
  milestones: readonly { template: number | null; name: string; is_parallel: boolean; budget: readonly TemplateEntry[] }[];
};

function sayRule(isRole: boolean, chosen: ChosenRate | null): string {
  if (!isRole) return '';
  return chosen ? sayRateRule(chosen) : 'No rate is set for this role';
}

/** A new budget entry at the rate that holds; the rule that chose it goes along. */
export function draftEntry(entry: TemplateEntry, rateOf: (job_role: number) => ChosenRate | null): EntryDraft {
  const isRole = 'job_role' in entry;
  const chosen = isRole ? rateOf(entry.job_role) : null;
  const priced = {
    job_role: isRole ? entry.job_role : null,
    disbursement_type: isRole ? null : entry.disbursement_type,
    minutes: isRole ? entry.minutes : null,
    // A role without a rate is budgeted all the same, at nothing, until somebody sets one.
    rate: isRole ? (chosen?.rate ?? 0) : null,
    quantity: isRole ? null : entry.quantity,
    unit_cost: isRole ? null : entry.unit_cost,
    markup_pct: isRole ? null : entry.markup_pct,
  };
  return { ...priced, rate_rule: sayRule(isRole, chosen), amount: entryAmount(priced), is_locked: false, is_scaled: false };
}

/** A task as its template gives it: milestones one after the other, budget at today's rates. It is a copy; later templates do not touch it. */
export function taskFromTemplate(template: TaskTemplate, order: OrderKey, rateOf: (job_role: number) => ChosenRate | null): TaskDraft {
  const { id, name, description, account_code, milestones } = template;
  const keys = milestones.map((_, key) => key);
  const orders = orderKeysBetween(AT_END.before, AT_END.after, keys);
  return {
    name,
    description,
    template: id,
    account_code,
    order,
    milestones: milestones.map((milestone, key) => ({
      key,
      name: milestone.name,
      template: milestone.template,
      order: orders[key]!,
      state: MILESTONE.first,
      due_date: null,
      assigned_user: null,
      is_parallel: milestone.is_parallel,
      depends_on: null,
      budget: milestone.budget.map((entry) => draftEntry(entry, rateOf)),
    })),
  };
}
