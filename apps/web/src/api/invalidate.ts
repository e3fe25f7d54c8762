import type { Endpoint } from '@dmse/contract/endpoint';
import type { QueryClient } from '@tanstack/react-query';

/**
 * Asks anew for everything of an area. Its records name each other (a client its contacts, a job its milestones and memos), so what
 * changes one may change what the cache says of the others.
 */
export async function invalidateArea(
  client: QueryClient,
  area: 'clients' | 'jobs' | 'sites' | 'timesheet' | 'expenses' | 'wip' | 'invoices' | 'payments' | 'xero',
): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(`/api/${area}/`) });
}

/** The same for the area of a call: `/api/clients/contact/:id/` is one of `clients`. */
export async function invalidateAreaOf(client: QueryClient, { path }: Endpoint): Promise<void> {
  const area = path.split('/', 3).join('/');
  await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(`${area}/`) });
}
