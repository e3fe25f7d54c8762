import { type AnyRouter, useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type MapAddress, readMapAddress, writeMapAddress } from './map-address.ts';

type Words = Record<string, unknown>;
/** `isStep`: the back button comes back to before it. Moving the map is none. */
export type ChangeAddress = (change: Partial<MapAddress>, isStep?: boolean) => void;

/** What the person sees, kept in the address so that a link shows the same. */
export function useMapAddress(): [MapAddress, ChangeAddress] {
  const router: AnyRouter = useRouter<AnyRouter>();
  const words = useRouterState({ select: (state) => state.location.search as Words });
  const path = useRouterState({ select: (state) => state.location.pathname });
  const change = useCallback<ChangeAddress>(
    (next, isStep = false) => {
      // The last word of a map that is being left must not take the person back to it.
      if (router.latestLocation.pathname !== path) return;
      const merged = { ...(router.latestLocation.search as Words), ...writeMapAddress(next) };
      const search = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
      void router.navigate({ to: '.', search, replace: !isStep, resetScroll: false } as never);
    },
    [router, path],
  );
  return [useMemo(() => readMapAddress(words), [words]), change];
}
