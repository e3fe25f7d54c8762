import type { Milestone, MilestoneChange } from '@dmse/contract/work/milestone';
import type { Context } from '../../../call/context.ts';
import { Refusal } from '../../../call/refusal.ts';
import { inSavepoint } from '../../../db/savepoint.ts';
import * as owners from '../work-record/owner.queries.ts';
import * as milestones from './milestone.queries.ts';
import { updateMilestone } from './milestone.service.ts';

type Answer = { milestones: Milestone[]; refused: { id: number; detail: string }[] };

/** Two people who change different fields of one milestone both keep their change, as with one alone. */
async function changeOne(context: Context, { id, version, ...patch }: MilestoneChange): Promise<void> {
  const change = (if_match: number) => inSavepoint(context.tx, () => updateMilestone({ ...context, if_match }, id, patch));
  try {
    await change(version);
  } catch (error) {
    const { current, changed } = (error instanceof Refusal ? error.body : {}) as { current?: Milestone; changed?: string[] };
    if (!current || changed?.some((field) => field in patch)) throw error;
    await change(current.version);
  }
}

/** The first sentence of a refusal, also of one that speaks of a field. */
function sayRefusal({ body }: Refusal): string {
  return body.detail ?? String(Object.values(body).flat()[0]);
}

/**
 * Changes many milestones in one transaction. Each is judged alone: what is refused stays as it was and is named, the others are
 * changed. Jobs and quotes are held in the order of their numbers, so that two people who do this at once do not wait for each other.
 */
export async function changeMilestones(context: Context, changes: readonly MilestoneChange[]): Promise<Answer> {
  const ids = changes.map(({ id }) => id);
  for (const ref of await owners.listRefsOfMilestones(context.tx, ids)) await owners.lock(context.tx, ref);
  const refused: Answer['refused'] = [];
  for (const change of changes) {
    try {
      await changeOne(context, change);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ id: change.id, detail: sayRefusal(error) });
      // Where nothing can be done, that is the answer.
      if (refused.length === changes.length) throw error;
    }
  }
  const isRefused = new Set(refused.map(({ id }) => id));
  const changed = await milestones.listByIds(
    context.tx,
    ids.filter((id) => !isRefused.has(id)),
  );
  return { milestones: changed as Milestone[], refused };
}
