import { entryFields } from '@dmse/contract/time/entry';
import { sayDuration } from '@dmse/domain/dates/duration';
import { proseDate } from '@dmse/domain/dates/local-date';
import type { Context } from '../../../call/context.ts';
import { fieldsOf, type Noun } from '../../../records/record.ts';
import { findName } from './entry.queries.ts';

const nameFrom =
  (table: 'task' | 'milestone' | 'overhead_code' | 'job_role') =>
  (id: unknown, { tx }: Pick<Context, 'tx'>) =>
    findName(tx, table, Number(id));

export const entryNoun: Noun<'time_entry'> = {
  noun: 'time entry',
  table: 'time_entry',
  nameOf: ({ date, minutes }) => `${sayDuration(Number(minutes))} on ${proseDate(String(date))}`,
  fields: fieldsOf(entryFields, {
    job: (id, { tx }) => findName(tx, 'job', Number(id)),
    task: nameFrom('task'),
    milestone: nameFrom('milestone'),
    overhead_code: nameFrom('overhead_code'),
    job_role: nameFrom('job_role'),
    field_run: () => 'a field run',
  }),
};
