import type { TaskDraft } from '@dmse/domain/work/copy-tasks';
import { type TemplateEntry, taskFromTemplate } from '@dmse/domain/work/task-from-template';
import type { Context } from '../../../call/context.ts';
import { loadPricing, type Pricing } from '../budget/pricing.service.ts';
import type { Owner } from '../work-record/owner.service.ts';
import * as templates from './task-template.queries.ts';

/** How a task template keeps its milestones. */
export type StoredMilestone = {
  milestone_template: number;
  is_parallel: boolean;
  budget: { job_role?: number; minutes?: number; disbursement_type?: number; quantity?: number }[];
};

function priceEntry({ priceOf }: Pricing, entry: StoredMilestone['budget'][number]): TemplateEntry[] {
  if (entry.job_role !== undefined) return [{ job_role: entry.job_role, minutes: entry.minutes ?? 0 }];
  if (entry.disbursement_type === undefined) return [];
  const price = priceOf(entry.disbursement_type);
  return price ? [{ disbursement_type: entry.disbursement_type, quantity: entry.quantity ?? 0, ...price }] : [];
}

/** What a template gives today, for this job or quote; null when nobody may use it any longer. */
export async function draftFromTemplate(context: Context, owner: Owner, id: number, order: string): Promise<TaskDraft | null> {
  const template = await templates.findActive(context.tx, id);
  if (!template) return null;
  const stored = template.milestones as StoredMilestone[];
  const names = await templates.findMilestoneNames(
    context.tx,
    stored.map((milestone) => milestone.milestone_template),
  );
  const pricing = await loadPricing(context, owner);
  const milestones = stored.flatMap(({ milestone_template, is_parallel, budget }) => {
    const name = names.get(milestone_template);
    return name ? [{ template: milestone_template, name, is_parallel, budget: budget.flatMap((entry) => priceEntry(pricing, entry)) }] : [];
  });
  return taskFromTemplate({ ...template, milestones }, order, pricing.rateOf);
}
