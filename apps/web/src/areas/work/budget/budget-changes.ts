import type { BudgetCell } from '@dmse/contract/work/budget';
import { type BadCell, type CellChange, undoPaste } from '@dmse/domain/work/budget-paste';
import type { CellValue } from '@dmse/domain/work/cell-value';
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { ProblemError } from '../../../api/problem-error.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { onRest } from '../../../parts/grid/rest.ts';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { trackSave } from '../../../session/pending-saves.ts';
import type { WorkOwner } from '../board/work-data.ts';
import { type Entries, placeKey } from '../budget-grid/budget-cells.ts';
import { cellKey, lineOfColumn, typedAs } from '../budget-grid/budget-columns.ts';
import { openBudgetSender } from './budget-sender.ts';
import { cellStep, type Step, scaleStep } from './budget-steps.ts';
import { budgetKey } from './use-budget.ts';

/** What is typed is sent at the next rest of who types, and after this long in any case. */
const MAX_UNSENT_MS = 2000;
/** What was answered is drawn at the next rest too, and after this long in any case. */
const MAX_UNTOLD_MS = 10_000;
/** The rest of the page is asked for anew once nobody has typed for this long. */
const REST = 1000;

export type ChangesState = {
  /** What was typed and is on its way, by cell. */
  pending: ReadonlyMap<string, CellValue>;
  /** What could not be taken, by cell, with the reason. */
  bad: ReadonlyMap<string, BadCell>;
  undo: readonly Step[];
  redo: readonly Step[];
  isSaving: boolean;
};

/** What is written: the cells, what changes on the screen meanwhile, what could not be read, and the budget it was typed against. */
export type Writing = {
  says: string;
  makeCells: (entries: Entries) => BudgetCell[];
  changes?: readonly CellChange[];
  bad?: readonly BadCell[];
  seen?: Entries | undefined;
};

export type BudgetChanges = ReturnType<typeof openBudgetChanges>;

/**
 * The changes one page makes to a budget, sent one after the other in the order they were made, and the steps to take them back. What
 * the server refuses or does not hear is not lost: it stays marked in its cells, with the reason.
 */
export function openBudgetChanges(client: QueryClient, owner: WorkOwner) {
  const sender = openBudgetSender(client, owner);
  let state: ChangesState = { pending: new Map(), bad: new Map(), undo: [], redo: [], isSaving: false };
  const listeners = new Set<() => void>();
  let last: Promise<unknown> = Promise.resolve();
  let running = 0;
  let rest: ReturnType<typeof setTimeout> | undefined;

  function set(next: Partial<ChangesState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }
  let later: (() => Partial<ChangesState>)[] = [];
  /**
   * For what an answer changes: all of it is drawn at once, when nobody is typing, and a moment after the screen has been told of the answer,
   * or old figures would flash up.
   */
  function setLater(next: () => Partial<ChangesState>): void {
    later.push(next);
    if (later.length > 1) return;
    onRest(() => {
      sender.tell();
      notifyManager.schedule(() => {
        const all = later;
        later = [];
        for (const one of all) state = { ...state, ...one() };
        set({});
      });
    }, performance.now() + MAX_UNTOLD_MS);
  }
  /** Jobs, quotes and tasks carry sums of the budget: they are asked for anew, but not after every key. */
  function restThenForget(): void {
    clearTimeout(rest);
    rest = setTimeout(() => {
      void client.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/jobs/') && queryKey[0] !== budgetKey(owner)[0],
      });
    }, REST);
  }
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    running += 1;
    set({ isSaving: true });
    const latest = performance.now() + MAX_UNSENT_MS;
    const turn = last
      .then(() => new Promise<void>((done) => void onRest(done, latest)))
      .then(work)
      .finally(() => {
        running -= 1;
        setLater(() => ({ isSaving: running > 0 }));
        if (running === 0) restThenForget();
      });
    last = turn.catch(() => {});
    return trackSave(turn);
  }

  function showPending(changes: readonly CellChange[]): () => void {
    const mine = new Map(changes.map(({ row, column, after }) => [cellKey(row, column), after]));
    set({ pending: new Map([...state.pending, ...mine]) });
    return () =>
      setLater(() => ({ pending: new Map([...state.pending].filter(([cell, value]) => !mine.has(cell) || mine.get(cell) !== value)) }));
  }
  function mark(bad: readonly BadCell[]): void {
    if (bad.length > 0) set({ bad: new Map([...state.bad, ...bad.map((cell) => [cellKey(cell.row, cell.column), cell] as const)]) });
  }
  function unmark(cells: readonly { row: number; column: string }[]): void {
    const gone = new Set(cells.map(({ row, column }) => cellKey(row, column)).filter((cell) => state.bad.has(cell)));
    if (gone.size > 0) set({ bad: new Map([...state.bad].filter(([cell]) => !gone.has(cell))) });
  }
  function markChanges(changes: readonly CellChange[], say: (change: CellChange) => string): void {
    mark(changes.map((change) => ({ row: change.row, column: change.column, text: typedAs(change), problem: say(change) })));
  }

  /** Somebody else was faster in these rows: theirs stands, and what was typed here stays to be seen. */
  function markTheirs(step: Step, theirs: ReadonlySet<string>): void {
    if (theirs.size === 0) return;
    const now = sender.read();
    const placeOf = ({ row, column }: CellChange) => placeKey({ milestone: row, line: lineOfColumn(column) });
    const lost = step.changes.filter((change) => theirs.has(placeOf(change)));
    markChanges(lost, (change) => {
      const who = now.get(placeOf(change))?.updated_by?.full_name ?? 'Somebody else';
      return `${who} changed this meanwhile. Press F2 and Enter to write “${typedAs(change)}” over it, or Esc to keep theirs.`;
    });
    const count = theirs.size === 1 ? 'One row was' : `${theirs.size} rows were`;
    showToast({ text: `${count} changed by somebody else meanwhile. Theirs is shown; what you typed is marked.`, colour: 'warning' });
  }

  /** Runs a step, or runs it again. When that fails it never was, and what it would have written is marked. */
  async function perform(step: Step, seen: Entries): Promise<void> {
    unmark(step.changes);
    const settle = showPending(step.changes);
    set({ undo: [...state.undo, step] });
    mark(step.bad);
    try {
      markTheirs(step, await inTurn(() => step.run(seen)));
    } catch (error) {
      const problem = errorText(error);
      set({ undo: state.undo.filter((one) => one !== step) });
      markChanges(step.changes, () => problem);
      showProblem(error, undefined, { label: 'Try again', run: () => void perform(step, sender.read()) });
    } finally {
      settle();
    }
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
      showProblem(error);
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
    /** The budget as it is on the screen now. */
    readEntries: sender.read,
    /** Writes cells that were typed, pasted, emptied or locked. */
    write({ changes = [], bad = [], seen = sender.read(), ...rest }: Writing): Promise<void> {
      set({ redo: [] });
      return perform(cellStep(sender, { ...rest, changes, bad }), seen);
    },
    /** Scales the budget; a refusal is the caller's to show. */
    async scale(total: number): Promise<void> {
      const step = scaleStep(sender, total);
      await inTurn(() => step.run(new Map()));
      set({ undo: [...state.undo, step], redo: [] });
    },
    /** Takes the last scaling back, also one of another day. */
    async undoScaling(): Promise<void> {
      await inTurn(() => sender.undoScale());
      const at = state.undo.findLastIndex(({ says }) => says === 'scaling');
      set({ undo: state.undo.filter((_, index) => index !== at) });
    },
    undo: takeBack,
    /** What a button takes back that is shown for a while: the step just made, and no other one made since. */
    undoLater(): () => void {
      const step = state.undo.at(-1);
      return () => {
        if (state.undo.at(-1) === step) void takeBack();
        else showToast({ text: 'Something else was changed since. Press Ctrl+Z to take the changes back one by one.' });
      };
    },
    async redo(): Promise<void> {
      const step = state.redo.at(-1);
      if (!step) return;
      set({ redo: state.redo.slice(0, -1) });
      await perform(step, sender.read());
    },
    mark,
    unmark,
  };
}
