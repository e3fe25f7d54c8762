import { useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { createStore } from '../../session/store.ts';
import { mergeWords, useSetWords } from './address.ts';
import { type Address, dropRefused, readFilters, writeFilters } from './address-values.ts';
import type { FilterValue, FilterValues, SearchFilter } from './search-filter.ts';

/** How long a person may keep typing before the list is asked for. */
export const SEARCH_DEBOUNCE = 250;

const NOTHING: Address = {};

/** Reads and writes the query string, or the same thing in memory for a table that is not what the page is about. */
function useAddress(isInAddress: boolean): [Address, (patch: Record<string, unknown>) => void] {
  const setWords = useSetWords();
  const search = useRouterState({ select: (state) => state.location.search as Address });
  const [memory, setMemory] = useState<Address>(NOTHING);
  const write = useCallback(
    (patch: Record<string, unknown>) => (isInAddress ? setWords(patch) : setMemory((old) => mergeWords(old, patch))),
    [isInAddress, setWords],
  );
  return [isInAddress ? search : memory, write];
}

export type SearchState = {
  /** What the controls show: it runs ahead of the address while a person is typing. Read it with `useDraft`. */
  draft: { get: () => FilterValues; subscribe: (listener: () => void) => () => void };
  /** What the list is asked with. */
  values: FilterValues;
  page: number;
  ordering: string;
  isAdvanced: boolean;
  /** Changes one filter; the list follows after the debounce. */
  setFilter: (name: string, value: FilterValue) => void;
  /** Asks now for what has been typed so far. */
  flush: () => void;
  setPage: (page: number) => void;
  setOrdering: (ordering: string) => void;
  setAdvanced: (isAdvanced: boolean) => void;
  /** Takes every filter off, the search words too. */
  clear: () => void;
};

/**
 * A part of what the controls show. The draft is kept outside the table's own state, so that a letter renders the search box and
 * nothing else; what `select` returns must be the same value as long as nothing has changed.
 */
export function useDraft<T>({ draft }: SearchState, select: (draft: FilterValues) => T): T {
  return useSyncExternalStore(draft.subscribe, () => select(draft.get()));
}

/** What a person is looking at, kept in the address so that a link, the back button and a reload show the same. */
export function useSearchState(
  schema: z.ZodObject | undefined,
  filters: readonly SearchFilter[],
  defaults: FilterValues,
  isInAddress: boolean,
  columns: readonly { order?: string }[],
): SearchState {
  const [asked, write] = useAddress(isInAddress);
  const orders = useMemo(() => columns.flatMap(({ order }) => order ?? []), [columns]);
  const address = useMemo(() => dropRefused(asked, filters, schema, orders), [asked, filters, schema, orders]);
  const values = useMemo(() => readFilters(address, filters, defaults), [address, filters, defaults]);
  const [draft] = useState(() => createStore<FilterValues | null>(null));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<FilterValues | null>(null);

  const commit = useCallback(() => {
    clearTimeout(timer.current);
    if (!waiting.current) return;
    write({ ...writeFilters(waiting.current, filters, defaults), page: undefined });
    waiting.current = null;
  }, [write, filters, defaults]);

  // Once the address has moved and nothing more is being typed, it speaks for itself again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what this waits for
  useEffect(() => {
    if (!waiting.current) draft.set(null);
  }, [address]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (next: FilterValues) => {
    waiting.current = next;
    draft.set(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(commit, SEARCH_DEBOUNCE);
  };
  const page = Number(address.page);
  return {
    draft: { get: () => draft.get() ?? values, subscribe: draft.subscribe },
    values,
    page: Number.isInteger(page) && page > 1 ? page : 1,
    ordering: typeof address.ordering === 'string' ? address.ordering : '',
    isAdvanced: String(address.advancedSearch) === 'true',
    setFilter: (name, value) => change({ ...(waiting.current ?? draft.get() ?? values), [name]: value }),
    flush: commit,
    setPage: (next) => write({ page: next > 1 ? next : undefined }),
    setOrdering: (next) => write({ ordering: next || undefined, page: undefined }),
    setAdvanced: (next) => write({ advancedSearch: next }),
    clear: () => {
      change({ query: '' });
      commit();
    },
  };
}
