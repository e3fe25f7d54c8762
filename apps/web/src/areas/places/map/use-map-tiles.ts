import { listInMapArea, listMapLayers, type MapLayer } from '@dmse/contract/places/map';
import { MAP_LAYER_NAMES, type MapLayerName } from '@dmse/domain/places/map-layers';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import type { TileLayer } from '../../../parts/map/map-layer.ts';
import { FIRST_LAYERS, type MapAddress } from './map-address.ts';
import { watchMapChanges } from './map-changes.ts';
import { tileLayersOf } from './map-look.ts';

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
  useEffect(() => {
    const refresh = () => {
      void client.invalidateQueries({ queryKey: [listMapLayers.path] });
      void client.invalidateQueries({ queryKey: [listInMapArea.path] });
    };
    return watchMapChanges({
      onChange: ({ layer, version }) => {
        setVersions((old) => ({ ...old, [layer]: version }));
        refresh();
      },
      onReopened: () => {
        setVersions({});
        refresh();
      },
    });
  }, [client]);

  const known = useMemo(() => {
    const found = answer.data?.results;
    return found ? MAP_LAYER_NAMES.flatMap((name) => found.find(({ layer }) => layer === name) ?? []) : null;
  }, [answer.data]);
  const shown = useMemo(
    () => (known ?? []).map(({ layer }) => layer).filter((layer) => (layers ?? FIRST_LAYERS).includes(layer)),
    [known, layers],
  );
  const tiles = useMemo(() => {
    const drawn = (known ?? []).filter(({ layer }) => shown.includes(layer));
    return tileLayersOf(
      drawn.map(({ layer, version }) => ({ layer, version: versions[layer] ?? version })),
      filters,
    );
  }, [known, shown, versions, filters]);
  return { known, shown, tiles, error: answer.error, retry: () => void answer.refetch() };
}
