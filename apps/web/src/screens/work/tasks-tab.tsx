import { listTasks } from '@dmse/contract/work/task';
import { useCall } from '../../api/use-call.ts';
import { EmptyState } from '../../parts/notice/empty-state.tsx';

export type TasksTabProps = { owner: { job: number } | { quote: number }; num: string; isReadOnly: boolean };

/** The work of a job or quote: groups, tasks and milestones. */
export function TasksTab({ owner, num, isReadOnly }: TasksTabProps) {
  const tasks = useCall(listTasks, { ...owner, page_size: 200 });
  return <EmptyState icon="checklist" title={`${tasks.data?.count ?? 0} tasks of ${num}`} text={isReadOnly ? 'It may not be changed.' : ''} />;
}
