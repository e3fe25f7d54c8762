import type { Map as GlMap } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import type { Scheme } from '../../theme/tokens.ts';
import type { FeatureLayer, ImageLayer, MapLayer } from './map-layer.ts';
import { asData, featureStyle, layerIdsOf } from './map-style.ts';
import { GRID, setFeatures } from './use-map.ts';

function addFeatures(map: GlMap, layer: FeatureLayer, scheme: Scheme): void {
  // Survey points stand centimetres apart: the deepest tiles keep them so.
  map.addSource(layer.id, { type: 'geojson', data: asData(layer.features), maxzoom: 22, tolerance: 0.2 });
  for (const style of featureStyle(layer, scheme)) map.addLayer(style, GRID);
}

function addImage(map: GlMap, { id, url, corners }: ImageLayer): void {
  const coordinates = corners.map(([longitude, latitude]) => [longitude, latitude]) as [
    [number, number],
    [number, number],
    [number, number],
    [number, number],
  ];
  map.addSource(id, { type: 'image', url, coordinates });
  map.addLayer({ id: `${id}/image`, type: 'raster', source: id, paint: { 'raster-fade-duration': 0, 'raster-opacity': 0.9 } }, GRID);
}

function removeLayer(map: GlMap, id: string): void {
  for (const part of [...layerIdsOf(id), `${id}/image`]) if (map.getLayer(part)) map.removeLayer(part);
  if (map.getSource(id)) map.removeSource(id);
}

/** The same pile in the same order: then only what is in it has changed. */
function pileOf(layers: readonly MapLayer[]): string {
  return layers.map((layer) => `${layer.id}:${layer.kind === 'image' ? layer.url : `${layer.tone}${layer.symbol}`}`).join('|');
}

/** Keeps the layers of the map as they are given. */
export function useMapLayers(map: GlMap | null, layers: readonly MapLayer[], scheme: Scheme): void {
  const shown = useRef<{ map: GlMap; layers: readonly MapLayer[] } | null>(null);
  useEffect(() => {
    if (!map) {
      shown.current = null;
      return;
    }
    const before = shown.current?.map === map ? shown.current.layers : [];
    if (pileOf(before) === pileOf(layers)) {
      for (const [at, layer] of layers.entries())
        if (layer.kind === 'features' && layer !== before[at]) setFeatures(map, layer.id, layer.features);
    } else {
      for (const { id } of before) removeLayer(map, id);
      for (const layer of layers) {
        if (layer.kind === 'image') addImage(map, layer);
        else addFeatures(map, layer, scheme);
      }
    }
    shown.current = { map, layers };
  }, [map, layers, scheme]);
}
