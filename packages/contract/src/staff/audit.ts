import { z } from 'zod';
import { EnteredDate, UserId } from '../common/fields.ts';
import { HistoryEntry } from '../common/history.ts';
import { endpoint } from '../endpoint.ts';

export const AuditEntry = HistoryEntry.extend({ noun: z.string(), record_id: z.string(), record_name: z.string() });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const searchHistory = endpoint({
  get: '/api/staff/history/',
  query: z.strictObject({
    query: z.string().max(200).optional(),
    noun: z.string().max(60).optional(),
    by: UserId.optional(),
    from: EnteredDate.optional(),
    to: EnteredDate.optional(),
    page: z.int().min(1).optional(),
    page_size: z.int().min(1).max(200).optional(),
  }),
  page: AuditEntry,
  needs: 'history.search',
  summary: 'Search everything that was ever changed',
});
