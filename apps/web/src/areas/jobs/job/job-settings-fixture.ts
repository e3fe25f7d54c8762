import type { JobSettings } from '@dmse/contract/jobs/settings';

/** What a firm that has just begun chooses from, with what the story needs. */
export function buildJobSettings(change: Partial<JobSettings> = {}): JobSettings {
  return {
    job_types: [],
    disciplines: ['SURVEYING'],
    lost_reasons: [],
    milestone_templates: [],
    task_templates: [],
    job_roles: [],
    disbursement_types: [],
    account_codes: [],
    memo_snippets: [],
    quote_texts: {
      introduction: '',
      terms: '',
      acceptance: '',
      introduction_fr: '',
      terms_fr: '',
      acceptance_fr: '',
      valid_days: 30,
      detail: 'by task',
    },
    historical_company_relevant_fields: {},
    has_drive: false,
    ...change,
  };
}
