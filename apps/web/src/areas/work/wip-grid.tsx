import type { Task } from '@dmse/contract/work/task';
import Box from '@mui/material/Box';
import { formatCents } from '../../parts/text/money-text.tsx';
import { FoldButton } from './fold-button.tsx';
import type { GridActions } from './grid-actions.ts';
import { PickCell } from './pick-cell.tsx';
import { sayHours } from './say-hours.ts';
import { type GroupNode, type RowRef, rowKey } from './work-data.ts';
import { gridStyle } from './work-grid-style.ts';

const COLUMNS = '24px minmax(200px, 1fr) 90px 120px 120px 120px 120px';
const STYLE = gridStyle(COLUMNS);

/** Why there is no figure, said beside each dash for those who point at it or hear it. */
const NO_TIME = 'No time entries yet';

export type WipGridProps = {
  nodes: readonly GroupNode[];
  /** Absent figures are those the person may not see; the columns are left out. */
  seesAmounts: boolean;
  closed: ReadonlySet<string>;
  selected: ReadonlySet<string>;
  actions: Pick<GridActions, 'toggle' | 'select'>;
};

function Figure({ label, cents }: { label: string; cents: number | null | undefined }) {
  const isUnknown = cents === null || cents === undefined;
  return (
    <span role="gridcell" className="facts number" title={isUnknown ? `${label}: ${NO_TIME}` : undefined}>
      <span className="phone-label">{label} </span>
      {isUnknown ? <span aria-label={`– ${NO_TIME}`}>–</span> : formatCents(cents, true)}
    </span>
  );
}

function TaskLine({ task, seesAmounts, closed, selected, actions }: Omit<WipGridProps, 'nodes'> & { task: Task }) {
  const row: RowRef = { kind: 'task', id: task.id };
  const isClosed = closed.has(rowKey(row));
  return (
    <>
      <div role="row" aria-level={2} aria-expanded={!isClosed} className="row task" data-row={rowKey(row)}>
        <PickCell row={row} name={task.name} isSelected={selected.has(rowKey(row))} actions={actions} />
        <span role="gridcell" className="name">
          <FoldButton row={row} isClosed={isClosed} what={`the time entries of ${task.name}`} actions={actions} />
          <span className="cell" title={task.name}>
            {task.name}
          </span>
        </span>
        <span role="gridcell" className="facts number">
          {sayHours(task.budget_minutes)}
        </span>
        {seesAmounts ? (
          <>
            <Figure label="Budget" cents={task.budget_amount} />
            <Figure label="Billed" cents={task.billed} />
            <Figure label="WIP" cents={task.wip} />
            <Figure label="Hold" cents={task.hold} />
          </>
        ) : null}
      </div>
      {isClosed ? null : (
        <div role="row" aria-level={3} className="row add">
          <span role="gridcell" className="pick" />
          <span role="gridcell" className="name muted">
            {NO_TIME}.
          </span>
        </div>
      )}
    </>
  );
}

/** What each task may cost, what was billed, what waits to be billed and what is held back. */
export function WipGrid({ nodes, ...lines }: WipGridProps) {
  const { seesAmounts, closed, actions, selected } = lines;
  return (
    <Box role="treegrid" aria-label="Work in progress" data-selecting={selected.size > 0 ? '' : undefined} sx={STYLE}>
      <div role="row" className="row head">
        <span role="columnheader">
          <span className="hidden">Selection</span>
        </span>
        <span role="columnheader">Task</span>
        <span role="columnheader" className="number">
          Hours
        </span>
        {seesAmounts
          ? ['Budget', 'Billed', 'WIP', 'Hold'].map((title) => (
              <span key={title} role="columnheader" className="number">
                {title} (CAD)
              </span>
            ))
          : null}
      </div>
      {nodes.map(({ group, tasks }) => {
        const row: RowRef = { kind: 'group', id: group.id };
        const isClosed = closed.has(rowKey(row));
        return [
          <div key={rowKey(row)} role="row" aria-level={1} aria-expanded={!isClosed} className="row group" data-row={rowKey(row)}>
            <span role="gridcell" className="pick" />
            <span role="gridcell" className="name">
              <FoldButton row={row} isClosed={isClosed} what={`the tasks of ${group.name}`} actions={actions} />
              <span className="cell">{group.name}</span>
            </span>
          </div>,
          ...(isClosed ? [] : tasks.map((task) => <TaskLine key={`task-${task.id}`} task={task} {...lines} />)),
        ];
      })}
    </Box>
  );
}
