import { type AnswerOf, addressOf, type Endpoint, type InputOf } from '@dmse/contract/endpoint';
import { keepPreviousData, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { takeArrived } from './first-answers.ts';

/** The cache key of a call: its path, then what names it. Invalidate a noun by the beginning of its path. */
export function callKey(endpoint: Endpoint, input: object = {}): readonly unknown[] {
  return [endpoint.path, input];
}

type Options<E> = Pick<UseQueryOptions<AnswerOf<E>>, 'enabled' | 'staleTime' | 'gcTime' | 'refetchInterval' | 'retry'> & {
  keepOld?: boolean;
};

/** A read, cached by its declaration and input. A newer input cancels the request of the older one. */
export function useCall<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: Options<E> = {}): UseQueryResult<AnswerOf<E>> {
  const { keepOld, ...rest } = options;
  return useQuery({
    queryKey: callKey(endpoint, input as object),
    queryFn: ({ signal }) => call(endpoint, input, undefined, { signal }),
    initialData: () => takeArrived(addressOf(endpoint, input as Record<string, unknown>)) as AnswerOf<E> | undefined,
    ...(keepOld ? { placeholderData: keepPreviousData } : {}),
    ...rest,
  }) as UseQueryResult<AnswerOf<E>>;
}
