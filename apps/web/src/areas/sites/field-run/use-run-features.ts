import type { Endpoint, Page } from '@dmse/contract/endpoint';
import { listPipes, type Pipe } from '@dmse/contract/sites/pipe';
import { listShots, type Shot } from '@dmse/contract/sites/shot';
import { useQuery } from '@tanstack/react-query';
import { callAny } from '../../../api/call.ts';

const PER_PAGE = 200;

/** Every page of a list, one after the other: a map and a long section need all of a run. */
async function fetchAll(endpoint: Endpoint, input: object, signal: AbortSignal): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const asked = { ...input, page, page_size: PER_PAGE };
    const answer = (await callAny(endpoint, asked, undefined, { signal })) as Page<unknown>;
    all.push(...answer.results);
    if (all.length >= answer.count || answer.results.length === 0) return all;
  }
}

function useAll<Row>(endpoint: Endpoint, run: string) {
  const input = { field_run: run, is_deleted: false, ordering: 'created_on' };
  return useQuery({
    queryKey: [endpoint.path, input, 'all'],
    queryFn: async ({ signal }) => (await fetchAll(endpoint, input, signal)) as Row[],
  });
}

/** All living shots of a run. */
export function useRunShots(run: string) {
  return useAll<Shot>(listShots, run);
}

/** All living pipes of a run. */
export function useRunPipes(run: string) {
  return useAll<Pipe>(listPipes, run);
}
