import { useQuery } from '@tanstack/react-query';
import { countUnsynced } from '../../session/unsynced.ts';

/** How many field items wait on this device; undefined until counted. */
export function useUnsynced(): number | undefined {
  return useQuery({ queryKey: ['device', 'unsynced'], queryFn: countUnsynced, networkMode: 'always', staleTime: 0 }).data;
}
