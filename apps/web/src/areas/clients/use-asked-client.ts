import { getClient } from '@dmse/contract/clients/client';
import { useSearch } from '@tanstack/react-router';
import { useCall } from '../../api/use-call.ts';

export type AskedClient = { id: number; name: string };

/**
 * The client on whose page "New job" or "New contact" was pressed, from the address. Undefined until it has been read; null where none is
 * named, or there is none of that number.
 */
export function useAskedClient(): AskedClient | null | undefined {
  const { client } = useSearch({ strict: false }) as { client?: string | number };
  const isNamed = /^[1-9]\d*$/.test(String(client ?? ''));
  const { data, isError } = useCall(getClient, { id: Number(client) }, { enabled: isNamed, retry: false });
  if (!isNamed || isError) return null;
  return data ? { id: data.id, name: data.name } : undefined;
}
