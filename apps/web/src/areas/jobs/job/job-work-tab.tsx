import type { Job } from '@dmse/contract/jobs/job';
import { lazy } from 'react';
import { Can } from '../../../session/can.tsx';

// Each tab brings its own code: whoever plans work does not wait for the editor of memos.
const TasksTab = lazy(() => import('../../work/task/tasks-tab.tsx').then((file) => ({ default: file.TasksTab })));
const BudgetTab = lazy(() => import('../../work/budget/budget-tab.tsx').then((file) => ({ default: file.BudgetTab })));
const ReadinessPanel = lazy(() => import('./readiness-panel.tsx').then((file) => ({ default: file.ReadinessPanel })));
const MemosTab = lazy(() => import('../../memos/memo/memos-tab.tsx').then((file) => ({ default: file.MemosTab })));

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
