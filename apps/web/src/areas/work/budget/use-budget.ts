import { type BudgetEntry, listBudget } from '@dmse/contract/work/budget';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { WorkOwner } from '../board/work-data.ts';

const PAGE = 200;

/** The cache key of a whole budget. */
export function budgetKey(owner: WorkOwner): readonly unknown[] {
  return [listBudget.path, { ...owner, is_whole: true }];
}

/** Every row of the budget of a job or quote, in the order of the table. */
export function useBudget(owner: WorkOwner): UseQueryResult<BudgetEntry[]> {
  return useQuery({
    queryKey: budgetKey(owner),
    queryFn: async ({ signal }) => {
      const read = (page: number) => call(listBudget, { ...owner, page, page_size: PAGE }, undefined, { signal });
      const first = await read(1);
      const pages = Math.ceil(first.count / PAGE);
      const others = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, at) => read(at + 2)));
      return [first, ...others].flatMap(({ results }) => results);
    },
  });
}
