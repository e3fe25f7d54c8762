import type { Milestone } from '@dmse/contract/work/milestone';
import { endSentence } from '@dmse/domain/text/history-sentence';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { showProblem } from '../../../api/problem-toast.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';
import type { CopySource } from '../task/copy-dialog.tsx';
import type { GridActions, OpenMenu } from '../work-grid/grid-actions.ts';
import type { ChangingKeys } from '../work-grid/grid-keys.ts';
import { workKey } from './use-work.ts';
import { openChanges, type WorkChanges, type WorkPatch } from './work-changes.ts';
import { findRow, groupTasks, type RowRef, rowKey, type WorkData, type WorkOwner } from './work-data.ts';
import { listBetween, type Place, parentOf, placeOf, sayPlace, stepPlace } from './work-places.ts';

/** The dialogs of the board; one is open at a time. */
export type BoardDialog =
  | { is: 'move'; row: RowRef }
  | { is: 'remove'; row: RowRef }
  | { is: 'details'; id: number }
  | { is: 'dependencies'; id: number }
  | { is: 'shift'; id: number; to: string }
  | { is: 'add task'; group?: number }
  | { is: 'copy'; source: CopySource }
  | { is: 'copy from' };

export type Board = {
  changes: WorkChanges;
  closed: ReadonlySet<string>;
  selected: ReadonlySet<string>;
  editing: RowRef | null;
  /** The task that gets new milestones just now. */
  adding: number | null;
  menu: OpenMenu | null;
  dialog: BoardDialog | null;
  /** What screen readers are told. */
  said: string;
  actions: GridActions;
  keys: ChangingKeys;
  /** Moves a row. `isFar`: by the pointer or a dialog, where the way back is not the next key, so it is offered. */
  move: (row: RowRef, place: Place | null, isFar?: boolean) => void;
  /** Changes a row and says how it went. */
  save: (row: RowRef, patch: WorkPatch, saved: string, shown?: WorkPatch) => Promise<void>;
  setDialog: (dialog: BoardDialog | null) => void;
  closeMenu: () => void;
  stopAdding: () => void;
  clearSelection: () => void;
  fold: (keys: readonly string[]) => void;
};

function withKey(keys: ReadonlySet<string>, key: string, isIn: boolean): ReadonlySet<string> {
  if (keys.has(key) === isIn) return keys;
  const next = new Set(keys);
  if (isIn) next.add(key);
  else next.delete(key);
  return next;
}

/** What a person is doing on the board: what is folded, chosen, typed into and open; and how it becomes changes. */
export function useBoard(owner: WorkOwner): Board {
  const client = useQueryClient();
  const [changes] = useState(() => openChanges(client, owner));
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<RowRef | null>(null);
  const [adding, setAdding] = useState<number | null>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [dialog, setDialog] = useState<BoardDialog | null>(null);
  const [said, setSaid] = useState('');
  const key = useRef(workKey(owner));
  /** Where a range begins. */
  const lastSelected = useRef<RowRef | null>(null);

  // Everything in here reaches state by its setters only, so it is made once and rows that did not change are not drawn again.
  const steady = useMemo(() => {
    const read = () => client.getQueryData<WorkData>(key.current);
    const fold = (row: RowRef, isClosed: boolean) => setClosed((keys) => withKey(keys, rowKey(row), isClosed));
    const move = (row: RowRef, place: Place | null, isFar = false) => {
      const data = read();
      if (!data || !place) return;
      const now = placeOf(data, row);
      if (now.parent === place.parent && now.after === place.after) return;
      const name = findRow(data, row)?.name ?? '';
      changes.move(row, place).then(
        () =>
          isFar &&
          showToast({
            text: endSentence(`Moved ${name}`),
            icon: 'check',
            colour: 'success',
            action: { label: 'Undo', run: () => move(row, now) },
          }),
        (error: unknown) => showProblem(error, 'Failed to move.'),
      );
      if (place.parent !== null) fold({ kind: row.kind === 'task' ? 'group' : 'task', id: place.parent }, false);
      const after = read();
      // The group around the task too: a row that moved is to be seen.
      const around = after && row.kind === 'milestone' ? parentOf(after, { kind: 'task', id: place.parent ?? 0 }) : null;
      if (around !== null) fold({ kind: 'group', id: around }, false);
      if (after) setSaid(sayPlace(after, row));
    };
    const actions: GridActions = {
      toggle: (row) => setClosed((keys) => withKey(keys, rowKey(row), !keys.has(rowKey(row)))),
      select: (row, isSelected, isRange = false) => {
        const data = read();
        const rows = isRange && data ? listBetween(data, lastSelected.current, row) : [row];
        lastSelected.current = row;
        setSelected((keys) => rows.reduce((all, one) => withKey(all, rowKey(one), isSelected), keys));
      },
      open: (kind, row, anchor) => setMenu({ menu: kind, row, anchor }),
      edit: setEditing,
      rename: (row, name, version) => changes.change(row, { name }, { version }),
      addTo: (row) => {
        if (row.kind === 'group') return setDialog({ is: 'add task', group: row.id });
        fold(row, false);
        setAdding(row.id);
      },
      details: (id) => setDialog({ is: 'details', id }),
    };
    const keys: ChangingKeys = {
      step: (row, by) => {
        const data = read();
        if (data) move(row, stepPlace(data, row, by));
      },
      fold,
      edit: setEditing,
      select: (rows) => setSelected((keys) => rows.reduce((all, row) => withKey(all, rowKey(row), true), keys)),
      remove: (row) => setDialog({ is: 'remove', row }),
    };
    const save = async (row: RowRef, patch: WorkPatch, saved: string, shown: WorkPatch = patch) => {
      try {
        await changes.change(row, patch, { shown });
        showToast({ text: saved, icon: 'check', colour: 'success' });
      } catch (error) {
        showProblem(error, 'Failed to update.');
      }
    };
    return {
      actions,
      keys,
      move,
      save,
      closeMenu: () => setMenu(null),
      stopAdding: () => setAdding(null),
      clearSelection: () => setSelected(new Set()),
      fold: (all: readonly string[]) => setClosed(new Set(all)),
    };
  }, [client, changes]);

  return { changes, closed, selected, editing, adding, menu, dialog, said, setDialog, ...steady };
}

/** The milestones that are selected, alone or with their task, in the order they stand on the page. */
export function selectedMilestones(selected: ReadonlySet<string>, data: WorkData): Milestone[] {
  return groupTasks(data).flatMap(({ tasks }) =>
    tasks.flatMap(({ id, milestones }) =>
      milestones.filter((milestone) => selected.has(`task-${id}`) || selected.has(`milestone-${milestone.id}`)),
    ),
  );
}

/** What a selection is, for copying: tasks or milestones, not both at once. */
export function sourceOf(selected: ReadonlySet<string>, data: WorkData): CopySource | null {
  const tasks = data.tasks.filter(({ id }) => selected.has(`task-${id}`));
  const milestones = data.tasks.flatMap((task) => task.milestones).filter(({ id }) => selected.has(`milestone-${id}`));
  if (tasks.length > 0 === milestones.length > 0) return null;
  const kind = tasks.length > 0 ? 'task' : 'milestone';
  const rows = kind === 'task' ? tasks : milestones;
  const title = rows.length === 1 ? rows[0]!.name : `${rows.length} ${kind}s`;
  return { kind, ids: rows.map(({ id }) => id), title };
}

/** One row, for copying. */
export function copyOf(data: WorkData, { kind, id }: RowRef): CopySource {
  const of = kind === 'milestone' ? 'milestone' : 'task';
  return { kind: of, ids: [id], title: findRow(data, { kind: of, id })?.name ?? '' };
}
