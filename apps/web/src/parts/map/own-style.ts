import type { Scheme } from '../../theme/tokens.ts';
import type { FeatureLayer, MapLayer, TileLayer } from './map-layer.ts';
import {
  asData,
  FONT,
  featureStyle,
  type LayerSpecification,
  labelLayer,
  layerIdsOf,
  POINT,
  type StyleSpecification,
} from './map-style.ts';
import { toneColour } from './map-symbols.ts';
import { TILE_ZOOM, tileStyle } from './tile-style.ts';

/** Pictures go below the grid, which they would hide; all other layers of a screen above it and below what the pane itself draws. */
export const GRID = 'grid';
export const OVER = 'over';
export const [CEILING] = layerIdsOf(OVER) as [string];

type Source = StyleSpecification['sources'][string];
const EMPTY: Source = { type: 'geojson', data: asData([]) };

/** By which source and layers a map draws one of a screen. */
export function drawnAs(layer: FeatureLayer | TileLayer, scheme: Scheme): { source: Source; layers: LayerSpecification[] } {
  if (layer.kind === 'tiles')
    return { source: { type: 'vector', tiles: [layer.url], maxzoom: TILE_ZOOM, promoteId: 'id' }, layers: tileStyle(layer, scheme) };
  // Survey points stand centimetres apart: the deepest tiles keep them so.
  return { source: { type: 'geojson', data: asData(layer.features), maxzoom: 22, tolerance: 0.2 }, layers: featureStyle(layer, scheme) };
}

/** Further away there are no lines of the grid, and nothing is to be done for them. */
const GRID_ZOOM = 9;

function gridLayers(scheme: Scheme): LayerSpecification[] {
  const line = { 'line-color': toneColour(scheme, 'muted'), 'line-width': 1, 'line-opacity': 0.45 };
  const layout = {
    'symbol-placement': 'line',
    'symbol-spacing': 420,
    'text-field': ['get', 'label'],
    'text-font': FONT,
    'text-size': 12,
  };
  return [
    { id: GRID, type: 'line', source: GRID, minzoom: GRID_ZOOM, paint: line },
    labelLayer(`${GRID}/name`, GRID, scheme, { layout, minzoom: GRID_ZOOM }),
  ];
}

function overLayers(scheme: Scheme): LayerSpecification[] {
  const ring = { 'circle-radius': 16, 'circle-opacity': 0, 'circle-stroke-width': 4, 'circle-stroke-color': toneColour(scheme, 'accent') };
  return [
    ...featureStyle({ id: OVER, kind: 'features', features: [], tone: 'accent' }, scheme),
    {
      id: `${OVER}/ring`,
      type: 'circle',
      source: OVER,
      // A circle would stand at every corner of an area.
      filter: ['all', POINT, ['==', ['get', 'symbol'], 'halo']] as never,
      paint: ring,
    },
  ];
}

/** What a map can begin with: pictures are laid below the grid once it is there. */
export function firstLayers(layers: readonly MapLayer[]): (FeatureLayer | TileLayer)[] {
  return layers.filter((layer) => layer.kind !== 'image');
}

/** A style with everything of ours above it, so that the map is made once and not layer by layer. */
export function withOwn(style: StyleSpecification, own: readonly MapLayer[], scheme: Scheme): StyleSpecification {
  const drawn = firstLayers(own).map((layer) => ({ id: layer.id, ...drawnAs(layer, scheme) }));
  return {
    ...style,
    sources: { ...style.sources, [GRID]: EMPTY, [OVER]: EMPTY, ...Object.fromEntries(drawn.map(({ id, source }) => [id, source])) },
    layers: [...style.layers, ...gridLayers(scheme), ...drawn.flatMap(({ layers }) => layers), ...overLayers(scheme)],
  };
}
