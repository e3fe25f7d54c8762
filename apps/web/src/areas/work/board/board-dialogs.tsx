import { endSentence } from '@dmse/domain/text/history-sentence';
import { shiftDependants } from '@dmse/domain/work/shift-due-dates';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { DependenciesDialog } from '../milestone/dependencies-dialog.tsx';
import { ShiftDialog } from '../milestone/shift-dialog.tsx';
import { AddTaskDialog } from '../task/add-task-dialog.tsx';
import { CopyDialog } from '../task/copy-dialog.tsx';
import { CopyFromDialog } from '../task/copy-from-dialog.tsx';
import { MoveDialog } from '../task/move-dialog.tsx';
import { RemoveDialog } from '../task/remove-dialog.tsx';
import { TaskDialog } from '../task/task-dialog.tsx';
import type { Board } from './use-board.ts';
import type { WorkChoices } from './work-choices.ts';
import { findMilestone, findTask, type WorkData, type WorkOwner } from './work-data.ts';
import type { Planned } from './work-plan.ts';

export type BoardDialogsProps = {
  board: Board;
  owner: WorkOwner;
  num: string;
  data: WorkData;
  plan: readonly Planned[];
  choices: WorkChoices;
  canEdit: boolean;
  toucher: number | null;
  /** Goes to another page. */
  onGo: (path: string) => void;
};

/** The dialog that is open, if any. */
export function BoardDialogs({ board, owner, num, data, plan, choices, canEdit, toucher, onGo }: BoardDialogsProps) {
  const { dialog, setDialog, changes, save, move, clearSelection } = board;
  const onClose = () => setDialog(null);
  if (!dialog) return null;

  if (dialog.is === 'move')
    return <MoveDialog row={dialog.row} data={data} onMove={(place) => move(dialog.row, place, true)} onClose={onClose} />;
  if (dialog.is === 'remove') return <RemoveDialog row={dialog.row} data={data} plan={plan} changes={changes} onClose={onClose} />;
  if (dialog.is === 'add task')
    return (
      <AddTaskDialog
        owner={owner}
        data={data}
        templates={choices.task_templates}
        group={dialog.group}
        run={changes.run}
        onAdded={([first, ...others]) =>
          showToast({
            text: others.length === 0 ? endSentence(`Added task ${first!.name}`) : `Added ${others.length + 1} tasks.`,
            icon: 'check',
            colour: 'success',
          })
        }
        onClose={onClose}
      />
    );
  if (dialog.is === 'copy')
    return (
      <CopyDialog
        source={dialog.source}
        owner={owner}
        num={num}
        canStay={canEdit}
        run={changes.run}
        onCopied={({ num: to, path, isHere }) => {
          clearSelection();
          const action = isHere ? undefined : { label: 'Open', run: () => onGo(path) };
          showToast({ text: endSentence(`Copied ${dialog.source.title} to ${to}`), icon: 'check', colour: 'success', action });
        }}
        onClose={onClose}
      />
    );
  if (dialog.is === 'copy from')
    return (
      <CopyFromDialog
        owner={owner}
        num={num}
        run={changes.run}
        onCopied={(what, from) => showToast({ text: endSentence(`Copied ${what} from ${from}`), icon: 'check', colour: 'success' })}
        onClose={onClose}
      />
    );
  if (dialog.is === 'details') {
    const task = findTask(data, dialog.id);
    if (!task) return null;
    const isTheirs = toucher !== null && task.milestones.some(({ assigned_user }) => assigned_user?.id === toucher);
    return (
      <TaskDialog
        task={task}
        account_codes={choices.account_codes}
        canEdit={canEdit}
        canDescribe={canEdit || isTheirs}
        onSave={async (patch, version) => {
          await changes.change({ kind: 'task', id: task.id }, patch, { version });
          showToast({ text: 'Saved.', icon: 'check', colour: 'success' });
        }}
        onClose={onClose}
      />
    );
  }

  const milestone = findMilestone(data, dialog.id);
  if (!milestone) return null;
  const row = { kind: 'milestone' as const, id: milestone.id };
  if (dialog.is === 'dependencies')
    return (
      <DependenciesDialog milestone={milestone} data={data} plan={plan} onSave={(patch) => changes.change(row, patch)} onClose={onClose} />
    );
  const shifts = shiftDependants(plan, { id: milestone.id, from: milestone.due_date, to: dialog.to }).map((shift) => ({
    ...shift,
    name: findMilestone(data, shift.id)?.name ?? '',
  }));
  return (
    <ShiftDialog
      name={milestone.name}
      to={dialog.to}
      shifts={shifts}
      onChoose={(shift_dependants) => {
        onClose();
        const patch = { due_date: dialog.to, ...(shift_dependants ? { shift_dependants } : {}) };
        void save(row, patch, 'Updated due date.', { due_date: dialog.to });
      }}
      onClose={onClose}
    />
  );
}
