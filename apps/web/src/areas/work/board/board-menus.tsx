import { shiftDependants } from '@dmse/domain/work/shift-due-dates';
import { DatePopover } from '../../../parts/date/date-popover.tsx';
import { AssigneeMenu } from '../milestone/assignee-menu.tsx';
import { StateMenu } from '../milestone/state-menu.tsx';
import { type RowAct, RowMenu } from '../work-grid/row-menu.tsx';
import { type Board, copyOf } from './use-board.ts';
import { findMilestone, findRow, type RowRef, type WorkData } from './work-data.ts';
import type { Planned } from './work-plan.ts';

/** Starts the timer for a task, or a milestone of it. */
export type StartTimer = (task: number, milestone: number | null) => void;

export type BoardMenusProps = {
  board: Board;
  data: WorkData;
  plan: readonly Planned[];
  canEdit: boolean;
  onStartTimer?: StartTimer | undefined;
};

/** The menu that is open at a cell, if any. */
export function BoardMenus({ board, data, plan, canEdit, onStartTimer }: BoardMenusProps) {
  const { menu, closeMenu, save, actions, keys, setDialog } = board;
  if (!menu) return null;
  const { row, anchor } = menu;
  const common = { anchor, onClose: closeMenu };

  function act(chosen: RowAct, on: RowRef): void {
    if (chosen === 'timer')
      onStartTimer?.(on.kind === 'task' ? on.id : (findMilestone(data, on.id)?.task ?? 0), on.kind === 'task' ? null : on.id);
    if (chosen === 'rename') actions.edit(on);
    if (chosen === 'details') actions.details(on.id);
    if (chosen === 'dependencies') setDialog({ is: 'dependencies', id: on.id });
    if (chosen === 'add') actions.addTo(on);
    if (chosen === 'up') keys.step(on, -1);
    if (chosen === 'down') keys.step(on, 1);
    if (chosen === 'move' || chosen === 'remove') setDialog({ is: chosen, row: on });
    if (chosen === 'copy') setDialog({ is: 'copy', source: copyOf(data, on) });
  }
  if (menu.menu === 'row')
    return (
      <RowMenu
        {...common}
        kind={row.kind}
        hasTimer={onStartTimer !== undefined && row.kind !== 'group'}
        name={findRow(data, row)?.name ?? ''}
        onChoose={(chosen) => act(chosen, row)}
      />
    );

  const milestone = findMilestone(data, row.id);
  if (!milestone) return null;
  const { id, name, state, assigned_user, due_date } = milestone;

  function choose(next: string | null): void {
    closeMenu();
    if (next === due_date) return;
    // Only those who run the job move other people's dates.
    const shifts = canEdit ? shiftDependants(plan, { id, from: due_date, to: next }) : [];
    if (next !== null && shifts.length > 0) setDialog({ is: 'shift', id, to: next });
    else void save(row, { due_date: next }, 'Updated due date.');
  }
  if (menu.menu === 'due')
    return <DatePopover {...common} title={`Due date of ${name}`} label="Due date" value={due_date} onChoose={choose} />;
  if (menu.menu === 'state')
    return (
      <StateMenu
        {...common}
        state={state}
        onChoose={(next) => {
          closeMenu();
          void save(row, { state: next }, 'Saved state edit.');
        }}
      />
    );
  return (
    <AssigneeMenu
      {...common}
      assigned_user={assigned_user}
      onChoose={(person) => {
        closeMenu();
        if (person?.id !== assigned_user?.id)
          void save(row, { assigned_user: person?.id ?? null }, 'Updated assignment.', { assigned_user: person });
      }}
    />
  );
}
