import { type BudgetCell, type BudgetEntry, scaleBudget, setBudgetCells, undoScale } from '@dmse/contract/work/budget';
import { type BadCell, type CellChange, undoPaste } from '@dmse/domain/work/budget-paste';
import type { CellValue } from '@dmse/domain/work/cell-value';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { ProblemError } from '../../api/problem-error.ts';
import { errorText } from '../../parts/notice/error-state.tsx';
import { showToast } from '../../parts/toast/toast-store.ts';
import { trackSave } from '../../session/pending-saves.ts';
import { cellsToPutBack, type Entries, indexEntries, placesOf, untouchedSince } from './budget-cells.ts';
import { cellKey } from './budget-table.ts';
import { budgetKey } from './use-budget.ts';
import type { WorkOwner } from './work-data.ts';

/** More cells than this go in several calls. */
const AT_ONCE = 1000;
/** The rest of the page is asked for anew once nobody has typed for this long. */
const REST = 1000;

/** Something that was done to the budget and can be taken back. */
export type Step = {
  says: string;
  run: () => Promise<void>;
  back: () => Promise<void>;
  changes: readonly CellChange[];
  bad: readonly BadCell[];
};

export type ChangesState = {
  /** What was typed and is on its way, by cell. */
  pending: ReadonlyMap<string, CellValue>;
  /** What could not be taken, by cell, with the reason. */
  bad: ReadonlyMap<string, BadCell>;
  undo: readonly Step[];
  redo: readonly Step[];
  isSaving: boolean;
};

export type BudgetChanges = ReturnType<typeof openBudgetChanges>;

/**
 * The changes one page makes to a budget, sent one after the other in the order they were made, and the steps to take them back. What
 * the server refuses or does not hear is not lost: it stays marked in its cells, with the reason.
 */
export function openBudgetChanges(client: QueryClient, owner: WorkOwner) {
  const key = budgetKey(owner);
  let state: ChangesState = { pending: new Map(), bad: new Map(), undo: [], redo: [], isSaving: false };
  const listeners = new Set<() => void>();
  let last: Promise<unknown> = Promise.resolve();
  let running = 0;
  let rest: ReturnType<typeof setTimeout> | undefined;

  function set(next: Partial<ChangesState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }
  const readEntries = () => client.getQueryData<BudgetEntry[]>(key) ?? [];
  function keep(entries: BudgetEntry[]): Entries {
    client.setQueryData(key, entries);
    return indexEntries(entries);
  }
  async function post(cells: BudgetCell[]): Promise<Entries> {
    await client.cancelQueries({ queryKey: key });
    return keep((await call(setBudgetCells, {}, { ...owner, cells })).entries);
  }
  async function send(cells: readonly BudgetCell[], before: Entries): Promise<Entries> {
    let left = before;
    for (let at = 0; at < cells.length; at += AT_ONCE) {
      try {
        left = await post(cells.slice(at, at + AT_ONCE));
      } catch (error) {
        // All or none, also in several calls: what has landed is put back.
        if (at > 0) await post(cellsToPutBack(placesOf(cells.slice(0, at)), before)).catch(() => {});
        throw error;
      }
    }
    return left;
  }

  /** Jobs, quotes and tasks carry sums of the budget: they are asked for anew, but not after every key. */
  function restThenForget(): void {
    clearTimeout(rest);
    rest = setTimeout(() => {
      void client.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/jobs/') && queryKey[0] !== key[0],
      });
    }, REST);
  }
  function inTurn(work: () => Promise<void>): Promise<void> {
    running += 1;
    set({ isSaving: true });
    const turn = last.then(work).finally(() => {
      running -= 1;
      set({ isSaving: running > 0 });
      if (running === 0) restThenForget();
    });
    last = turn.catch(() => {});
    return trackSave(turn);
  }

  function showPending(changes: readonly CellChange[]): () => void {
    const mine = new Map(changes.map(({ row, column, after }) => [cellKey(row, column), after]));
    set({ pending: new Map([...state.pending, ...mine]) });
    return () => set({ pending: new Map([...state.pending].filter(([cell, value]) => !mine.has(cell) || mine.get(cell) !== value)) });
  }
  function mark(bad: readonly BadCell[]): void {
    set({ bad: new Map([...state.bad, ...bad.map((cell) => [cellKey(cell.row, cell.column), cell] as const)]) });
  }
  function unmark(cells: readonly { row: number; column: string }[]): void {
    const gone = new Set(cells.map(({ row, column }) => cellKey(row, column)));
    if (gone.size > 0) set({ bad: new Map([...state.bad].filter(([cell]) => !gone.has(cell))) });
  }

  /** Runs a step, or runs it again. When that fails it never was, and what it would have written is marked. */
  async function perform(step: Step, say: (change: CellChange) => string): Promise<void> {
    unmark(step.changes);
    const settle = showPending(step.changes);
    set({ undo: [...state.undo, step] });
    mark(step.bad);
    try {
      await inTurn(step.run);
    } catch (error) {
      const problem = errorText(error);
      set({ undo: state.undo.filter((one) => one !== step) });
      mark(step.changes.map((change) => ({ row: change.row, column: change.column, text: say(change), problem })));
      showToast({ text: problem, colour: 'error', action: { label: 'Try again', run: () => void perform(step, say) } });
    } finally {
      settle();
    }
  }

  /** A step that writes cells: `makeCells` says which, by the budget as it then is. */
  function cellStep(
    says: string,
    makeCells: (entries: Entries) => BudgetCell[],
    changes: readonly CellChange[],
    bad: readonly BadCell[],
  ): Step {
    let cells: BudgetCell[] = [];
    let before: Entries = new Map();
    let left: Entries = new Map();
    return {
      says,
      changes,
      bad,
      async run() {
        before = indexEntries(readEntries());
        cells = makeCells(before);
        left = await send(cells, before);
      },
      async back() {
        const now = indexEntries(readEntries());
        const all = placesOf(cells);
        const places = untouchedSince(all, left, now);
        const kept = all.length - places.length;
        if (kept > 0) showToast({ text: `${kept === 1 ? 'One cell was' : `${kept} cells were`} changed since and stay as they are.` });
        if (places.length > 0) await send(cellsToPutBack(places, before), now);
      },
    };
  }

  async function takeBack(): Promise<void> {
    const step = state.undo.at(-1);
    if (!step) return;
    set({ undo: state.undo.slice(0, -1), redo: [...state.redo, step] });
    unmark([...step.bad, ...step.changes]);
    const settle = showPending(undoPaste(step.changes));
    try {
      await inTurn(step.back);
    } catch (error) {
      // What could not be heard can be tried again; what is refused will be refused again.
      const isLost = error instanceof ProblemError;
      set({ undo: isLost ? state.undo : [...state.undo, step], redo: state.redo.filter((one) => one !== step) });
      showToast({ text: errorText(error), colour: 'error' });
    } finally {
      settle();
    }
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: () => state,
    /** Writes cells that were typed, pasted, emptied or locked. */
    write(
      says: string,
      makeCells: (entries: Entries) => BudgetCell[],
      typed: { changes?: readonly CellChange[]; bad?: readonly BadCell[]; say?: (change: CellChange) => string } = {},
    ): Promise<void> {
      const { changes = [], bad = [], say = ({ after }) => String(after ?? '') } = typed;
      set({ redo: [] });
      return perform(cellStep(says, makeCells, changes, bad), say);
    },
    /** Scales the budget; a refusal is the caller's to show. */
    async scale(total: number): Promise<void> {
      const run = async () => void keep((await call(scaleBudget, {}, { ...owner, total })).entries);
      const back = async () => void keep((await call(undoScale, {}, { ...owner })).entries);
      await inTurn(run);
      set({ undo: [...state.undo, { says: 'scaling', run, back, changes: [], bad: [] }], redo: [] });
    },
    /** Takes the last scaling back, also one of another day. */
    async undoScaling(): Promise<void> {
      await inTurn(async () => void keep((await call(undoScale, {}, { ...owner })).entries));
      set({ undo: state.undo.filter(({ says }) => says !== 'scaling') });
    },
    undo: takeBack,
    async redo(): Promise<void> {
      const step = state.redo.at(-1);
      if (!step) return;
      set({ redo: state.redo.slice(0, -1) });
      await perform(step, ({ after }) => String(after ?? ''));
    },
    mark,
    unmark,
  };
}
