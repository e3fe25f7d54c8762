import { createMilestone } from '@dmse/contract/work/milestone';
import { createTaskGroup } from '@dmse/contract/work/task-group';
import { endSentence } from '@dmse/domain/text/history-sentence';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ReactNode, useMemo } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useQuestion } from '../../../parts/dialog/use-question.tsx';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { VISUALLY_HIDDEN } from '../../../parts/visually-hidden.ts';
import { AddMilestoneRow } from '../milestone/add-milestone-row.tsx';
import type { Invoicing } from '../wip/wip-actions.tsx';
import { WipBoard } from '../wip/wip-board.tsx';
import { WorkGrid } from '../work-grid/work-grid.tsx';
import { BoardDialogs } from './board-dialogs.tsx';
import { BoardMenus, type StartTimer } from './board-menus.tsx';
import { BoardSelection } from './board-selection.tsx';
import { useBoard } from './use-board.ts';
import type { WorkChoices } from './work-choices.ts';
import { findTask, groupTasks, rowKey, type WorkData, type WorkOwner } from './work-data.ts';
import { dropPlace } from './work-places.ts';
import { planWork, sayBlocked, type WorkFacts } from './work-plan.ts';
import { WorkToolbar } from './work-toolbar.tsx';

export type WorkMode = 'milestones' | 'wip';

export type WorkBoardProps = {
  owner: WorkOwner;
  num: string;
  data: WorkData;
  facts: WorkFacts;
  choices: WorkChoices;
  today: string;
  mode: WorkMode;
  canEdit: boolean;
  /** May write work somewhere, if not here. */
  canCopy: boolean;
  /** Whose milestones may be touched where nothing else may be changed. */
  toucher: number | null;
  /** Where the person enters time and the job takes it. */
  onStartTimer?: StartTimer | undefined;
  /** Where the person puts work on invoices. */
  invoicing?: Invoicing | undefined;
  modeSwitch?: ReactNode;
  reports: ReactNode;
  onGo: (path: string) => void;
};

/** The work of a job or quote, to be planned and followed. */
export function WorkBoard(props: WorkBoardProps) {
  const { owner, num, data, facts, choices, today, mode, canEdit, canCopy, toucher, modeSwitch, reports, onGo, onStartTimer } = props;
  const board = useBoard(owner);
  const { ask, dialog: question } = useQuestion();
  const nodes = useMemo(() => groupTasks(data), [data]);
  const plan = useMemo(() => planWork(data), [data]);
  const why = useMemo(() => sayBlocked(plan, facts), [plan, facts]);
  const { closed, selected, changes, actions } = board;
  const taskKeys = data.tasks.map(({ id }) => rowKey({ kind: 'task', id }));
  const isAllClosed = taskKeys.length > 0 && taskKeys.every((key) => closed.has(key));

  async function addGroup(): Promise<void> {
    const answer = await ask({ title: 'Add task group', label: 'Name', verb: 'Add group' });
    if (!answer) return;
    try {
      const { name } = await changes.run(() => call(createTaskGroup, {}, { ...owner, name: answer.words }));
      showToast({ text: endSentence(`Added group ${name}`), icon: 'check', colour: 'success' });
    } catch (error) {
      showProblem(error);
    }
  }
  function below(id: number): ReactNode {
    const task = findTask(data, id);
    if (task && board.adding === id)
      return (
        <AddMilestoneRow
          key={`add-${id}`}
          task={task}
          templates={choices.milestone_templates}
          onAdd={(name, template) =>
            changes.run(() => call(createMilestone, {}, { task: id, name, ...(template === undefined ? {} : { template }) }))
          }
          onClose={board.stopAdding}
        />
      );
    if (!task || task.milestones.length > 0) return null;
    return (
      <tr key={`empty-${id}`} aria-level={3} className="row add">
        <td className="grip" />
        <td className="pick" />
        <td className="name muted" colSpan={6}>
          <div className="line">
            No milestones yet.
            {canEdit ? (
              <button type="button" className="cell link" onClick={() => actions.addTo({ kind: 'task', id })}>
                Add milestone
              </button>
            ) : null}
          </div>
        </td>
      </tr>
    );
  }

  const toolbar = (
    <WorkToolbar
      mode={modeSwitch}
      reports={reports}
      isAllClosed={isAllClosed}
      canEdit={canEdit}
      // Folding leaves the groups open: what is looked for is the list of tasks.
      onFold={mode === 'wip' || nodes.length === 0 ? undefined : () => board.fold(isAllClosed ? [] : taskKeys)}
      onCopyFrom={() => board.setDialog({ is: 'copy from' })}
      onAddGroup={() => void addGroup()}
      onAddTask={() => board.setDialog({ is: 'add task' })}
    />
  );
  const empty = (
    <EmptyState
      icon="checklist"
      title="No tasks yet."
      text={canEdit ? 'A task from a template brings its milestones, budget and account code.' : 'Nobody has planned this work yet.'}
    >
      {canEdit ? (
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', justifyContent: 'center' }}>
          <Button variant="contained" onClick={() => board.setDialog({ is: 'add task' })}>
            Add the first task
          </Button>
          <Button variant="outlined" onClick={() => board.setDialog({ is: 'copy from' })}>
            Copy from another job or quote
          </Button>
        </Stack>
      ) : null}
    </EmptyState>
  );

  return (
    <Stack sx={{ gap: 3 }}>
      {toolbar}
      {mode === 'milestones' ? <BoardSelection board={board} data={data} canEdit={canEdit} toucher={toucher} canCopy={canCopy} /> : null}
      {nodes.length === 0 ? empty : null}
      {nodes.length > 0 && mode === 'wip' && 'job' in owner ? (
        <WipBoard job={owner.job} nodes={nodes} closed={closed} toggle={actions.toggle} invoicing={props.invoicing} />
      ) : null}
      {nodes.length > 0 && mode === 'milestones' ? (
        <WorkGrid
          label={`Work of ${num}`}
          nodes={nodes}
          why={why}
          today={today}
          canEdit={canEdit}
          toucher={toucher}
          closed={closed}
          selected={selected}
          editing={canEdit ? board.editing : null}
          adding={board.adding}
          below={below}
          actions={actions}
          keys={board.keys}
          onDrop={(source, target, edge) => board.move(source, dropPlace(data, source, target, edge, closed.has(rowKey(target))), true)}
        />
      ) : null}
      <BoardMenus board={board} data={data} plan={plan} canEdit={canEdit} onStartTimer={onStartTimer} />
      <BoardDialogs
        board={board}
        owner={owner}
        num={num}
        data={data}
        plan={plan}
        choices={choices}
        canEdit={canEdit}
        toucher={toucher}
        onGo={onGo}
      />
      {question}
      <Box role="status" sx={VISUALLY_HIDDEN}>
        {board.said}
      </Box>
    </Stack>
  );
}
