import { updateMilestone } from '@dmse/contract/work/milestone';
import { fieldsOf } from '../../../records/record.ts';
import type { WorkNoun } from '../work-record/work-record.ts';
import * as milestones from './milestone.queries.ts';

export const milestoneNoun: WorkNoun<'milestone'> = {
  noun: 'milestone',
  table: 'milestone',
  nameOf: (row) => String(row.name),
  titleOf: async (row, { tx }) => `milestone ${row.name} of task ${await milestones.findTaskName(tx, row.task as number)}`,
  places: ['order', 'task'],
  fields: fieldsOf(updateMilestone.declaration.body.shape, {
    assigned_user: async (value, { tx }) => (await milestones.findPerson(tx, value as number))?.full_name ?? null,
    task: (value, { tx }) => milestones.findTaskName(tx, value as number),
    template: (value, { tx }) => milestones.findTemplateName(tx, value as number),
    depends_on: async (value, { tx }) => (await milestones.findNames(tx, value as number[])).join(', ') || 'nothing',
  }),
};
