import { type AnyRouter, replaceEqualDeep, useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { MapView } from '../../../parts/map/map-layer.ts';
import { useSetWords } from '../../../parts/search/address.ts';
import { type MapAddress, readMapAddress, writeMapAddress } from './map-address.ts';

type Words = Record<string, unknown>;
/** What changes, or made from what the address says by then. `isStep`: the back button comes back to before it. Moving the map is none. */
export type ChangeAddress = (change: Partial<MapAddress> | ((before: MapAddress) => Partial<MapAddress>), isStep?: boolean) => void;

/**
 * What the person sees, kept in the address so that a link shows the same. `asked` is the view the address asks for from outside, by a
 * link or the back button: what the map itself has just written there must not move it.
 */
export function useMapAddress(): { address: MapAddress; change: ChangeAddress; asked: MapView | null } {
  const router: AnyRouter = useRouter<AnyRouter>();
  const setWords = useSetWords();
  const words = useRouterState({ select: (state) => state.location.search as Words });
  const path = useRouterState({ select: (state) => state.location.pathname });
  const own = useRef<string[]>([]);
  const change = useCallback<ChangeAddress>(
    (next, isStep = false) => {
      // The last word of a map that is being left must not take the person back to it.
      if (router.latestLocation.pathname !== path) return;
      const written = writeMapAddress(typeof next === 'function' ? next(readMapAddress(router.latestLocation.search)) : next);
      if (typeof written.at === 'string') own.current.push(written.at);
      setWords(written, { isStep });
    },
    [router, path, setWords],
  );
  const last = useRef<MapAddress | null>(null);
  // What a move of the map did not change stays the same object, so that nothing of it is drawn again.
  const address = useMemo(() => replaceEqualDeep(last.current, readMapAddress(words)), [words]);
  last.current = address;
  const [asked, setAsked] = useState(address.view);
  const at = String(words.at ?? '');
  useEffect(() => {
    const place = own.current.indexOf(at);
    if (place >= 0) own.current.splice(0, place + 1);
    else setAsked(readMapAddress({ at }).view);
  }, [at]);
  return { address, change, asked };
}
