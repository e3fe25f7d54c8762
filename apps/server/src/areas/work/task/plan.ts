import { defaultDependencies, type Milestone, whyNotDepend } from '@dmse/domain/work/blocking';
import { shiftDependants } from '@dmse/domain/work/shift-due-dates';
import { refuse } from '../../../call/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import * as milestones from '../milestone/milestone.queries.ts';
import type { OwnerRef } from '../work-record/owner.queries.ts';

type Planned = Milestone & { due_date: string | null };

/** The milestones of a job or quote with what each waits for: what it was told, or by default the one before it. */
async function loadPlan(tx: Tx, owner: OwnerRef): Promise<Planned[]> {
  const rows = await milestones.listPlan(tx, owner);
  const defaults = new Map([...Map.groupBy(rows, (row) => row.task).values()].flatMap((inOrder) => [...defaultDependencies(inOrder)]));
  return rows.map(({ depends_on, state, ...row }) => {
    return { ...row, state: state, depends_on: depends_on ?? defaults.get(row.id) ?? [] };
  });
}

/** Refuses what has just been written when milestones would now wait for each other, also by where they stand. */
export async function refuseLoop(tx: Tx, owner: OwnerRef, id = 0): Promise<void> {
  const plan = await loadPlan(tx, owner);
  refuse(whyNotDepend(plan, id, plan.find((milestone) => milestone.id === id)?.depends_on ?? []));
}

/** The due dates that hang on one that moves. */
export async function listShifts(tx: Tx, owner: OwnerRef, moved: { id: number; from: string | null; to: string | null }) {
  return shiftDependants(await loadPlan(tx, owner), moved);
}
