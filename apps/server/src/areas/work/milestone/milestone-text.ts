import { proseDate } from '@dmse/domain/dates/local-date';
import type { WorkNoun } from '../work-record/work-record.ts';
import * as milestones from './milestone.queries.ts';

export const milestoneNoun: WorkNoun<'milestone'> = {
  noun: 'milestone',
  table: 'milestone',
  nameOf: (row) => String(row.name),
  titleOf: async (row, { tx }) => `milestone ${row.name} of task ${await milestones.findTaskName(tx, row.task as number)}`,
  places: ['order', 'task'],
  fields: {
    name: 'Name',
    state: 'State',
    due_date: { label: 'Due date', words: (value) => proseDate(value as string) },
    assigned_user: {
      label: 'Assignment',
      words: async (value, { tx }) => (await milestones.findPerson(tx, value as number))?.full_name ?? null,
    },
    task: { label: 'Task', words: (value, { tx }) => milestones.findTaskName(tx, value as number) },
    template: { label: 'Template', words: (value, { tx }) => milestones.findTemplateName(tx, value as number) },
    is_parallel: 'In parallel',
    depends_on: {
      label: 'Waits for',
      words: async (value, { tx }) => (await milestones.findNames(tx, value as number[])).join(', ') || 'nothing',
    },
    order: { label: 'Order', words: () => null },
  },
};
