import type { Job } from '@dmse/contract/jobs/job';
import { lazyPanel, lazyPart } from '../../../parts/lazy-part.tsx';
import { Can } from '../../../session/can.tsx';

// Each tab brings its own code: whoever plans work does not wait for the editor of memos.
const TasksTab = lazyPanel(() => import('../../work/task/tasks-tab.tsx').then((file) => file.TasksTab));
const BudgetTab = lazyPanel(() => import('../../work/budget/budget-tab.tsx').then((file) => file.BudgetTab));
const ReadinessPanel = lazyPart(() => import('./readiness-panel.tsx').then((file) => file.ReadinessPanel));
const MemosTab = lazyPanel(() => import('../../memos/memo/memos-tab.tsx').then((file) => file.MemosTab));

type JobTabProps = { job: Job };
const isReadOnly = ({ can_edit, is_editable }: Job) => !(can_edit && is_editable);

export function JobTasks({ job }: JobTabProps) {
  return <TasksTab owner={{ job: job.id }} num={job.num} isReadOnly={isReadOnly(job)} />;
}
export function JobBudget({ job }: JobTabProps) {
  return (
    <>
      <Can do="amounts.see">
        <ReadinessPanel job={job} />
      </Can>
      <BudgetTab owner={{ job: job.id }} isReadOnly={isReadOnly(job)} />
    </>
  );
}
export function JobMemos({ job }: JobTabProps) {
  return <MemosTab owner={{ job: job.id }} num={job.num} />;
}
