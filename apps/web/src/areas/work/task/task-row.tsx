import type { Task } from '@dmse/contract/work/task';
import { sayMilestoneProgress } from '@dmse/domain/states/milestone';
import { sayCount } from '@dmse/domain/text/counts';
import { memo } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { formatCents } from '../../../parts/text/money-text.tsx';
import type { RowRef } from '../board/work-data.ts';
import { FoldButton } from '../work-grid/fold-button.tsx';
import type { GridActions } from '../work-grid/grid-actions.ts';
import { GripCell } from '../work-grid/grip-cell.tsx';
import { NameCell } from '../work-grid/name-cell.tsx';
import { PickCell } from '../work-grid/pick-cell.tsx';
import { RowButtons } from '../work-grid/row-buttons.tsx';
import { sayHours } from '../work-grid/say-hours.ts';
import { useRowDrag } from '../work-grid/use-row-drag.ts';

export type TaskRowProps = {
  task: Task;
  isClosed: boolean;
  canEdit: boolean;
  isSelected: boolean;
  isEditing: boolean;
  actions: GridActions;
};

function sayBudget({ budget_minutes, budget_amount }: Task): string {
  if (budget_minutes === 0 && !budget_amount) return 'No budget';
  return `Budget ${[sayHours(budget_minutes), ...(budget_amount === undefined ? [] : [formatCents(budget_amount)])].join(' · ')}`;
}

/** A task: how many of its milestones are done, what it may cost, what stands in its way. */
export const TaskRow = memo(function TaskRow({ task, isClosed, canEdit, isSelected, isEditing, actions }: TaskRowProps) {
  const { id, name, milestones, description, open_issues, account_code } = task;
  const row: RowRef = { kind: 'task', id };
  const element = useRowDrag('task', id, canEdit);
  return (
    <tr ref={element} aria-level={2} aria-expanded={!isClosed} className="row task" data-row={`task-${id}`}>
      <GripCell canDrag={canEdit} />
      <PickCell row={row} name={name} isSelected={isSelected} actions={actions} />
      <td className="name">
        <div className="line">
          <FoldButton row={row} isClosed={isClosed} what={`the milestones of ${name}`} actions={actions} />
          <NameCell row={row} name={name} version={task.version} canEdit={canEdit} isEditing={isEditing} actions={actions} />
          <button
            type="button"
            className={description ? 'icon-button muted' : 'icon-button muted quiet'}
            data-cell="details"
            title={description || 'Description and account code'}
            aria-label={`Details of ${name}`}
            onClick={() => actions.details(id)}
          >
            <Icon name="description" size={16} />
          </button>
        </div>
      </td>
      <td className="facts state muted">{sayMilestoneProgress(milestones)}</td>
      <td className="facts muted" colSpan={2} title={account_code ? `Account code ${account_code}` : undefined}>
        {sayBudget(task)}
      </td>
      <td className="why">
        {open_issues > 0 ? <span className="text-error">{sayCount(open_issues, 'issue')} to be resolved</span> : null}
      </td>
      <td className="acts">
        <div className="line">{canEdit ? <RowButtons row={row} name={name} adds="milestone" actions={actions} /> : null}</div>
      </td>
    </tr>
  );
});
