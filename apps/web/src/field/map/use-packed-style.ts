import { useColorScheme } from '@mui/material/styles';
import { useMemo } from 'react';
import { type MapStyle, styleOfKeptTiles } from '../../parts/map/base/base-map-style.ts';
import { offerTiles } from '../../parts/map/base/kept-tiles.ts';
import { useStore } from '../../session/store.ts';
import { openTiles, readPack } from '../device/packed-map.ts';
import { useFieldSession, useLocalValue } from '../device/use-field.tsx';
import { hiddenLayers } from './hidden-layers.ts';

/** By this name the switch of the layers tab hides a run's base map. */
export const baseMapLayerId = (run: string) => `base-map:${run}`;

/** The base map of the run's area as it lies on the device; null where none does, or the person does not want to see it, undefined until it is known. */
export function usePackedStyle(run: string): MapStyle | null | undefined {
  const session = useFieldSession();
  const { mode, systemMode } = useColorScheme();
  const scheme = (mode === 'system' ? systemMode : mode) ?? 'light';
  const { value, error } = useLocalValue(['base-map', run], () => readPack(session, run), { also: ['meta', 'tiles'], gap: 1000 });
  const isHidden = useStore(hiddenLayers).includes(baseMapLayerId(run));
  const plan = value && value.here > 0 && !isHidden ? value.plan : null;
  // The style is another one only when the tiles are: a map that is made anew blinks.
  const key = plan && `${plan.key} ${value && value.here >= plan.bytes}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which plan it is; the object itself is read anew each time
  const style = useMemo(() => {
    if (!plan) return null;
    const name = crypto.randomUUID();
    offerTiles(name, openTiles(session, run, plan));
    return styleOfKeptTiles(plan.base, { name, area: plan.area, min_zoom: plan.min_zoom, max_zoom: plan.max_zoom }, scheme);
  }, [session, run, key, scheme]);
  return value === undefined && error === null ? undefined : style;
}
