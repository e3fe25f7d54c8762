import { z } from 'zod';
import { Id } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';
import { QUOTE_TEXT_DETAILS } from '../settings/office.ts';

/** What the screens of jobs, quotes and work choose from. Rates and costs are not in here. */
export const JobSettings = z.object({
  job_types: z.array(z.object({ name: z.string() })),
  disciplines: z.array(z.string()),
  lost_reasons: z.array(z.string()),
  milestone_templates: z.array(z.object({ id: Id, name: z.string() })),
  task_templates: z.array(z.object({ id: Id, name: z.string(), description: z.string(), milestones: z.array(z.string()) })),
  job_roles: z.array(z.object({ id: Id, name: z.string() })),
  disbursement_types: z.array(z.object({ id: Id, name: z.string(), unit: z.string() })),
  account_codes: z.array(z.object({ code: z.string(), name: z.string() })),
  memo_snippets: z.array(z.object({ name: z.string(), title: z.string(), text: z.string() })),
  quote_texts: z.object({
    introduction: z.string(),
    terms: z.string(),
    acceptance: z.string(),
    introduction_fr: z.string(),
    terms_fr: z.string(),
    acceptance_fr: z.string(),
    valid_days: z.int(),
    detail: z.enum(QUOTE_TEXT_DETAILS),
  }),
  historical_company_relevant_fields: z.record(z.string(), z.array(z.string())),
  /** Whether "create folders" can work: a drive is configured. */
  has_drive: z.boolean(),
});
export type JobSettings = z.infer<typeof JobSettings>;

export const getJobSettings = endpoint({
  get: '/api/jobs/settings/',
  response: JobSettings,
  needs: 'jobs.look_up',
  summary: 'What jobs, quotes and work choose from',
});
