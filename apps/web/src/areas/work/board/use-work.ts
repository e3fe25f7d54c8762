import type { Endpoint, Page } from '@dmse/contract/endpoint';
import { listTasks } from '@dmse/contract/work/task';
import { listTaskGroups } from '@dmse/contract/work/task-group';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { callAny } from '../../../api/call.ts';
import type { WorkData, WorkOwner } from './work-data.ts';

const PAGE = 200;

/** The cache key of all work of a job or quote; it begins like every other reading of work, so that all are asked for anew together. */
export function workKey(owner: WorkOwner): readonly unknown[] {
  return [listTasks.path, { ...owner, is_whole: true }];
}

async function listAll<Row>(endpoint: Endpoint, owner: WorkOwner, signal: AbortSignal): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const input = { ...owner, page, page_size: PAGE };
    const { count, results } = (await callAny(endpoint, input, undefined, { signal })) as Page<Row>;
    rows.push(...results);
    if (results.length === 0 || rows.length >= count) return rows;
  }
}

/** Groups, tasks and milestones of a job or quote, all of them. `isPaused` leaves the reading to whoever needs it first. */
export function useWork(owner: WorkOwner, isPaused = false): UseQueryResult<WorkData> {
  return useQuery({
    queryKey: workKey(owner),
    queryFn: async ({ signal }) => {
      const [groups, tasks] = await Promise.all([
        listAll<WorkData['groups'][number]>(listTaskGroups, owner, signal),
        listAll<WorkData['tasks'][number]>(listTasks, owner, signal),
      ]);
      return { groups, tasks };
    },
    enabled: !isPaused,
  });
}
