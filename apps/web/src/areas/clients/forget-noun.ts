import type { QueryClient } from '@tanstack/react-query';

/** Clients and contacts name each other, so what changes one may change what the cache says of the other. */
export async function forgetClients(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/clients/') });
}
