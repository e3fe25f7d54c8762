import type { QueryClient } from '@tanstack/react-query';

/** Asks anew for what the screens show of historical files. */
export async function refreshHistoricals(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/jobs/historicalfile/') });
}
