import type { Job } from '@dmse/contract/jobs/job';
import { MemosTab } from '../memos/memos-tab.tsx';
import { BudgetTab } from '../work/budget-tab.tsx';
import { TasksTab } from '../work/tasks-tab.tsx';

type JobTabProps = { job: Job };
const isReadOnly = ({ can_edit, is_editable }: Job) => !(can_edit && is_editable);

export function JobTasks({ job }: JobTabProps) {
  return <TasksTab owner={{ job: job.id }} num={job.num} isReadOnly={isReadOnly(job)} />;
}
export function JobBudget({ job }: JobTabProps) {
  return <BudgetTab owner={{ job: job.id }} isReadOnly={isReadOnly(job)} />;
}
export function JobMemos({ job }: JobTabProps) {
  return <MemosTab owner={{ job: job.id }} num={job.num} />;
}
