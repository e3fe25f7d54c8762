import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge';
import { labelOf } from '@dmse/contract/common/field';
import { milestoneFields } from '@dmse/contract/work/milestone';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import { type MouseEvent, type ReactNode, useDeferredValue, useEffect, useRef } from 'react';
import { type GroupNode, type RowRef, readRowKey, rowKey } from '../board/work-data.ts';
import { MilestoneRow } from '../milestone/milestone-row.tsx';
import { GroupRow } from '../task/group-row.tsx';
import { TaskRow } from '../task/task-row.tsx';
import type { GridActions } from './grid-actions.ts';
import { type ChangingKeys, type GridKeys, readGridKey } from './grid-keys.ts';
import { useGridFocus } from './use-grid-focus.ts';
import { readDragged } from './use-row-drag.ts';
import { gridStyle } from './work-grid-style.ts';

const HEADS: readonly { title: string; width: string; isHidden?: true }[] = [
  { title: 'Move', width: '22px', isHidden: true },
  { title: 'Selection', width: '30px', isHidden: true },
  { title: 'Milestone', width: 'minmax(0, 1fr)' },
  { title: labelOf(milestoneFields.state), width: '104px' },
  { title: labelOf(milestoneFields.assigned_user), width: '16%' },
  { title: labelOf(milestoneFields.due_date), width: '108px' },
  { title: 'Blocked', width: '20%' },
  { title: 'Actions', width: '70px', isHidden: true },
];
const STYLE = gridStyle(HEADS.map(({ width }) => width).join(' '));

const FIRST_ROWS = 40;

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
  /** The task that gets new milestones just now. */
  adding: number | null;
  /** Rows under a task: the line for a new milestone, or what is said when there is none. */
  below: (task: number) => ReactNode;
  actions: GridActions;
  keys: ChangingKeys;
  onDrop: (source: RowRef, target: RowRef, edge: 'top' | 'bottom') => void;
};

/** Groups, tasks and milestones as one list with three levels; moved by dragging or by keys. */
export function WorkGrid(props: WorkGridProps) {
  const { label, nodes, why, today, canEdit, toucher, closed, selected, editing, adding, below, actions, keys, onDrop } = props;
  const grid = useRef<HTMLTableElement>(null);
  const edited = editing ? rowKey(editing) : null;

  // What fits a window is drawn at once and can be worked with; hundreds of rows below it follow when there is time.
  const limit = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_ROWS);

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

  const adds = adding === null ? null : rowKey({ kind: 'task', id: adding });
  const { follow, ...focus } = useGridFocus(grid, nodes, edited ?? adds);
  const own: GridKeys = canEdit
    ? {
        ...keys,
        step: (row, by) => {
          follow();
          keys.step(row, by);
        },
      }
    : { fold: keys.fold, select: keys.select };

  /** Ctrl and a click select a row wherever it is clicked, Shift and a click everything up to it. */
  function selectByClick(event: MouseEvent<HTMLElement>): void {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    const key = (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row;
    const row = key ? readRowKey(key) : null;
    if (!row || row.kind === 'group' || target instanceof HTMLInputElement || !(ctrlKey || metaKey || shiftKey)) return;
    event.preventDefault();
    event.stopPropagation();
    actions.select(row, shiftKey || !selected.has(rowKey(row)), shiftKey);
  }

  return (
    <Box
      ref={grid}
      component="table"
      role="treegrid"
      aria-label={label}
      data-selecting={selected.size > 0 ? '' : undefined}
      onKeyDown={(event) => readGridKey(event, own)}
      onClickCapture={selectByClick}
      {...focus}
      sx={STYLE}
    >
      <thead>
        <tr className="row head">
          {HEADS.map(({ title, isHidden }) => (
            <th key={title} scope="col">
              {isHidden ? <span className="hidden">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{nodes.flatMap(drawGroup).slice(0, limit)}</tbody>
    </Box>
  );

  function drawGroup({ group, tasks }: GroupNode): ReactNode[] {
    const key = rowKey({ kind: 'group', id: group.id });
    const isClosed = closed.has(key);
    const count = sayCount(tasks.length, 'task');
    return [
      <GroupRow key={key} group={group} count={count} isClosed={isClosed} canEdit={canEdit} isEditing={edited === key} actions={actions} />,
      ...(isClosed ? [] : tasks.flatMap(drawTask)),
    ];
  }

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
