import type { Task } from '@dmse/contract/work/task';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { formatCents } from '../../parts/text/money-text.tsx';
import { FoldButton } from './fold-button.tsx';
import type { GridActions } from './grid-actions.ts';
import { PickCell } from './pick-cell.tsx';
import { sayHours } from './say-hours.ts';
import { type GroupNode, type RowRef, rowKey } from './work-data.ts';
import { gridStyle } from './work-grid-style.ts';

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
    <td className="facts number" title={isUnknown ? `${label}: ${NO_TIME}` : undefined}>
      <span className="phone-label">{label} </span>
      {isUnknown ? '–' : formatCents(cents, true)}
      {isUnknown ? <span className="hidden">{NO_TIME}</span> : null}
    </td>
  );
}

type TaskLineProps = Pick<WipGridProps, 'seesAmounts' | 'selected' | 'actions'> & { task: Task };

/** A task begins folded here: its figures are what is looked for, its entries are there when asked for. */
function TaskLine({ task, seesAmounts, selected, actions }: TaskLineProps) {
  const row: RowRef = { kind: 'task', id: task.id };
  const [isClosed, setClosed] = useState(true);
  return (
    <>
      <tr aria-level={2} aria-expanded={!isClosed} className="row task" data-row={rowKey(row)}>
        <PickCell row={row} name={task.name} isSelected={selected.has(rowKey(row))} actions={actions} />
        <td className="name">
          <div className="line">
            <FoldButton
              row={row}
              isClosed={isClosed}
              what={`the time entries of ${task.name}`}
              actions={{ toggle: () => setClosed(!isClosed) }}
            />
            <span className="cell" title={task.name}>
              {task.name}
            </span>
          </div>
        </td>
        <td className="facts number">{sayHours(task.budget_minutes)}</td>
        {seesAmounts ? (
          <>
            <Figure label="Budget" cents={task.budget_amount} />
            <Figure label="Billed" cents={task.billed} />
            <Figure label="WIP" cents={task.wip} />
            <Figure label="Hold" cents={task.hold} />
          </>
        ) : null}
      </tr>
      {isClosed ? null : (
        <tr aria-level={3} className="row add">
          <td className="pick" />
          <td className="name muted" colSpan={6}>
            <div className="line">{NO_TIME}.</div>
          </td>
        </tr>
      )}
    </>
  );
}

/** What each task may cost, what was billed, what waits to be billed and what is held back. */
export function WipGrid({ nodes, ...lines }: WipGridProps) {
  const { seesAmounts, closed, actions, selected } = lines;
  return (
    <Box component="table" role="treegrid" aria-label="Work in progress" data-selecting={selected.size > 0 ? '' : undefined} sx={gridStyle}>
      <thead>
        <tr className="row head">
          <th scope="col" style={{ width: 36 }}>
            <span className="hidden">Selection</span>
          </th>
          <th scope="col">Task</th>
          <th scope="col" className="number" style={{ width: 90 }}>
            Hours
          </th>
          {seesAmounts
            ? ['Budget', 'Billed', 'WIP', 'Hold'].map((title) => (
                <th key={title} scope="col" className="number" style={{ width: 120 }}>
                  {title} (CAD)
                </th>
              ))
            : null}
        </tr>
      </thead>
      <tbody>
        {nodes.map(({ group, tasks }) => {
          const row: RowRef = { kind: 'group', id: group.id };
          const isClosed = closed.has(rowKey(row));
          return [
            <tr key={rowKey(row)} aria-level={1} aria-expanded={!isClosed} className="row group" data-row={rowKey(row)}>
              <td className="pick" />
              <td className="name">
                <div className="line">
                  <FoldButton row={row} isClosed={isClosed} what={`the tasks of ${group.name}`} actions={actions} />
                  <span className="cell">{group.name}</span>
                </div>
              </td>
              <td className="facts" colSpan={seesAmounts ? 5 : 1} />
            </tr>,
            ...(isClosed ? [] : tasks.map((task) => <TaskLine key={`task-${task.id}`} task={task} {...lines} />)),
          ];
        })}
      </tbody>
    </Box>
  );
}
