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
export type PayrollColumn = (typeof PAYROLL_COLUMNS)[number];

/** How each is called: above the column in the file, and where the columns are chosen. */
export const PAYROLL_HEADINGS: Record<PayrollColumn, string> = {
  employee: 'Employee',
  username: 'Username',
  date: 'Date',
  hours: 'Hours',
  overhead_code: 'Payroll code',
  overhead_name: 'Overhead',
  job: 'Job',
  task: 'Task',
  job_role: 'Job role',
  is_billable: 'Billable',
  note: 'Note',
  entry: 'Entry number',
};

const ROUNDING_TEXT: Record<string, string> = { up: 'up to the next step', nearest: 'to the nearest step', down: 'down to the last step' };
export const sayTimerRounding = (rounding: unknown) => ROUNDING_TEXT[String(rounding)] ?? String(rounding);

export const TimesheetRules = z.strictObject({
  entry_step: field(z.literal(ENTRY_STEPS, 'Use 1, 5, 6, 10, 15, 30 or 60 minutes.'), 'Step of time entries', { unit: 'min' }),
  timer_rounding: field(z.enum(TIMER_ROUNDINGS), 'A stopped timer is rounded', { text: sayTimerRounding }),
  payroll_columns: field(
    z
      .array(z.enum(PAYROLL_COLUMNS))
      .min(1, 'Keep at least one column.')
      .max(PAYROLL_COLUMNS.length)
      .refine((names) => new Set(names).size === names.length, 'Each column may stand only once.'),
    'Columns of the payroll export',
    { text: (names) => (names as PayrollColumn[]).map((name) => PAYROLL_HEADINGS[name]).join(', ') },
  ),
});

/** The sections about time; a Timesheet Admin keeps them too. */
export const TIME_SECTIONS = { timesheet: TimesheetRules } as const;
