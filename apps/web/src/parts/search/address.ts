import { type AnyRouter, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Address } from './address-values.ts';

/** The words behind the question mark of the address. A part knows no routes: what a word may be is for its reader to say. */
export function useWords(): Address {
  return useSearch({ strict: false });
}

/** One of them; the first where it stands there twice. What follows it is drawn again only when it changes. */
export function useWord(name: string): string | undefined {
  return useSearch({
    strict: false,
    select: (words: Address) => {
      const word = [words[name]].flat()[0];
      return word === undefined || word === null ? undefined : String(word);
    },
  });
}

export type SetWords = (patch: Address, how?: { isStep?: boolean; toTop?: boolean }) => void;

/** Changes words and leaves the others; undefined takes one away. The button Back passes over it, unless it was a step. */
export function useSetWords(): SetWords {
  const router: AnyRouter = useRouter<AnyRouter>();
  return useCallback(
    (patch, { isStep = false, toTop = false } = {}) => {
      const search = mergeWords(router.latestLocation.search, patch);
      void router.navigate({ to: '.', search, replace: !isStep, resetScroll: toTop } as never);
    },
    [router],
  );
}

export function mergeWords(old: Address, patch: Address): Address {
  return Object.fromEntries(Object.entries({ ...old, ...patch }).filter(([, value]) => value !== undefined));
}
