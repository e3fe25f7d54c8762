import { MAP_LAYERS, type MapLayerName } from '@dmse/domain/places/map-layers';
import type { Map as GlMap } from 'maplibre-gl';
import { useCallback, useEffect, useRef, useState } from 'react';
import { watchForeignAnswers } from '../../../parts/map/base/foreign-answers.ts';
import type { TileLayer } from '../../../parts/map/map-layer.ts';
import { isOnline, useConnected } from '../../../session/connection.ts';
import type { useBaseChoice } from '../map/use-base-choice.ts';

/** One tile that fails is a slip; so many of them are a source that does not answer. */
const MOST_FAILED = 4;
/** So many tiles that are not there, and not one that is: the address is wrong, or the source has nothing here. */
const MOST_MISSING = 8;

/** What could not be fetched: layers by their names, and a base map that is given up. Without a network nothing is broken, only out of reach. */
export function useBrokenSources(map: GlMap | null, tiles: readonly TileLayer[], base: ReturnType<typeof useBaseChoice>) {
  const [layers, setLayers] = useState<readonly MapLayerName[]>([]);
  const isConnected = useConnected();
  const latest = useRef({ map, tiles, base });
  latest.current = { map, tiles, base };
  const failed = useRef({ style: base.style, count: 0 });
  const missing = useRef({ style: base.style, count: 0 });
  useEffect(
    () =>
      watchForeignAnswers((status) => {
        const { style, markBroken } = latest.current.base;
        if (style === null) return;
        if (missing.current.style !== style) missing.current = { style, count: 0 };
        if (status !== 404) missing.current.count = Number.NEGATIVE_INFINITY;
        missing.current.count += 1;
        if (missing.current.count === MOST_MISSING) markBroken('MISSING');
      }),
    [],
  );

  const note = useCallback((source: string | null) => {
    if (!isOnline()) return;
    if (source !== null && source in MAP_LAYERS) {
      const layer = source as MapLayerName;
      setLayers((old) => (old.includes(layer) ? old : [...old, layer]));
      return;
    }
    const { style, markBroken } = latest.current.base;
    if (style === null) return;
    if (failed.current.style !== style) failed.current = { style, count: 0 };
    failed.current.count += 1;
    // A style by its address fails as a whole, and says no source.
    if (failed.current.count >= MOST_FAILED || (source === null && typeof style === 'string')) markBroken();
  }, []);
  const fetchAgain = useCallback(() => {
    setLayers([]);
    failed.current.count = 0;
    missing.current.count = 0;
    for (const { id } of latest.current.tiles) if (latest.current.map?.getSource(id)) latest.current.map.refreshTiles(id);
  }, []);
  const wasConnected = useRef(isConnected);
  useEffect(() => {
    if (isConnected && !wasConnected.current) fetchAgain();
    wasConnected.current = isConnected;
  }, [isConnected, fetchAgain]);
  return { layers: layers.map((layer) => MAP_LAYERS[layer].label), note, fetchAgain };
}
