import type { TaskGroup } from '@dmse/contract/work/task-group';
import { memo } from 'react';
import type { RowRef } from '../board/work-data.ts';
import { FoldButton } from '../work-grid/fold-button.tsx';
import type { GridActions } from '../work-grid/grid-actions.ts';
import { GripCell } from '../work-grid/grip-cell.tsx';
import { NameCell } from '../work-grid/name-cell.tsx';
import { RowButtons } from '../work-grid/row-buttons.tsx';
import { useRowDrag } from '../work-grid/use-row-drag.ts';

export type GroupRowProps = {
  group: TaskGroup;
  /** "3 tasks" */
  count: string;
  isClosed: boolean;
  canEdit: boolean;
  isEditing: boolean;
  actions: GridActions;
};

/** A group of tasks. */
export const GroupRow = memo(function GroupRow({ group, count, isClosed, canEdit, isEditing, actions }: GroupRowProps) {
  const { id, name } = group;
  const row: RowRef = { kind: 'group', id };
  const element = useRowDrag('group', id, canEdit);
  return (
    <tr ref={element} aria-level={1} aria-expanded={!isClosed} className="row group" data-row={`group-${id}`}>
      <GripCell canDrag={canEdit} />
      <td className="pick" />
      <td className="name">
        <div className="line">
          <FoldButton row={row} isClosed={isClosed} what={`the tasks of ${name}`} actions={actions} />
          <NameCell row={row} name={name} version={group.version} canEdit={canEdit} isEditing={isEditing} actions={actions} />
        </div>
      </td>
      <td className="facts state muted">{count}</td>
      <td className="facts" />
      <td className="facts" />
      <td className="why" />
      <td className="acts">
        <div className="line">{canEdit ? <RowButtons row={row} name={name} adds="task" actions={actions} /> : null}</div>
      </td>
    </tr>
  );
});
