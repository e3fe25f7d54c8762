import { listInMapArea, type MapHit } from '@dmse/contract/places/map';
import { MAP_LAYERS, type MapLayerName } from '@dmse/domain/places/map-layers';
import type { Map as GlMap } from 'maplibre-gl';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import type { Bounds, Lonlat, MapCluster, MapFound } from '../../../parts/map/map-layer.ts';
import type { PickLine } from '../map-cards/pick-list.tsx';
import type { LayerPick, MapFilters } from './map-address.ts';
import { areaOf, cornersOf, LISTED } from './use-in-area.ts';
import type { ChangeAddress } from './use-map-address.ts';

/** How near a place that was found is shown. */
const NEAR = 17;
/** From here on a cluster stays one: what is in it lies on one spot. */
const NEAREST = 20;

function isSpot([west, south, east, north]: Bounds): boolean {
  return Math.max(east - west, north - south) < 2e-6;
}

function grow([west, south, east, north]: Bounds): Bounds {
  const by = 1e-7;
  return [west - by, south - by, east + by, north + by];
}

/** A circle with a number, among other things under one click. */
function clusterLine({ layer, count, bounds }: MapCluster, open: () => void): PickLine {
  const { label } = MAP_LAYERS[layer as MapLayerName];
  const words = `${count.toLocaleString('en-CA')} ${label.toLowerCase()}`;
  return { layer: layer as MapLayerName, id: bounds.join(), label: words, detail: 'Show them', open };
}

type Several = { title: string; lines: readonly PickLine[] };

export type MapPicks = {
  /** Things in one place to choose from; null where there is nothing to choose. */
  several: Several | null;
  open: (pick: LayerPick, at?: Lonlat) => void;
  close: () => void;
  /** Back to the choice, where the open card came from one. */
  back: (() => void) | null;
  find: (found: MapFound) => void;
  goTo: (hit: MapHit) => void;
};

type Facts = {
  map: GlMap | null;
  shown: readonly MapLayerName[];
  filters: MapFilters;
  pick: LayerPick | null;
  mark: Lonlat | null;
  change: ChangeAddress;
};

/** What a click, the list and the search open. */
export function useMapPicks({ map, shown, filters, pick, mark, change }: Facts): MapPicks {
  const [several, setSeveral] = useState<Several | null>(null);

  function bringIntoView([longitude, latitude]: Lonlat, zoom = 0): void {
    if (!map) return;
    const isSeen = map.getBounds().contains([longitude, latitude]) && map.getZoom() >= zoom;
    if (!isSeen) map.jumpTo({ center: [longitude, latitude], zoom: Math.max(map.getZoom(), zoom) });
  }
  function open(next: LayerPick, at?: Lonlat): void {
    change({ pick: next, mark: null }, true);
    if (at) bringIntoView(at);
  }
  async function openCluster({ layer, count, bounds }: MapCluster): Promise<void> {
    if (!map) return;
    if (map.getZoom() < NEAREST && !isSpot(bounds)) {
      setSeveral(null);
      map.fitBounds([...bounds] as [number, number, number, number], { padding: 96, maxZoom: NEAREST + 1, animate: false });
      return;
    }
    const area = areaOf(cornersOf(grow(bounds)), [layer as MapLayerName], filters);
    try {
      const { results } = await call(listInMapArea, {}, { ...area, page_size: LISTED });
      setSeveral({ title: `${count.toLocaleString('en-CA')} in one place`, lines: results });
    } catch (error) {
      showProblem(error, 'What is in this place could not be listed.');
    }
  }
  return {
    several: pick || mark ? null : several,
    open,
    close: () => {
      setSeveral(null);
      change({ pick: null, mark: null }, pick !== null || mark !== null);
    },
    back: several ? () => change({ pick: null }) : null,
    find: ({ picks, clusters }) => {
      const lines: PickLine[] = [
        ...picks.map((one) => ({ ...one, layer: one.layer as MapLayerName })),
        ...(picks.length + clusters.length > 1 ? clusters.map((one) => clusterLine(one, () => void openCluster(one))) : []),
      ];
      setSeveral(lines.length > 1 ? { title: `${lines.length} in this place`, lines } : null);
      if (lines.length === 1) open({ layer: lines[0]!.layer, id: lines[0]!.id });
      else if (pick || mark) change({ pick: null, mark: null }, true);
      if (lines.length === 0 && clusters[0]) void openCluster(clusters[0]);
    },
    goTo: ({ layer, id, lon, lat }) => {
      setSeveral(null);
      if (layer && id) {
        change({ pick: { layer, id }, mark: null, ...(shown.includes(layer) ? {} : { layers: [...shown, layer] }) }, true);
      } else change({ pick: null, mark: [lon, lat] }, true);
      map?.jumpTo({ center: [lon, lat], zoom: Math.max(map.getZoom(), NEAR) });
    },
  };
}
