import type { QueryClient } from '@tanstack/react-query';
import { invalidateArea } from '../../api/invalidate.ts';

/** What was paid changes what is owed on invoices and by clients. */
export async function refreshPayments(client: QueryClient): Promise<void> {
  for (const area of ['payments', 'invoices', 'clients'] as const) await invalidateArea(client, area);
}
