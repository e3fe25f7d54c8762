import type { Job } from '@dmse/contract/jobs/job';
import type { Quote } from '@dmse/contract/jobs/quote';
import { STAMPS } from './stamps.ts';

/** What the answers of a job and of a quote have in common. */
export const PROJECT: Pick<Job, Exclude<keyof Job & keyof Quote, 'id' | 'num' | 'state'>> = {
  ...{ desc: 'Lot 7', long_desc: '', client: null, client_name: '', project_manager: null, discipline: [], job_types: [] },
  ...{ client_contact: null, billing_contact: null, project_leads: [], billing_type: 'hourly', location: null, inbox_address: '' },
  ...{ folder_url: '', is_editable: true, can_edit: true, open_issues: 0, ...STAMPS },
};
