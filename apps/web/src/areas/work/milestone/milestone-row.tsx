import type { Milestone } from '@dmse/contract/work/milestone';
import { dueTone, sayDue } from '@dmse/domain/dates/due-date';
import { isSettled, MILESTONE } from '@dmse/domain/states/milestone';
import { type MouseEvent, memo } from 'react';
import type { RowRef } from '../board/work-data.ts';
import type { CellMenu, GridActions } from '../work-grid/grid-actions.ts';
import { GripCell } from '../work-grid/grip-cell.tsx';
import { NameCell } from '../work-grid/name-cell.tsx';
import { PickCell } from '../work-grid/pick-cell.tsx';
import { RowButtons } from '../work-grid/row-buttons.tsx';
import { useRowDrag } from '../work-grid/use-row-drag.ts';

export type MilestoneRowProps = {
  milestone: Milestone;
  /** Why it cannot be worked on now; empty when it can. */
  why: string;
  today: string;
  canEdit: boolean;
  /** May say how far it is and by when, being the one who does it. */
  canTouch: boolean;
  isSelected: boolean;
  isEditing: boolean;
  actions: GridActions;
};

/** A milestone: how far, who, by when, and what it waits for. Plain elements only, because there may be hundreds. */
export const MilestoneRow = memo(function MilestoneRow(props: MilestoneRowProps) {
  const { milestone, why, today, canEdit, canTouch, isSelected, isEditing, actions } = props;
  const { id, name, state, due_date, assigned_user } = milestone;
  const row: RowRef = { kind: 'milestone', id };
  const element = useRowDrag('milestone', id, canEdit);
  const isDone = isSettled(milestone);
  const tone = isDone ? null : dueTone(due_date, today);
  const due = due_date ?? 'None';
  const hint = sayDue(due_date, today) ?? 'No due date';
  const who = assigned_user?.full_name ?? 'Unassigned';
  const open = (menu: CellMenu) => (event: MouseEvent<HTMLElement>) => actions.open(menu, row, event.currentTarget);
  const stateLook = `chip chip-${MILESTONE.rows[state].tone}`;
  const dueLook = `cell ${tone ? `text-${tone}` : 'muted'}`;
  return (
    <tr ref={element} aria-level={3} className={isDone ? 'row milestone settled' : 'row milestone'} data-row={`milestone-${id}`}>
      <GripCell canDrag={canEdit} />
      <PickCell row={row} name={name} isSelected={isSelected} actions={actions} />
      <td className="name">
        <div className="line">
          <NameCell row={row} name={name} version={milestone.version} canEdit={canEdit} isEditing={isEditing} actions={actions} />
        </div>
      </td>
      <td className="facts state">
        {canTouch ? (
          <button
            type="button"
            className={stateLook}
            data-cell="state"
            aria-haspopup="menu"
            aria-label={`State of ${name}: ${state}. Change`}
            onClick={open('state')}
          >
            {state}
          </button>
        ) : (
          <span className={stateLook}>{state}</span>
        )}
      </td>
      <td className="facts">
        {canEdit ? (
          <button
            type="button"
            className={assigned_user ? 'cell' : 'cell muted'}
            data-cell="assignee"
            aria-haspopup="menu"
            aria-label={`Assignment of ${name}: ${who}. Change`}
            onClick={open('assignee')}
          >
            {who}
          </button>
        ) : (
          <span className={assigned_user ? 'cell' : 'cell muted'}>{who}</span>
        )}
      </td>
      <td className="facts" title={hint}>
        {due_date ? null : <span className="phone-label">Due date: </span>}
        {canTouch ? (
          <button
            type="button"
            className={dueLook}
            data-cell="due"
            aria-haspopup="dialog"
            aria-label={`Due date of ${name}: ${due}, ${hint}. Change`}
            onClick={open('due')}
          >
            {due}
          </button>
        ) : (
          <span className={dueLook}>{due}</span>
        )}
      </td>
      <td className="why" title={why || undefined}>
        {why ? (
          <>
            <span className="phone-label">Blocked: </span>
            {why}
          </>
        ) : null}
      </td>
      <td className="acts">
        <div className="line">{canEdit ? <RowButtons row={row} name={name} actions={actions} /> : null}</div>
      </td>
    </tr>
  );
});
