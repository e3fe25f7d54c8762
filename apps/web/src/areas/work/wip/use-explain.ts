import { WIP_FIGURES, type WipFigure } from '@dmse/domain/states/wip';
import { useSetWords, useWords } from '../../../parts/search/address.ts';

/** A task of the job, or the work that is on none. */
export type TaskKey = number | null;
export type Explained = {
  figure: WipFigure;
  /** All work of the job when it is left out. */
  task?: TaskKey | undefined;
  as_of: string | null;
};

/** Which figure is explained, kept in the address: ?explain=wip&of_task=12&as_of=2026-03-04. */
export function useExplain() {
  const search = useWords();
  const setWords = useSetWords();
  const go = (words: Record<string, string | undefined>, replace: boolean) => setWords(words, { isStep: !replace });
  const figure = String(search.explain ?? '');
  const explained: Explained | null =
    figure in WIP_FIGURES
      ? {
          figure: figure as WipFigure,
          task: search.of_task === undefined ? undefined : search.of_task === 'none' ? null : Number(search.of_task),
          as_of: search.as_of === undefined ? null : String(search.as_of),
        }
      : null;
  return {
    explained,
    open: (next: WipFigure, task?: TaskKey) =>
      go({ explain: next, of_task: task === undefined ? undefined : String(task ?? 'none'), as_of: undefined }, false),
    setDay: (as_of: string | null) => go({ as_of: as_of ?? undefined }, true),
    close: () => go({ explain: undefined, of_task: undefined, as_of: undefined }, true),
  };
}

/** How a call names the task whose work is meant. */
export function queryOfTask(task: TaskKey | undefined): { task?: number; no_task?: true } {
  if (task === undefined) return {};
  return task === null ? { no_task: true } : { task };
}
