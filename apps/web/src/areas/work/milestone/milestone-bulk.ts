import { changeMilestones, type Milestone, type MilestoneChange } from '@dmse/contract/work/milestone';
import { sayCount } from '@dmse/domain/text/counts';
import { orderKeyBetween } from '@dmse/domain/work/order-key';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';

/** What is done to several milestones; the same for all of them, but for the place a move gives each. */
export type MilestonePatch = Omit<MilestoneChange, 'id' | 'version'>;

/** A milestone as the page knows it; one of a list over many jobs has no place. */
export type BulkMilestone = Pick<Milestone, 'id' | 'name' | 'version' | 'state' | 'due_date' | 'assigned_user'> &
  Partial<Pick<Milestone, 'task' | 'order'>>;

export type BulkInput = {
  /** Sends in turn with the other changes of the page. */
  run: <T>(send: () => Promise<T>) => Promise<T>;
  milestones: readonly BulkMilestone[];
  patchOf: (milestone: BulkMilestone) => MilestonePatch;
  /** What has been done, to so many: "Assigned 3 milestones to Joe." */
  say: (count: string) => string;
};

/** The place of each at the end of a task, in the order they have. */
export function placesAtEnd(task: { milestones: readonly Milestone[] }, moved: readonly BulkMilestone[]): Map<number, string> {
  const ids = new Set(moved.map(({ id }) => id));
  let last = task.milestones.findLast(({ id }) => !ids.has(id))?.order ?? null;
  return new Map(
    moved.map(({ id }) => {
      last = orderKeyBetween(last, null, id);
      return [id, last];
    }),
  );
}

/** What puts a milestone back: of each field that is changed, what stood in it. */
function patchBack(before: BulkMilestone, patch: MilestonePatch): MilestonePatch {
  const back: Record<string, unknown> = {};
  for (const field of Object.keys(patch) as (keyof MilestonePatch)[])
    back[field] = field === 'assigned_user' ? (before.assigned_user?.id ?? null) : before[field];
  return back as MilestonePatch;
}

/**
 * Changes several milestones in one call, and offers to take all of it back in one. Those that are refused are named with the reason:
 * nothing is left undone in silence.
 */
export async function changeTogether({ run, milestones, patchOf, say }: BulkInput): Promise<void> {
  const before = new Map(milestones.map((milestone) => [milestone.id, milestone]));
  const send = async (list: MilestoneChange[], said: (count: string) => string) => {
    const answer = await run(() => call(changeMilestones, {}, { changes: list }));
    const names = answer.refused.map(({ id, detail }) => `${before.get(id)?.name}: ${detail}`);
    return { ...answer, text: said(sayCount(answer.milestones.length, 'milestone')), names };
  };
  const report = (text: string, names: readonly string[], undo?: () => void) =>
    showToast({
      text: names.length === 0 ? text : `${text} ${sayCount(names.length, 'milestone')} stayed as before.`,
      ...(names.length === 0 ? {} : { subtitle: names.join(' ') }),
      icon: names.length === 0 ? 'check' : 'warning',
      colour: names.length === 0 ? 'success' : 'warning',
      ...(undo ? { action: { label: 'Undo', run: undo } } : {}),
    });
  const fail = (error: unknown) => showProblem(error, 'Failed to update.');
  try {
    const done = await send(
      milestones.map((milestone) => ({ id: milestone.id, version: milestone.version, ...patchOf(milestone) })),
      say,
    );
    const back = done.milestones.map(({ id, version }) => ({ id, version, ...patchBack(before.get(id)!, patchOf(before.get(id)!)) }));
    report(done.text, done.names, () => {
      send(back, (count) => `Took back the change of ${count}.`).then(({ text, names }) => report(text, names), fail);
    });
  } catch (error) {
    fail(error);
  }
}
