import { type BaseMap, listBaseMaps } from '@dmse/contract/places/base-map';
import { useColorScheme } from '@mui/material/styles';
import { useMemo } from 'react';
import { z } from 'zod';
import { useCall } from '../../../api/use-call.ts';
import { createStore, useStore } from '../../../session/store.ts';
import { readStored, writeStored } from '../../../session/stored.ts';
import { type MapStyle, styleOfBaseMap } from './base-map-style.ts';

const KEY = 'base-map';
/** Kept for the shipped map. */
const SHIPPED = 0;
const choice = createStore<number | null>(null);

export type BaseMaps = {
  /** Those that can be shown; the shipped map is always there as well. */
  list: readonly BaseMap[];
  /** Null: the shipped map. */
  chosen: BaseMap | null;
  choose: (id: number | null) => void;
  /** The chosen one for `MapPane`; null for the shipped map. */
  style: MapStyle | null;
  /** Whether the list has come, or will not. A map made before is made anew when another base map is chosen. */
  isKnown: boolean;
};

/** The base maps of the firm and the one this person looks at: the last they chose, else the one the firm shows first. */
export function useBaseMaps(): BaseMaps {
  const { data, isLoading, failureCount } = useCall(listBaseMaps, {}, { staleTime: 5 * 60_000 });
  const { mode, systemMode } = useColorScheme();
  const scheme = (mode === 'system' ? systemMode : mode) ?? 'light';
  const wanted = useStore(choice) ?? readStored(KEY, z.int().min(0));
  const list = useMemo(() => (data?.results ?? []).filter(({ state }) => state === 'ready'), [data]);
  const own = list.find(({ id }) => id === wanted);
  const chosen = own ?? (wanted === SHIPPED ? null : (list.find(({ is_default }) => is_default) ?? null));
  const style = useMemo(() => styleOfBaseMap(chosen, scheme), [chosen, scheme]);
  return { list, chosen, choose, style, isKnown: !isLoading || failureCount > 0 };
}

function choose(id: number | null): void {
  writeStored(KEY, id ?? SHIPPED);
  choice.set(id ?? SHIPPED);
}
