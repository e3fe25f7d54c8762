import { z } from 'zod';
import { EnteredDate, LocalDate } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';

const Period = z.strictObject({ date_from: EnteredDate.optional(), date_to: EnteredDate.optional() });
export const exportJournal = endpoint({
  get: '/api/invoices/journal/csv/',
  query: Period,
  response: 'file',
  needs: 'ledger.check',
  heavy: true,
  summary: 'The journal as CSV, a line for each account of a posting',
});
export const exportTrialBalance = endpoint({
  get: '/api/invoices/trial-balance/csv/',
  query: Period,
  response: 'file',
  needs: 'ledger.check',
  summary: 'The trial balance as CSV',
});

const Lock = z.object({ locked_through: LocalDate.nullable(), version: z.int() });
export const getAccountingLock = endpoint({
  get: '/api/invoices/lock/',
  response: Lock,
  needs: 'ledger.check',
  summary: 'The day through which the books are closed',
});
export const setAccountingLock = endpoint({
  post: '/api/invoices/lock/',
  body: z.strictObject({ locked_through: EnteredDate.nullable() }),
  confirm: true,
  response: Lock,
  needs: 'ledger.close',
  summary: 'Close the books through a day, or open them again',
});
