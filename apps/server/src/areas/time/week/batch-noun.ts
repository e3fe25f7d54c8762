import { updateTimeBatch } from '@dmse/contract/time/week';
import { proseDate } from '@dmse/domain/dates/local-date';
import { fieldsOf, type Noun } from '../../../records/record.ts';

/** A week of somebody's time as its history names it. */
export const batchNoun: Noun<'time_batch'> = {
  noun: 'timesheet',
  table: 'time_batch',
  nameOf: ({ first_day, number }) => `week of ${proseDate(String(first_day))}${number === 1 ? '' : `, supplement ${Number(number) - 1}`}`,
  fields: fieldsOf(updateTimeBatch.declaration.body.shape),
};
