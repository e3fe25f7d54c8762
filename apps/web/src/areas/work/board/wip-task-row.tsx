import type { Task } from '@dmse/contract/work/task';
import { formatCents } from '../../../parts/text/money-text.tsx';
import { FoldButton } from '../work-grid/fold-button.tsx';
import type { GridActions } from '../work-grid/grid-actions.ts';
import { PickCell } from '../work-grid/pick-cell.tsx';
import { sayHours } from '../work-grid/say-hours.ts';
import { type RowRef, rowKey } from './work-data.ts';

/** Why there is no figure, said beside each dash for those who point at it or hear it. */
const NO_TIME = 'No time entries yet';

export type WipTaskRowProps = {
  task: Task;
  seesAmounts: boolean;
  isOpen: boolean;
  isSelected: boolean;
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

/** A task by its money. It begins folded: its figures are what is looked for, its entries are there when asked for. */
export function WipTaskRow({ task, seesAmounts, isOpen, isSelected, actions }: WipTaskRowProps) {
  const row: RowRef = { kind: 'task', id: task.id };
  const what = `the time entries of ${task.name}`;
  return (
    <>
      <tr aria-level={2} aria-expanded={isOpen} className="row task" data-row={rowKey(row)}>
        <PickCell row={row} name={task.name} isSelected={isSelected} actions={actions} />
        <td className="name">
          <div className="line">
            <FoldButton row={row} isClosed={!isOpen} what={what} actions={actions} />
            <span className="cell" title={task.name}>
              {task.name}
            </span>
          </div>
        </td>
        <td className="facts number hours">{sayHours(task.budget_minutes)}</td>
        {seesAmounts ? (
          <>
            <Figure label="Budget" cents={task.budget_amount} />
            <Figure label="Billed" cents={task.billed} />
            <Figure label="WIP" cents={task.wip} />
            <Figure label="Hold" cents={task.hold} />
          </>
        ) : null}
      </tr>
      {isOpen ? (
        <tr aria-level={3} className="row add">
          <td className="pick" />
          <td className="name muted" colSpan={seesAmounts ? 6 : 2}>
            <div className="line">{NO_TIME}.</div>
          </td>
        </tr>
      ) : null}
    </>
  );
}
