import { TABLE_FORMATS } from '@dmse/domain/text/table';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { EnteredDate, Id, Instant, LocalDate, Minutes, PersonRef } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';

const Period = z.strictObject({ from: field(EnteredDate, 'First day'), to: field(EnteredDate, 'Last day') });

/** What payroll was given of an entry, or would be given now. */
const Line = z.object({ date: LocalDate, minutes: Minutes, overhead_code: z.object({ id: Id, name: z.string() }).nullable() });

/** `before` is null for what is new, `after` for what is gone. */
export const PayrollChange = z.object({ entry: Id, user: PersonRef, before: Line.nullable(), after: Line.nullable() });
export type PayrollChange = z.infer<typeof PayrollChange>;

const Sums = { lines: z.int(), people: z.int(), minutes: Minutes };

/**
 * A day belongs to the last export that covers it. `changed` counts what is otherwise now than this export told payroll, on the days that
 * are its own.
 */
export const PayrollExport = z.object({
  id: Id,
  from: LocalDate,
  to: LocalDate,
  ...Sums,
  changed: z.int(),
  created_on: Instant,
  created_by: PersonRef.nullable(),
});
export type PayrollExport = z.infer<typeof PayrollExport>;

/** At most this many changes are named; `changed` counts them all. */
export const MAX_PAYROLL_CHANGES = 500;

export const listPayrollExports = endpoint({
  get: '/api/timesheet/export/',
  query: z.strictObject({ page: z.int().min(1).optional(), page_size: z.int().min(1).max(200).optional() }),
  page: PayrollExport,
  needs: 'time.admin',
  summary: 'What was exported for payroll, the newest first, and how much has changed since',
});
export const previewPayrollExport = endpoint({
  get: '/api/timesheet/export/preview/',
  query: Period,
  response: z.object({
    ...Sums,
    /** Not approved yet, and so left out. */
    waiting: z.object({ people: z.int(), minutes: Minutes }),
    changed: z.int(),
    changes: z.array(PayrollChange),
  }),
  needs: 'time.admin',
  summary: 'What an export of some days would hold, what it would leave out, and what has changed on days exported before',
});
export const createPayrollExport = endpoint({
  post: '/api/timesheet/export/',
  body: Period,
  response: PayrollExport,
  status: 201,
  needs: 'time.admin',
  summary: 'Export the approved time of some days for payroll; its approval can no longer be taken back',
});
export const getPayrollExport = endpoint({
  get: '/api/timesheet/export/:id/',
  response: PayrollExport.extend({ changes: z.array(PayrollChange) }),
  needs: 'time.admin',
  summary: 'An export, with what has changed since',
});
export const getPayrollFile = endpoint({
  get: '/api/timesheet/export/:id/file/',
  query: z.strictObject({ format: z.enum(TABLE_FORMATS).optional() }),
  response: 'file',
  needs: 'time.admin',
  heavy: true,
  summary: 'What was exported, as CSV or as an Excel workbook, with the columns of the setting',
});
