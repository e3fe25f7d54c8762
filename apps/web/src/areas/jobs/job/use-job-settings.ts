import { getJobSettings, type JobSettings } from '@dmse/contract/jobs/settings';
import { useCall } from '../../../api/use-call.ts';

/** What jobs, quotes and work choose from; it hardly changes while one works. */
export function useJobSettings(): JobSettings | undefined {
  return useCall(getJobSettings, {}, { staleTime: 300_000 }).data;
}
