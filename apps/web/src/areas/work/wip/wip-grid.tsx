import type { JobWip, WipTask } from '@dmse/contract/wip/wip';
import { sumCents } from '@dmse/domain/money/cents';
import type { WipState } from '@dmse/domain/states/wip';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { formatCents } from '../../../parts/text/money-text.tsx';
import type { GroupNode, RowRef } from '../board/work-data.ts';
import { rowKey } from '../board/work-data.ts';
import { FoldButton } from '../work-grid/fold-button.tsx';
import type { GridActions } from '../work-grid/grid-actions.ts';
import { readGridKey } from '../work-grid/grid-keys.ts';
import { sayHours } from '../work-grid/say-hours.ts';
import { gridStyle } from '../work-grid/work-grid-style.ts';
import type { WipSelection } from './use-wip-selection.ts';
import { Figure, WipTaskRow } from './wip-task-row.tsx';

const HEADS = ['Hours', 'Budget (CAD)', 'Billed (CAD)', 'WIP (CAD)', 'Hold (CAD)'];
const STYLE = gridStyle('30px minmax(0, 1fr) 90px repeat(4, 120px)');

export type WipGridProps = {
  wip: JobWip;
  nodes: readonly GroupNode[];
  /** The states of the entries that are shown. */
  states: readonly WipState[];
  closed: ReadonlySet<string>;
  toggle: GridActions['toggle'];
  selection: WipSelection | null;
};

/** Everything together. */
function TotalRow({ wip: { job, tasks, total } }: Pick<WipGridProps, 'wip'>) {
  return (
    <tr className="row total">
      <td className="pick" />
      <td className="name">Total</td>
      <td className="facts number hours">{sayHours(tasks.reduce((sum, { minutes }) => sum + minutes, 0))}</td>
      <td className="facts number">
        <span className="phone-label">Budget </span>
        {formatCents(sumCents(tasks.map(({ budget_amount }) => budget_amount)), true)}
      </td>
      <Figure figure="billed" label="Billed" cents={total.billed} of={job.num} />
      <Figure figure="wip" label="WIP" cents={total.wip} of={job.num} />
      <Figure figure="hold" label="Hold" cents={total.hold} of={job.num} />
    </tr>
  );
}

/** What each task may cost, what was billed, what waits to be billed and what is held back. */
export function WipGrid({ wip, nodes, states, closed, toggle, selection }: WipGridProps) {
  const [opened, setOpened] = useState<readonly number[]>([]);
  const sums = new Map(wip.tasks.map((row) => [row.task?.id ?? 0, row]));
  const isOpen = ({ kind, id }: RowRef) => (kind === 'task' ? opened.includes(id) : !closed.has(rowKey({ kind, id })));
  function fold(row: RowRef): void {
    if (row.kind === 'task') setOpened(opened.includes(row.id) ? opened.filter((id) => id !== row.id) : [...opened, row.id]);
    else toggle(row);
  }
  const taskRow = (row: WipTask) => {
    const id = row.task?.id ?? 0;
    return (
      <WipTaskRow
        key={`task-${id}`}
        job={wip.job.id}
        row={row}
        states={states}
        isOpen={opened.includes(id)}
        onToggle={() => fold({ kind: 'task', id })}
        selection={selection}
      />
    );
  };

  return (
    <Box
      component="table"
      role="treegrid"
      aria-label="Work in progress"
      data-selecting={selection && selection.items.size > 0 ? '' : undefined}
      onKeyDown={(event) => readGridKey(event, { fold: (row, isClosed) => isOpen(row) === isClosed && fold(row) })}
      sx={STYLE}
    >
      <thead>
        <tr className="row head">
          <th scope="col">
            <span className="hidden">Selection</span>
          </th>
          <th scope="col">Task</th>
          {HEADS.map((title) => (
            <th key={title} scope="col" className="number">
              {title}
            </th>
          ))}
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
                  <FoldButton row={row} isClosed={!isShown} what={`the tasks of ${group.name}`} actions={{ toggle: fold }} />
                  <span className="cell">{group.name}</span>
                </div>
              </td>
              <td className="facts" colSpan={5} />
            </tr>,
            ...(isShown ? tasks : []).flatMap(({ id }) => {
              const found = sums.get(id);
              return found ? [taskRow(found)] : [];
            }),
          ];
        })}
        {wip.tasks.filter(({ task }) => task === null).map(taskRow)}
        <TotalRow wip={wip} />
      </tbody>
    </Box>
  );
}
