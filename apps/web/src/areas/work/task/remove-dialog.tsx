import { removeMilestone } from '@dmse/contract/work/milestone';
import { removeTask } from '@dmse/contract/work/task';
import { removeTaskGroup } from '@dmse/contract/work/task-group';
import { endSentence } from '@dmse/domain/text/history-sentence';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { call } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import type { WorkChanges } from '../board/work-changes.ts';
import { findRow, findTask, type RowRef, type WorkData } from '../board/work-data.ts';
import type { Planned } from '../board/work-plan.ts';
import { sayHours } from '../work-grid/say-hours.ts';

export type RemoveDialogProps = { row: RowRef; data: WorkData; plan: readonly Planned[]; changes: WorkChanges; onClose: () => void };

const REMOVES = { group: removeTaskGroup, task: removeTask, milestone: removeMilestone };
const NOUNS = { group: 'task group', task: 'task', milestone: 'milestone' };

function count(number: number, one: string, many: string): string {
  return number === 1 ? one : many.replace('#', String(number));
}

/** What goes with a row when it goes. */
function sayLoss({ kind, id }: RowRef, data: WorkData, plan: readonly Planned[]): string {
  if (kind === 'group') return 'The group holds no tasks, so nothing else goes with it.';
  const task = kind === 'task' ? findTask(data, id) : undefined;
  const gone = new Set(task ? task.milestones.map((milestone) => milestone.id) : [id]);
  const waiting = plan.filter((other) => !gone.has(other.id) && other.depends_on.some((one) => gone.has(one)));
  return [
    kind === 'milestone' ? 'Its budget goes with it.' : '',
    task && gone.size > 0 ? `${count(gone.size, 'Its milestone goes', 'Its # milestones go')} with it.` : '',
    task && task.budget_minutes > 0 ? `So does its budget of ${sayHours(task.budget_minutes)}.` : '',
    waiting.length > 0
      ? `${count(waiting.length, `“${waiting[0]!.name}” waits`, '# other milestones wait')} for it and will not any more.`
      : '',
    'This cannot be undone.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Asks before a row is deleted, and says what goes with it. */
export function RemoveDialog({ row, data, plan, changes, onClose }: RemoveDialogProps) {
  const name = findRow(data, row)?.name ?? '';
  const inside = row.kind === 'group' ? data.tasks.filter((task) => task.task_group === row.id).length : 0;
  const noun = NOUNS[row.kind];
  if (inside > 0)
    return (
      <Dialog open title={`Delete ${name}?`} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
        <Typography sx={{ color: 'text.secondary' }}>
          {name} still holds {count(inside, 'a task', '# tasks')}: move or delete {count(inside, 'it', 'them')} first.
        </Typography>
      </Dialog>
    );
  async function remove(): Promise<void> {
    await changes.run(() => call(REMOVES[row.kind], { id: row.id }));
    showToast({ text: endSentence(`Deleted ${noun} ${name}`), icon: 'check', colour: 'success' });
  }
  return (
    <ConfirmDialog open isDestructive title={`Delete ${name}?`} verb={`Delete ${noun}`} onConfirm={remove} onClose={onClose}>
      {sayLoss(row, data, plan)}
    </ConfirmDialog>
  );
}
