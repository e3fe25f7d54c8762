import type { Map as GlMap } from 'maplibre-gl';
import { useEffect } from 'react';
import type { Lonlat } from '../../../parts/map/map-layer.ts';

/** Pixels of the corner a card takes on a desk, and the part of a phone's map. */
const CARD = { width: 372, height: 500 };
const SHEET = 0.6;

/** Moves the map when what a card speaks of lies under the card. */
export function useUncovered(map: GlMap | null, at: Lonlat | null, isNarrow: boolean): void {
  const [longitude, latitude] = at ?? [];
  useEffect(() => {
    if (!map || longitude === undefined || latitude === undefined) return;
    const { x, y } = map.project([longitude, latitude]);
    const { clientWidth: width, clientHeight: height } = map.getContainer();
    if (x < 0 || y < 0 || x > width || y > height) return;
    if (isNarrow && y > height * (1 - SHEET) - 24) map.panBy([0, y - (height * (1 - SHEET)) / 2], { animate: false });
    else if (!isNarrow && x < CARD.width && y > height - CARD.height) map.panBy([x - CARD.width - 60, 0], { animate: false });
  }, [map, longitude, latitude, isNarrow]);
}
