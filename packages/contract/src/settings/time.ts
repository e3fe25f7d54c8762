import { ENTRY_STEPS } from '@dmse/domain/time/entry-time';
import { TIMER_ROUNDINGS } from '@dmse/domain/time/timer';
import { z } from 'zod';
import { field } from '../common/field.ts';

/** What payroll can be given of an entry, in the order of the setting. */
export const PAYROLL_COLUMNS = [
  'employee',
  'username',
  'date',
  'hours',
  'overhead_code',
  'overhead_name',
  'job',
  'task',
  'job_role',
  'is_billable',
  'note',
  'entry',
] as const;

export const TimesheetRules = z.strictObject({
  entry_step: field(z.literal(ENTRY_STEPS, 'Use 1, 5, 6, 10, 15, 30 or 60 minutes.'), 'Step of time entries', { unit: 'min' }),
  timer_rounding: field(z.enum(TIMER_ROUNDINGS), 'A stopped timer is rounded'),
  payroll_columns: field(
    z
      .array(z.enum(PAYROLL_COLUMNS))
      .min(1, 'Keep at least one column.')
      .refine((names) => new Set(names).size === names.length, 'Each column may stand only once.'),
    'Columns of the payroll export',
  ),
});

/** The sections about time; a Timesheet Admin keeps them too. */
export const TIME_SECTIONS = { timesheet: TimesheetRules } as const;
