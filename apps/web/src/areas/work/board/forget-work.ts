import type { QueryClient } from '@tanstack/react-query';

/** Milestones stand in lists over all jobs, in their task and in the job's figures: what changes one is asked for anew everywhere. */
export async function forgetWork(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/jobs/') });
}
