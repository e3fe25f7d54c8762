import type { WipTask } from '@dmse/contract/wip/wip';
import type { WipFigure, WipState } from '@dmse/domain/states/wip';
import { formatCents } from '../../../parts/text/money-text.tsx';
import { FoldButton } from '../work-grid/fold-button.tsx';
import { sayHours } from '../work-grid/say-hours.ts';
import { ExplainButton } from './explain-button.tsx';
import type { TaskKey } from './use-explain.ts';
import type { WipSelection } from './use-wip-selection.ts';
import { WipItemRows } from './wip-item-rows.tsx';

export type FigureProps = { figure: WipFigure; label: string; cents: number; of: string; task?: TaskKey | undefined };

/** A sum of a task or of the job, which opens what it is made of. */
export function Figure({ figure, label, cents, of, task }: FigureProps) {
  return (
    <td className="facts number">
      <span className="phone-label">{label} </span>
      {cents === 0 ? '–' : <ExplainButton figure={figure} label={`${label} of ${of}`} text={formatCents(cents, true)} task={task} />}
    </td>
  );
}

export type WipTaskRowProps = {
  job: number;
  row: WipTask;
  states: readonly WipState[];
  isOpen: boolean;
  onToggle: () => void;
  /** Left out for whoever may not act on the work. */
  selection: WipSelection | null;
};

/** A task by its money. It begins folded: its figures are what is looked for, its entries are there when asked for. */
export function WipTaskRow({ job, row, states, isOpen, onToggle, selection }: WipTaskRowProps) {
  const task: TaskKey = row.task?.id ?? null;
  const name = row.task?.name ?? 'On no task';
  const isWhole = selection?.whole.has(task) ?? false;
  return (
    <>
      <tr aria-level={2} aria-expanded={isOpen} className="row task" data-row={`task-${task ?? 0}`}>
        <td className="pick">
          {selection && row.ready + row.hold !== 0 ? (
            <input
              type="checkbox"
              data-cell="pick"
              className={isWhole ? undefined : 'quiet'}
              aria-label={`Select the WIP of ${name}`}
              checked={isWhole}
              onChange={(event) => selection.selectTask(task, event.target.checked)}
            />
          ) : null}
        </td>
        <td className="name">
          <div className="line">
            <FoldButton
              row={{ kind: 'task', id: task ?? 0 }}
              isClosed={!isOpen}
              what={`the entries of ${name}`}
              actions={{ toggle: onToggle }}
            />
            <span className="cell" title={name}>
              {name}
            </span>
          </div>
        </td>
        <td className="facts number hours">{sayHours(row.minutes)}</td>
        <td className="facts number">
          <span className="phone-label">Budget </span>
          {formatCents(row.budget_amount, true)}
        </td>
        <Figure figure="billed" label="Billed" cents={row.billed} of={name} task={task} />
        <Figure figure="wip" label="WIP" cents={row.wip} of={name} task={task} />
        <Figure figure="hold" label="Hold" cents={row.hold} of={name} task={task} />
      </tr>
      {isOpen ? <WipItemRows job={job} task={task} states={states} selection={selection} /> : null}
    </>
  );
}
