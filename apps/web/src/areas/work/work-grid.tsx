import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge';
import Box from '@mui/material/Box';
import { type ReactNode, useEffect, useRef } from 'react';
import type { GridActions } from './grid-actions.ts';
import { focusRow, type GridKeys, readGridKey } from './grid-keys.ts';
import { GroupRow } from './group-row.tsx';
import { MilestoneRow } from './milestone-row.tsx';
import { TaskRow } from './task-row.tsx';
import { readDragged } from './use-row-drag.ts';
import { type GroupNode, type RowRef, rowKey } from './work-data.ts';
import { gridStyle } from './work-grid-style.ts';

const HEADS: readonly { title: string; width?: number | string; isHidden?: true }[] = [
  { title: 'Move', width: 30, isHidden: true },
  { title: 'Selection', width: 30, isHidden: true },
  { title: 'Milestone' },
  { title: 'State', width: 104 },
  { title: 'Assignment', width: '16%' },
  { title: 'Due date', width: 108 },
  { title: 'Blocked', width: '20%' },
  { title: 'Actions', width: 76, isHidden: true },
];

export type WorkGridProps = {
  label: string;
  nodes: readonly GroupNode[];
  /** Why each blocked milestone is blocked. */
  why: ReadonlyMap<number, string>;
  today: string;
  canEdit: boolean;
  /** Whose milestones may be touched where nothing else may; null: nobody's. */
  toucher: number | null;
  closed: ReadonlySet<string>;
  selected: ReadonlySet<string>;
  editing: RowRef | null;
  /** Rows under a task: the line for a new milestone, or what is said when there is none. */
  below: (task: number) => ReactNode;
  actions: GridActions;
  keys: GridKeys;
  onDrop: (source: RowRef, target: RowRef, edge: 'top' | 'bottom') => void;
};

/** Groups, tasks and milestones as one list with three levels; moved by dragging or by keys. */
export function WorkGrid(props: WorkGridProps) {
  const { label, nodes, why, today, canEdit, toucher, closed, selected, editing, below, actions, keys, onDrop } = props;
  const grid = useRef<HTMLTableElement>(null);
  const edited = editing ? rowKey(editing) : null;

  const drop = useRef(onDrop);
  drop.current = onDrop;
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => readDragged(source.data) !== null,
        onDrop: ({ source, location }) => {
          const over = location.current.dropTargets[0];
          const [row, target] = [readDragged(source.data), over ? readDragged(over.data) : null];
          if (row && over && target) drop.current(row, target, extractClosestEdge(over.data) === 'top' ? 'top' : 'bottom');
        },
      }),
    [],
  );

  // A row that moves by keys takes the focus along: the browser drops it when the row's place on the page changes.
  const moved = useRef<{ key: string; cell: string | undefined } | null>(null);
  useEffect(() => {
    if (moved.current && document.activeElement === document.body) focusRow(grid.current, moved.current.key, moved.current.cell);
  });
  const stepping: GridKeys = {
    ...keys,
    step: (row, by) => {
      moved.current = { key: rowKey(row), cell: (document.activeElement as HTMLElement | null)?.dataset.cell };
      keys.step(row, by);
    },
  };

  return (
    <Box
      ref={grid}
      component="table"
      role="treegrid"
      aria-label={label}
      data-selecting={selected.size > 0 ? '' : undefined}
      onKeyDown={(event) => readGridKey(event, stepping)}
      sx={gridStyle}
    >
      <thead>
        <tr className="row head">
          {HEADS.map(({ title, width, isHidden }) => (
            <th key={title} scope="col" style={{ width }}>
              {isHidden ? <span className="hidden">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {nodes.flatMap(({ group, tasks }) => {
          const key = rowKey({ kind: 'group', id: group.id });
          const isClosed = closed.has(key);
          const count = tasks.length === 1 ? '1 task' : `${tasks.length} tasks`;
          return [
            <GroupRow
              key={key}
              group={group}
              count={count}
              isClosed={isClosed}
              canEdit={canEdit}
              isEditing={edited === key}
              actions={actions}
            />,
            ...(isClosed ? [] : tasks.flatMap((task) => drawTask(task))),
          ];
        })}
      </tbody>
    </Box>
  );

  function drawTask(task: GroupNode['tasks'][number]): ReactNode[] {
    const key = rowKey({ kind: 'task', id: task.id });
    const isClosed = closed.has(key);
    const head = (
      <TaskRow
        key={key}
        task={task}
        isClosed={isClosed}
        canEdit={canEdit}
        isSelected={selected.has(key)}
        isEditing={edited === key}
        actions={actions}
      />
    );
    if (isClosed) return [head];
    const lines = task.milestones.map((milestone) => {
      const own = rowKey({ kind: 'milestone', id: milestone.id });
      return (
        <MilestoneRow
          key={own}
          milestone={milestone}
          why={why.get(milestone.id) ?? ''}
          today={today}
          canEdit={canEdit}
          canTouch={canEdit || (toucher !== null && milestone.assigned_user?.id === toucher)}
          isSelected={selected.has(own)}
          isEditing={edited === own}
          actions={actions}
        />
      );
    });
    return [head, ...lines, below(task.id)];
  }
}
