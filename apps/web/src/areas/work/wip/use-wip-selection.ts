import { explainWip, type WipItem } from '@dmse/contract/wip/wip';
import { isFreeWip } from '@dmse/domain/states/wip';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { queryOfTask, type TaskKey } from './use-explain.ts';

type Selected = {
  items: ReadonlyMap<string, WipItem>;
  /** Tasks of which everything that can be billed is selected. */
  whole: ReadonlySet<TaskKey>;
};
const NOTHING: Selected = { items: new Map(), whole: new Set() };

const taskOf = ({ task }: WipItem): TaskKey => task?.id ?? null;

/** The work that is selected, as it was when it was looked at: what somebody else changes meanwhile is refused. */
export function useWipSelection(job: number) {
  const [selected, setSelected] = useState(NOTHING);
  const [isLoading, setLoading] = useState(false);

  /** Adds all work of a task, or of the job, that is not on an invoice and not written off. */
  async function add(task: TaskKey | undefined, whole: readonly TaskKey[]): Promise<void> {
    setLoading(true);
    try {
      const { lines } = await call(explainWip, { job, figure: 'wip', ...queryOfTask(task) });
      const free = lines.filter(({ state }) => isFreeWip(state));
      setSelected((old) => ({
        items: new Map([...old.items, ...free.map((item) => [item.item, item] as const)]),
        whole: new Set([...old.whole, ...whole]),
      }));
    } catch (error) {
      showProblem(error);
    } finally {
      setLoading(false);
    }
  }
  return {
    ...selected,
    isLoading,
    selectAll: (tasks: readonly TaskKey[]) => add(undefined, tasks),
    selectTask: (task: TaskKey, isSelected: boolean) => {
      if (isSelected) void add(task, [task]);
      else
        setSelected(({ items, whole }) => ({
          items: new Map([...items].filter(([, item]) => taskOf(item) !== task)),
          whole: new Set([...whole].filter((one) => one !== task)),
        }));
    },
    selectItem: (item: WipItem, isSelected: boolean) =>
      setSelected(({ items, whole }) => {
        const next = new Map(items);
        if (isSelected) next.set(item.item, item);
        else next.delete(item.item);
        return { items: next, whole: isSelected ? whole : new Set([...whole].filter((one) => one !== taskOf(item))) };
      }),
    clear: () => setSelected(NOTHING),
  };
}
export type WipSelection = ReturnType<typeof useWipSelection>;
