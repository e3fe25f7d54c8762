import { countMapLayer, getMapFeature, listInMapArea, listMapLayers, type MapLayer } from '@dmse/contract/places/map';
import { MAP_LAYER_NAMES, type MapLayerName } from '@dmse/domain/places/map-layers';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import type { TileLayer } from '../../../parts/map/map-layer.ts';
import { FIRST_LAYERS, type MapAddress } from '../map/map-address.ts';
import { watchMapChanges } from './map-changes.ts';
import { tileLayersOf } from './map-look.ts';

/** Milliseconds without another change. */
const SETTLED = 400;

export type MapTiles = {
  /** What the person may see, in the order of the legend; null until it is known. */
  known: readonly MapLayer[] | null;
  /** What is switched on of it. */
  shown: readonly MapLayerName[];
  tiles: readonly TileLayer[];
  error: unknown;
  retry: () => void;
};

/** The layers of the map with their tiles, asked anew as soon as the server tells of a change. */
export function useMapTiles({ layers, filters }: Pick<MapAddress, 'layers' | 'filters'>): MapTiles {
  const client = useQueryClient();
  const answer = useCall(listMapLayers, {}, { staleTime: 60_000 });
  const [versions, setVersions] = useState<Readonly<Partial<Record<MapLayerName, string>>>>({});
  const drawn = useRef<Readonly<Partial<Record<MapLayerName, string>>>>({});
  const isKnown = answer.data !== undefined;
  // The stream begins with the versions of now, so that nothing is missed by listening only once there is something to compare.
  useEffect(() => {
    if (!isKnown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The tiles follow at once; counts, lists and cards when the last of several changes is in.
    const refresh = () => {
      for (const { path } of [listMapLayers, countMapLayer, listInMapArea, getMapFeature])
        void client.invalidateQueries({ queryKey: [path] });
    };
    const stop = watchMapChanges(({ layer, version }) => {
      if (drawn.current[layer] === version) return;
      setVersions((old) => ({ ...old, [layer]: version }));
      clearTimeout(timer);
      timer = setTimeout(refresh, SETTLED);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, isKnown]);

  // What was told while the list was on its way stands in the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list is what it waits for
  useEffect(() => setVersions({}), [answer.data]);

  const known = useMemo(() => {
    const found = answer.data?.results;
    return found ? MAP_LAYER_NAMES.flatMap((name) => found.find(({ layer }) => layer === name) ?? []) : null;
  }, [answer.data]);
  const shown = useMemo(
    () => (known ?? []).map(({ layer }) => layer).filter((layer) => (layers ?? FIRST_LAYERS).includes(layer)),
    [known, layers],
  );
  const current = useMemo(
    () => (known ?? []).map(({ layer, version }) => ({ layer, version: versions[layer] ?? version })),
    [known, versions],
  );
  drawn.current = Object.fromEntries(current.map(({ layer, version }) => [layer, version]));
  const tiles = useMemo(
    () =>
      tileLayersOf(
        current.filter(({ layer }) => shown.includes(layer)),
        filters,
      ),
    [current, shown, filters],
  );
  return { known, shown, tiles, error: answer.error, retry: () => void answer.refetch() };
}
