import { sumCents } from '@dmse/domain/money/cents';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { formatCents } from '../../../parts/text/money-text.tsx';
import { FoldButton } from '../work-grid/fold-button.tsx';
import type { GridActions } from '../work-grid/grid-actions.ts';
import { readGridKey } from '../work-grid/grid-keys.ts';
import { sayHours } from '../work-grid/say-hours.ts';
import { gridStyle } from '../work-grid/work-grid-style.ts';
import { WipTaskRow } from './wip-task-row.tsx';
import { type GroupNode, type RowRef, rowKey } from './work-data.ts';

const AMOUNTS = ['Budget', 'Billed', 'WIP', 'Hold'];
const STYLE = gridStyle('30px minmax(0, 1fr) 90px');
const STYLE_WITH_AMOUNTS = gridStyle('30px minmax(0, 1fr) 90px repeat(4, 120px)');

export type WipGridProps = {
  nodes: readonly GroupNode[];
  /** Absent figures are those the person may not see; the columns are left out. */
  seesAmounts: boolean;
  closed: ReadonlySet<string>;
  selected: ReadonlySet<string>;
  actions: Pick<GridActions, 'toggle' | 'select'>;
};

/** Everything together. What has no figure in any task has none here either. */
function TotalRow({ nodes, seesAmounts }: Pick<WipGridProps, 'nodes' | 'seesAmounts'>) {
  const tasks = nodes.flatMap((node) => node.tasks);
  const minutes = tasks.reduce((sum, task) => sum + task.budget_minutes, 0);
  const amount = sumCents(tasks.map((task) => task.budget_amount ?? 0));
  return (
    <tr className="row total">
      <td className="pick" />
      <td className="name">Total</td>
      <td className="facts number hours">{sayHours(minutes)}</td>
      {seesAmounts ? (
        <>
          <td className="facts number">
            <span className="phone-label">Budget </span>
            {formatCents(amount, true)}
          </td>
          {AMOUNTS.slice(1).map((title) => (
            <td key={title} className="facts number wide">
              –
            </td>
          ))}
        </>
      ) : null}
    </tr>
  );
}

/** What each task may cost, what was billed, what waits to be billed and what is held back. */
export function WipGrid({ nodes, seesAmounts, closed, selected, actions }: WipGridProps) {
  const [opened, setOpened] = useState<readonly number[]>([]);
  const isOpen = ({ kind, id }: RowRef) => (kind === 'task' ? opened.includes(id) : !closed.has(rowKey({ kind, id })));
  function toggle(row: RowRef): void {
    if (row.kind === 'task') setOpened(opened.includes(row.id) ? opened.filter((id) => id !== row.id) : [...opened, row.id]);
    else actions.toggle(row);
  }
  const own = { select: actions.select, toggle };

  return (
    <Box
      component="table"
      role="treegrid"
      aria-label="Work in progress"
      data-selecting={selected.size > 0 ? '' : undefined}
      onKeyDown={(event) => readGridKey(event, { fold: (row, isClosed) => isOpen(row) === isClosed && toggle(row) })}
      sx={seesAmounts ? STYLE_WITH_AMOUNTS : STYLE}
    >
      <thead>
        <tr className="row head">
          <th scope="col">
            <span className="hidden">Selection</span>
          </th>
          <th scope="col">Task</th>
          <th scope="col" className="number">
            Hours
          </th>
          {seesAmounts
            ? AMOUNTS.map((title) => (
                <th key={title} scope="col" className="number">
                  {title} (CAD)
                </th>
              ))
            : null}
        </tr>
      </thead>
      <tbody>
        {nodes.map(({ group, tasks }) => {
          const row: RowRef = { kind: 'group', id: group.id };
          const isShown = isOpen(row);
          return [
            <tr key={rowKey(row)} aria-level={1} aria-expanded={isShown} className="row group" data-row={rowKey(row)}>
              <td className="pick" />
              <td className="name">
                <div className="line">
                  <FoldButton row={row} isClosed={!isShown} what={`the tasks of ${group.name}`} actions={own} />
                  <span className="cell">{group.name}</span>
                </div>
              </td>
              <td className="facts" colSpan={seesAmounts ? 5 : 1} />
            </tr>,
            ...(isShown ? tasks : []).map((task) => (
              <WipTaskRow
                key={`task-${task.id}`}
                task={task}
                seesAmounts={seesAmounts}
                isOpen={opened.includes(task.id)}
                isSelected={selected.has(`task-${task.id}`)}
                actions={own}
              />
            )),
          ];
        })}
        <TotalRow nodes={nodes} seesAmounts={seesAmounts} />
      </tbody>
    </Box>
  );
}
