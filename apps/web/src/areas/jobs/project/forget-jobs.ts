import type { QueryClient } from '@tanstack/react-query';

/** Jobs, quotes, their work and their memos name each other, so what changes one may change what the cache says of the others. */
export async function forgetJobs(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/jobs/') });
}
