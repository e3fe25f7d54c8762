import type { Task } from '@dmse/contract/work/task';
import type { TaskGroup } from '@dmse/contract/work/task-group';
import { STAMPS } from './stamps.ts';

export function buildTaskGroup(change: Partial<TaskGroup> = {}): TaskGroup {
  return { id: 1, job: 5, quote: null, name: 'Work', order: 'a0', ...STAMPS, ...change };
}

export function buildTask({ id = 1, ...change }: Partial<Task> = {}): Task {
  return {
    ...{ id, task_group: 1, job: 5, quote: null, name: `Task ${id}`, description: '', template: null, account_code: '', order: 'a0' },
    ...{ milestones: [], budget_minutes: 0, actual_minutes: 0, open_issues: 0, ...STAMPS, ...change },
  };
}
