import type { LocalDate } from '../dates/local-date.ts';
import { isSettled, MILESTONE, type MilestoneState } from '../states/milestone.ts';
import type { BudgetEntry } from './budget.ts';
import { type OrderKey, orderKeysBetween } from './order-key.ts';

/** A budget entry with the rule that chose its rate, in words; empty where there is no rate. */
export type EntryDraft = BudgetEntry & { rate_rule: string };

export type SourceMilestone = {
  id: number;
  name: string;
  template: number | null;
  state: MilestoneState;
  due_date: LocalDate | null;
  assigned_user: number | null;
  is_parallel: boolean;
  /** Null: what it waits for by default, wherever it stands. */
  depends_on: readonly number[] | null;
  budget: readonly EntryDraft[];
};

export type SourceTask = {
  name: string;
  description: string;
  template: number | null;
  account_code: string | null;
  milestones: readonly SourceMilestone[];
};

/** What is to be written. `key` numbers the milestones of the whole copy; `depends_on` speaks in keys, because there are no ids yet. */
export type MilestoneDraft = Omit<SourceMilestone, 'id' | 'depends_on' | 'budget'> & {
  key: number;
  order: OrderKey;
  depends_on: number[] | null;
  budget: EntryDraft[];
};
export type TaskDraft = Omit<SourceTask, 'milestones'> & { order: OrderKey; milestones: MilestoneDraft[] };

/** Between which rows the copy goes, and the ids its rows will have (any distinct numbers where the list is new). */
export type CopyPlace = { before: OrderKey | null; after: OrderKey | null; salts?: readonly number[] };

/** A promoted quote keeps its due dates, people and what it skips; a copy between jobs starts fresh. */
export type CopyChoices = { keeps_plan: boolean };

export const AT_END: CopyPlace = { before: null, after: null };

function ordersIn(place: CopyPlace, count: number): OrderKey[] {
  return orderKeysBetween(place.before, place.after, place.salts ?? Array.from({ length: count }, (_, at) => at));
}

function copyEntry(entry: EntryDraft): EntryDraft {
  const { job_role, disbursement_type, minutes, rate, rate_rule, quantity, unit_cost, markup_pct, amount, is_locked, is_scaled } = entry;
  return { job_role, disbursement_type, minutes, rate, rate_rule, quantity, unit_cost, markup_pct, amount, is_locked, is_scaled };
}

/** Field by field: what is not named here (time, memos, who finished it) stays with the original. */
function copyMilestone(
  source: SourceMilestone,
  order: OrderKey,
  keys: ReadonlyMap<number, number>,
  { keeps_plan }: CopyChoices,
): MilestoneDraft {
  return {
    key: keys.get(source.id)!,
    name: source.name,
    template: source.template,
    order,
    state: keeps_plan && isSettled(source) ? source.state : MILESTONE.first,
    due_date: keeps_plan ? source.due_date : null,
    assigned_user: keeps_plan ? source.assigned_user : null,
    is_parallel: source.is_parallel,
    // A dependency on what is not copied along has nobody to point to.
    depends_on: source.depends_on?.flatMap((id) => keys.get(id) ?? []) ?? null,
    budget: source.budget.map(copyEntry),
  };
}

function keysOf(milestones: readonly SourceMilestone[]): Map<number, number> {
  return new Map(milestones.map(({ id }, key) => [id, key]));
}

/** Copies of milestones, for a place in a task. */
export function copyMilestones(
  milestones: readonly SourceMilestone[],
  place: CopyPlace,
  choices: CopyChoices = { keeps_plan: false },
): MilestoneDraft[] {
  const keys = keysOf(milestones);
  const orders = ordersIn(place, milestones.length);
  return milestones.map((milestone, at) => copyMilestone(milestone, orders[at]!, keys, choices));
}

/** Copies of tasks with their milestones, dependencies and budget, without their time. Names and template stay as they are. */
export function copyTasks(tasks: readonly SourceTask[], place: CopyPlace, choices: CopyChoices = { keeps_plan: false }): TaskDraft[] {
  const keys = keysOf(tasks.flatMap((task) => task.milestones));
  const orders = ordersIn(place, tasks.length);
  return tasks.map(({ name, description, template, account_code, milestones }, at) => {
    const inner = ordersIn(AT_END, milestones.length);
    return {
      name,
      description,
      template,
      account_code,
      order: orders[at]!,
      milestones: milestones.map((milestone, n) => copyMilestone(milestone, inner[n]!, keys, choices)),
    };
  });
}
