import type { NamedTarget } from '@dmse/contract/time/entry';
import type { Week } from '@dmse/contract/time/week';
import type { EntryStep } from '@dmse/domain/time/entry-time';
import { useMemo, useState } from 'react';
import type { Spot } from '../../../parts/grid/grid-selection.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { useSelf } from '../../../session/self.ts';
import { keepRows, readKeptRows } from './kept-rows.ts';
import { keyOfTarget, lacksTask } from './target.ts';
import { pendingCells } from './unsent-steps.ts';
import { useOutbox } from './week-outbox.ts';
import { buildWeekTable, type WeekTable, whyWeekClosed } from './week-table.ts';
import { type CellChange, cellsToSend, changesBetween, reverse, type Written } from './week-writes.ts';

/** Work on a job whose task is not known yet, and what happens once it is. */
export type MissingTask = { target: NamedTarget; use: (target: NamedTarget) => void };

/** One thing somebody did: the cells it changed, what of it could not be taken, and the rows that came with it. */
type Step = { changes: readonly CellChange[]; bad: Written['bad']; rows: readonly NamedTarget[] };

export type WeekBoardState = ReturnType<typeof useWeekBoard>;

/** A person's own week: its rows, what was typed, and the steps to take it back. */
export function useWeekBoard(week: Week) {
  const { first_day } = week;
  const { id: person } = useSelf();
  const { outbox, state } = useOutbox();
  const [kept, setKept] = useState(() => readKeptRows(person, first_day));
  const [undo, setUndo] = useState<readonly Step[]>([]);
  const [redo, setRedo] = useState<readonly Step[]>([]);
  const [missingTask, setMissingTask] = useState<MissingTask | null>(null);
  const pending = useMemo(() => pendingCells(state.steps.filter((step) => step.first_day === first_day)), [state.steps, first_day]);
  const table = useMemo(() => buildWeekTable(week, kept, pending), [week, kept, pending]);

  /** The rows now shown, and these: kept on the device, so that no row jumps or goes away while its week is typed. */
  function keep(added: readonly NamedTarget[], removed: readonly string[] = []): WeekTable {
    const shown = table.rows.filter(({ isSuggested }) => !isSuggested).map(({ target }) => target);
    const all = new Map([...shown, ...added].map((target) => [keyOfTarget(target), target]));
    for (const key of removed) all.delete(key);
    const rows = [...all.values()];
    setKept(rows);
    keepRows(person, first_day, rows);
    return buildWeekTable(week, rows, pending);
  }

  function send(changes: readonly CellChange[], added: readonly NamedTarget[] = [], removed: readonly NamedTarget[] = []): void {
    keep([...added, ...changes.map(({ target }) => target)], removed.map(keyOfTarget));
    outbox.write(first_day, cellsToSend(changes));
  }
  function perform(changes: readonly CellChange[], bad: Written['bad'] = []): void {
    const open = changes.find(({ target }) => lacksTask(target));
    if (open) {
      const key = keyOfTarget(open.target);
      setMissingTask({
        target: open.target,
        use: (target) =>
          perform(
            changes.map((change) => (keyOfTarget(change.target) === key ? { ...change, target } : change)),
            bad,
          ),
      });
      return;
    }
    send(changes);
    remember({ changes, bad, rows: [] });
  }
  function remember(step: Step): void {
    setUndo((steps) => [...steps, step]);
    setRedo([]);
  }
  function takeBack(): void {
    const step = undo.at(-1);
    if (!step) return;
    outbox.unmark(step.bad.map(([id]) => id));
    send(reverse(step.changes), [], step.rows);
    setUndo(undo.slice(0, -1));
    setRedo([...redo, step]);
  }
  function doAgain(): void {
    const step = redo.at(-1);
    if (!step) return;
    outbox.mark(step.bad);
    send(step.changes, step.rows);
    setRedo(redo.slice(0, -1));
    setUndo([...undo, step]);
  }

  return {
    week,
    table,
    outbox,
    state,
    step: week.entry_step as EntryStep,
    closed: whyWeekClosed(week),
    missingTask,
    endMissingTask: () => setMissingTask(null),
    keep,
    perform,
    /** Does what was typed, pasted or emptied, and says what is to be said. */
    carryOut({ changes, bad, says }: Written): void {
      // A row that is only suggested stays with what was typed into it.
      const marked = new Set(bad.map(([id]) => id));
      if (bad.length > 0) keep(table.rows.filter(({ cells }) => cells.some(({ id }) => marked.has(id))).map(({ target }) => target));
      outbox.mark(bad);
      if (changes.length > 0 || bad.length > 0) perform(changes, bad);
      if (says) showToast({ text: says, colour: bad.length > 0 ? 'warning' : 'neutral' });
    },
    /** A row for this work, now or already there; answers where its cell of a day stands. */
    addRow(target: NamedTarget, date: string): Spot {
      const next = keep([target]);
      return { row: next.rows.findIndex(({ key }) => key === keyOfTarget(target)), column: Math.max(0, next.dates.indexOf(date)) };
    },
    askTask: (target: NamedTarget, use: MissingTask['use']) => setMissingTask({ target, use }),
    removeRow(key: string): void {
      outbox.unmark(table.rows.filter((row) => row.key === key).flatMap(({ cells }) => cells.map(({ id }) => id)));
      keep([], [key]);
    },
    /** What the server has copied into the week: a step like what is typed. */
    copied(rows: readonly NamedTarget[], next: Week): void {
      const known = new Set(table.rows.filter(({ isSuggested }) => !isSuggested).map(({ key }) => key));
      remember({
        changes: changesBetween(table, buildWeekTable(next, [], new Map())),
        bad: [],
        rows: rows.filter((row) => !known.has(keyOfTarget(row))),
      });
      keep(rows);
    },
    canUndo: undo.length > 0,
    canRedo: redo.length > 0,
    undo: takeBack,
    redo: doAgain,
  };
}
