import type { TimeEntry } from './entry-rules.ts';

/** An entry of Joe's for tests: two and a half hours on a job, in order as it is. */
export function entry(change: Partial<TimeEntry> = {}): TimeEntry {
  return {
    user: 3,
    date: '2026-03-04',
    job: 5,
    task: 51,
    milestone: null,
    overhead_code: null,
    minutes: 150,
    job_role: 1,
    note: 'Deed search',
    is_billable: true,
    start: null,
    end: null,
    field_run: null,
    ...change,
  };
}
