import { type BudgetEntry, listBudget } from '@dmse/contract/work/budget';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { WorkOwner } from '../board/work-data.ts';

const PAGE = 200;

/** The cache key of a whole budget. */
export function budgetKey(owner: WorkOwner): readonly unknown[] {
  return [listBudget.path, { ...owner, is_whole: true }];
}

/** Field by field; the people in it change only with the version. */
function isSame(one: BudgetEntry, other: BudgetEntry): boolean {
  return (Object.keys(other) as (keyof BudgetEntry)[]).every(
    (field) => one[field] === other[field] || (typeof other[field] === 'object' && other[field] !== null),
  );
}

/**
 * The answer, with every row that is as it was being the same object, wherever it stands: what is drawn from it need not be made again. The
 * cache itself compares by place, and one row more would make all those after it new.
 */
function keepUnchanged(before: readonly BudgetEntry[], answer: readonly BudgetEntry[]): BudgetEntry[] {
  const known = new Map(before.map((entry) => [entry.id, entry]));
  return answer.map((entry) => {
    const old = known.get(entry.id);
    return old && (old === entry || isSame(old, entry)) ? old : entry;
  });
}

/** Every row of the budget of a job or quote, in the order of the table. */
export function budgetQuery(owner: WorkOwner) {
  return queryOptions({
    queryKey: budgetKey(owner),
    structuralSharing: (before, answer) => keepUnchanged((before ?? []) as BudgetEntry[], answer as BudgetEntry[]),
    queryFn: async ({ signal }) => {
      const read = (page: number) => call(listBudget, { ...owner, page, page_size: PAGE }, undefined, { signal });
      const first = await read(1);
      const pages = Math.ceil(first.count / PAGE);
      const others = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, at) => read(at + 2)));
      return [first, ...others].flatMap(({ results }) => results);
    },
  });
}

export const useBudget = (owner: WorkOwner) => useQuery(budgetQuery(owner));
