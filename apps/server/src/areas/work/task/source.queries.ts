import type { EntryDraft, SourceMilestone, SourceTask } from '@dmse/domain/work/copy-tasks';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { OwnerRef } from '../work-record/owner.queries.ts';

export type FoundTask = SourceTask & { id: number; task_group: number; owner: OwnerRef };
export type FoundMilestone = SourceMilestone & { task: number; owner: OwnerRef };

function ownerOf({ job, quote }: { job: number | null; quote: number | null }): OwnerRef {
  return job === null ? { kind: 'quote', id: quote as number } : { kind: 'job', id: job };
}

/** What is budgeted for milestones, each by its milestone. */
async function listEntries(tx: Tx, milestones: readonly number[]): Promise<Map<number, EntryDraft[]>> {
  const rows = await tx
    .selectFrom('budget_entry')
    .select(['milestone', 'job_role', 'disbursement_type', 'minutes', 'rate', 'rate_rule', 'quantity', 'unit_cost', 'markup_pct'])
    .select(['amount', 'is_locked', 'is_scaled'])
    .where(sql<boolean>`milestone = any(${milestones}::int[])`)
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, (entry) => entry.milestone);
}

async function listMilestonesWhere(tx: Tx, column: 'id' | 'task', values: readonly number[]): Promise<FoundMilestone[]> {
  const rows = await tx
    .selectFrom('milestone')
    .innerJoin('task', 'task.id', 'milestone.task')
    .innerJoin('task_group', 'task_group.id', 'task.task_group')
    .select([
      'milestone.id',
      'milestone.task',
      'milestone.job',
      'milestone.quote',
      'milestone.name',
      'milestone.template',
      'milestone.state',
    ])
    .select(['milestone.due_date', 'milestone.assigned_user', 'milestone.is_parallel', 'milestone.depends_on'])
    .where(sql<boolean>`${sql.ref(`milestone.${column}`)} = any(${values}::int[])`)
    .orderBy('task_group.order')
    .orderBy('task_group.id')
    .orderBy('task.order')
    .orderBy('task.id')
    .orderBy('milestone.order')
    .orderBy('milestone.id')
    .execute();
  const budget = await listEntries(
    tx,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...row, owner: ownerOf(row), budget: budget.get(row.id) ?? [] }));
}

/** Milestones with their budget, in the order in which they stand. */
export function findMilestones(tx: Tx, ids: readonly number[]): Promise<FoundMilestone[]> {
  return listMilestonesWhere(tx, 'id', ids);
}

/** Tasks with their milestones and budget, in the order in which they stand. */
export async function findTasks(tx: Tx, ids: readonly number[]): Promise<FoundTask[]> {
  const rows = await tx
    .selectFrom('task')
    .innerJoin('task_group', 'task_group.id', 'task.task_group')
    .select(['task.id', 'task.task_group', 'task.job', 'task.quote', 'task.name', 'task.description', 'task.template', 'task.account_code'])
    .where(sql<boolean>`task.id = any(${ids}::int[])`)
    .orderBy('task_group.order')
    .orderBy('task_group.id')
    .orderBy('task.order')
    .orderBy('task.id')
    .execute();
  const inTask = Map.groupBy(await listMilestonesWhere(tx, 'task', ids), (milestone) => milestone.task);
  return rows.map((row) => ({ ...row, owner: ownerOf(row), milestones: inTask.get(row.id) ?? [] }));
}
