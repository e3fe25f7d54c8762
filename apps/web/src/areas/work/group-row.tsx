import type { TaskGroup } from '@dmse/contract/work/task-group';
import { memo } from 'react';
import { FoldButton } from './fold-button.tsx';
import type { GridActions } from './grid-actions.ts';
import { GripCell } from './grip-cell.tsx';
import { NameCell } from './name-cell.tsx';
import { RowButtons } from './row-buttons.tsx';
import { useRowDrag } from './use-row-drag.ts';
import type { RowRef } from './work-data.ts';

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
