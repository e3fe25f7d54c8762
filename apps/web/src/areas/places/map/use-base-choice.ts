import { useColorScheme } from '@mui/material/styles';
import { useMemo, useState } from 'react';
import { type MapStyle, styleOfBaseMap } from '../../../parts/map/base-map-style.ts';
import { useBaseMaps } from '../../../parts/map/use-base-maps.ts';

/** The base map the address names, else the one of the person; the shipped one in the place of one that does not answer. */
export function useBaseChoice(named: number | null) {
  const bases = useBaseMaps();
  const { mode, systemMode } = useColorScheme();
  const scheme = (mode === 'system' ? systemMode : mode) ?? 'light';
  const [broken, setBroken] = useState<number | null>(null);
  const chosen = named === null ? bases.chosen : (bases.list.find(({ id }) => id === named) ?? null);
  const isBroken = chosen !== null && chosen.id === broken;
  const style = useMemo<MapStyle | null>(() => (isBroken ? null : styleOfBaseMap(chosen, scheme)), [chosen, isBroken, scheme]);
  return {
    list: bases.list,
    chosen,
    choose: bases.choose,
    style,
    broken: isBroken ? chosen.name : null,
    markBroken: () => setBroken(chosen?.id ?? null),
    tryAgain: () => setBroken(null),
  };
}
