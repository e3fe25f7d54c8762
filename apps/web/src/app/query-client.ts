import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ProblemError, UnreachableError } from '../api/problem-error.ts';
import { isOnline, markReachable, probeServer } from '../session/connection.ts';

const MAX_RETRIES = 2;

/** A refusal will be refused again; a server that stumbled or could not be reached is worth another try. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures >= MAX_RETRIES) return false;
  return error instanceof ProblemError ? error.status >= 500 : error instanceof UnreachableError && isOnline();
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // What the device was asked about itself says nothing about the server.
      onSuccess: (_, query) => {
        if (String(query.queryKey[0]).startsWith('/api/')) markReachable();
      },
      onError: (error) => {
        if (error instanceof UnreachableError) void probeServer();
      },
    }),
    defaultOptions: { queries: { staleTime: 30_000, retry: isWorthRetrying }, mutations: { networkMode: 'always' } },
  });
}
