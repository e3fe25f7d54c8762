import type { QueryClient } from '@tanstack/react-query';

/** Runs, shots and control points name each other, so what changes one may change what the cache says of the others. */
export async function forgetSites(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/sites/') });
}
