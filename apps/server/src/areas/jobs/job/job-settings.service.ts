import type { JobSettings } from '@dmse/contract/jobs/settings';
import { isWorkAccount } from '@dmse/domain/expenses/accounts';
import { DEPARTMENTS } from '@dmse/domain/jobs/departments';
import type { Context } from '../../../call/context.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as lists from './job-settings.queries.ts';

/** Everything the screens of jobs, quotes and work choose from, in one answer. No rate and no cost is in it. */
export async function getJobSettings({ tx }: Context): Promise<JobSettings> {
  const { job_types, lost_reasons, historical_company_relevant_fields } = await getSection(tx, 'job_lists');
  const { drive } = await getSection(tx, 'folder_template');
  return {
    job_types: job_types.map((name) => ({ name })),
    disciplines: [...DEPARTMENTS],
    lost_reasons,
    milestone_templates: await lists.listMilestoneTemplates(tx),
    task_templates: await lists.listTaskTemplates(tx),
    job_roles: await lists.listRoles(tx),
    disbursement_types: await lists.listDisbursementTypes(tx),
    account_codes: (await getSection(tx, 'account_codes')).accounts.filter(isWorkAccount),
    memo_snippets: (await getSection(tx, 'memo_texts')).snippets,
    quote_texts: await getSection(tx, 'quote_texts'),
    historical_company_relevant_fields,
    has_drive: drive !== '',
  };
}
