import { useColorScheme } from '@mui/material/styles';
import { useMemo, useState } from 'react';
import { type MapStyle, styleOfBaseMap } from '../../../parts/map/base/base-map-style.ts';
import { useBaseMaps } from '../../../parts/map/base/use-base-maps.ts';

/** `SILENT`: it does not answer. `MISSING`: it answers that it has no such tiles. */
export type BrokenBase = { readonly name: string; readonly why: 'SILENT' | 'MISSING' };

/** The base map the address names, else the one of the person; the shipped one in the place of one that does not answer. */
export function useBaseChoice(named: number | null) {
  const bases = useBaseMaps();
  const { mode, systemMode } = useColorScheme();
  const scheme = (mode === 'system' ? systemMode : mode) ?? 'light';
  const [broken, setBroken] = useState<{ id: number; why: BrokenBase['why'] } | null>(null);
  const chosen = named === null ? bases.chosen : (bases.list.find(({ id }) => id === named) ?? null);
  const isBroken = chosen !== null && chosen.id === broken?.id;
  const style = useMemo<MapStyle | null>(() => (isBroken ? null : styleOfBaseMap(chosen, scheme)), [chosen, isBroken, scheme]);
  return {
    list: bases.list,
    isKnown: bases.isKnown,
    chosen,
    choose: bases.choose,
    style,
    broken: isBroken ? { name: chosen.name, why: broken.why } : null,
    markBroken: (why: BrokenBase['why'] = 'SILENT') => setBroken(chosen && { id: chosen.id, why }),
    tryAgain: () => setBroken(null),
  };
}
