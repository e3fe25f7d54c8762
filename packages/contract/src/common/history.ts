import { z } from 'zod';
import { Id, Instant, PersonRef } from './fields.ts';

/** One thing that happened to a record, as a sentence and as its parts. Names and labels, never ids. */
export const HistoryEntry = z.object({
  id: Id,
  at: Instant,
  by: PersonRef.nullable(),
  action: z.string(),
  sentence: z.string(),
  changes: z.array(z.object({ field: z.string(), label: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const HistoryQuery = z.strictObject({ page: z.int().min(1).optional(), page_size: z.int().min(1).max(200).optional() });
