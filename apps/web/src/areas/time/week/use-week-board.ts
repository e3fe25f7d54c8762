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
import { type CellChange, cellsToSend, reverse, type Written } from './week-writes.ts';

/** Work on a job whose task is not known yet, and what happens once it is. */
export type MissingTask = { target: NamedTarget; use: (target: NamedTarget) => void };

export type WeekBoardState = ReturnType<typeof useWeekBoard>;

/** A person's own week: its rows, what was typed, and the steps to take it back. */
export function useWeekBoard(week: Week) {
  const { first_day } = week;
  const { id: person } = useSelf();
  const { outbox, state } = useOutbox();
  const [kept, setKept] = useState(() => readKeptRows(person, first_day));
  const [undo, setUndo] = useState<readonly (readonly CellChange[])[]>([]);
  const [redo, setRedo] = useState<readonly (readonly CellChange[])[]>([]);
  const [missingTask, setMissingTask] = useState<MissingTask | null>(null);
  const pending = useMemo(() => pendingCells(state.steps.filter((step) => step.first_day === first_day)), [state.steps, first_day]);
  const table = useMemo(() => buildWeekTable(week, kept, pending), [week, kept, pending]);

  /** The rows now shown, and these: kept on the device, so that no row jumps or goes away while its week is typed. */
  function keep(added: readonly NamedTarget[], removed?: string): WeekTable {
    const shown = table.rows.filter(({ isSuggested }) => !isSuggested).map(({ target }) => target);
    const all = new Map([...shown, ...added].map((target) => [keyOfTarget(target), target]));
    if (removed !== undefined) all.delete(removed);
    const rows = [...all.values()];
    setKept(rows);
    keepRows(person, first_day, rows);
    return buildWeekTable(week, rows, pending);
  }

  function send(changes: readonly CellChange[]): void {
    keep(changes.map(({ target }) => target));
    outbox.write(first_day, cellsToSend(changes));
  }
  function perform(changes: readonly CellChange[]): void {
    const open = changes.find(({ target }) => lacksTask(target));
    if (open) {
      const key = keyOfTarget(open.target);
      setMissingTask({
        target: open.target,
        use: (target) => perform(changes.map((change) => (keyOfTarget(change.target) === key ? { ...change, target } : change))),
      });
      return;
    }
    send(changes);
    setUndo([...undo, changes]);
    setRedo([]);
  }
  function takeBack(): void {
    const changes = undo.at(-1);
    if (!changes) return;
    send(reverse(changes));
    setUndo(undo.slice(0, -1));
    setRedo([...redo, changes]);
  }
  function doAgain(): void {
    const changes = redo.at(-1);
    if (!changes) return;
    send(changes);
    setRedo(redo.slice(0, -1));
    setUndo([...undo, changes]);
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
      outbox.mark(bad);
      if (changes.length > 0) perform(changes);
      if (says) showToast({ text: says, colour: bad.length > 0 ? 'warning' : 'neutral' });
    },
    /** A row for this work, now or already there; answers where its cell of a day stands. */
    addRow(target: NamedTarget, date: string): Spot {
      const next = keep([target]);
      return { row: next.rows.findIndex(({ key }) => key === keyOfTarget(target)), column: Math.max(0, next.dates.indexOf(date)) };
    },
    askTask: (target: NamedTarget, use: MissingTask['use']) => setMissingTask({ target, use }),
    removeRow: (key: string) => void keep([], key),
    canUndo: undo.length > 0,
    canRedo: redo.length > 0,
    undo: takeBack,
    redo: doAgain,
  };
}
