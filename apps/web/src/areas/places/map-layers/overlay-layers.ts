import type { MapFeatureCard } from '@dmse/contract/places/map';
import type { Lonlat, MapFeature, MapLayer } from '../../../parts/map/map-layer.ts';
import { LAYER_LOOKS } from './map-look.ts';

/** What the screen itself lays over the tiles. */
export type Overlay = {
  area: readonly Lonlat[];
  /** Corners of an area that is being drawn. */
  corners: readonly Lonlat[];
  card: MapFeatureCard | null;
  mark: Lonlat | null;
  /** Where the keys of the list stand. */
  active: Lonlat | null;
  /** Where something would be put. */
  place: Lonlat | null;
};

const point = (id: string, coordinates: Lonlat, properties: MapFeature['properties'] = {}): MapFeature => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates },
  properties,
});

const layerOf = (id: string, features: readonly MapFeature[]): MapLayer[] =>
  features.length > 0 ? [{ id, kind: 'features', features, is_background: true }] : [];

/** What lies under the tiles and over them, and which feature of it is ringed. */
export function overlayLayers({ area, corners, card, mark, active, place }: Overlay): {
  under: MapLayer[];
  over: MapLayer[];
  selected: string | null;
} {
  const under: MapFeature[] = [];
  const features: MapFeature[] = [];
  if (area.length > 2)
    under.push({
      type: 'Feature',
      id: 'area',
      geometry: { type: 'Polygon', coordinates: [[...area, area[0]!]] },
      properties: { tone: 'accent' },
    });
  if (corners.length > 1)
    features.push({
      type: 'Feature',
      id: 'drawn',
      geometry: { type: 'LineString', coordinates: corners },
      properties: { tone: 'accent', is_dashed: true },
    });
  for (const [at, corner] of corners.entries()) features.push(point(`corner ${at}`, corner, { tone: 'accent', symbol: 'square' }));
  if (card && !place) {
    const { symbol, tone, tones } = LAYER_LOOKS[card.layer];
    const properties = { symbol, tone: tones?.[card.state ?? ''] ?? tone };
    if (card.geometry?.type === 'Polygon')
      features.push({ type: 'Feature', id: 'card', geometry: card.geometry, properties: { tone: 'accent' } });
    else features.push(point('card', [card.lon, card.lat], properties));
  }
  if (mark) features.push(point('mark', mark, { tone: 'accent', symbol: 'ring' }));
  if (active) features.push(point('active', active, { tone: 'accent', symbol: 'ring' }));
  if (place) features.push(point('place', place, { tone: 'accent' }));
  const selected = place ? 'place' : active ? 'active' : card ? 'card' : mark ? 'mark' : null;
  return { under: layerOf('under', under), over: layerOf('overlay', features), selected };
}
