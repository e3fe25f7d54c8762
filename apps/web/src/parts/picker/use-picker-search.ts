import type { Endpoint, InputOf, Page } from '@dmse/contract/endpoint';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { callKey } from '../../api/use-call.ts';
import { useConnected } from '../../session/connection.ts';
import type { RowOf } from '../search/search-column.ts';
import { SEARCH_DEBOUNCE } from '../search/use-search-state.ts';

export const CHOICES_PER_PAGE = 8;

/** A value that follows another once it has stood still for a while. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SEARCH_DEBOUNCE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The records found for what is being typed, eight at a time. Nothing is asked while the list is closed or the server out of reach. */
export function usePickerSearch<E extends Endpoint>(endpoint: E, input: object | undefined, typed: string, isOpen: boolean) {
  const isOnline = useConnected();
  const query = useSettled(typed.trim());
  const asked = { ...input, ...(query ? { query } : {}), page_size: CHOICES_PER_PAGE };
  const search = useInfiniteQuery({
    queryKey: [...callKey(endpoint, asked), 'picker'],
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, { ...asked, page: pageParam } as unknown as InputOf<E>, undefined, { signal }) as unknown as Promise<Page<RowOf<E>>>,
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * CHOICES_PER_PAGE < last.count ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
    enabled: isOpen && isOnline,
    staleTime: 10_000,
  });
  return {
    isOnline,
    query,
    rows: search.data?.pages.flatMap((page) => page.results) ?? [],
    isLoading: search.isFetching || query !== typed.trim(),
    error: search.error,
    hasMore: search.hasNextPage && !search.isPlaceholderData,
    more: () => void search.fetchNextPage(),
    retry: () => void search.refetch(),
  };
}
