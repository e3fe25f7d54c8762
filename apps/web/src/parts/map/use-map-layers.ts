import type { Map as GlMap, VectorTileSource } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import type { Scheme } from '../../theme/tokens.ts';
import type { ImageLayer, MapLayer } from './map-layer.ts';
import { layerIdsOf } from './map-style.ts';
import { CEILING, drawnAs, firstLayers, GRID } from './own-style.ts';
import { layersAtFirst, setFeatures } from './use-map.ts';

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

function addLayer(map: GlMap, layer: MapLayer, scheme: Scheme, above: string): void {
  if (layer.kind === 'image') addImage(map, layer);
  else {
    const { source, layers } = drawnAs(layer, scheme);
    map.addSource(layer.id, source);
    for (const style of layers) map.addLayer(style, above);
  }
}

function removeLayer(map: GlMap, id: string): void {
  for (const part of [...layerIdsOf(id), `${id}/image`]) if (map.getLayer(part)) map.removeLayer(part);
  if (map.getSource(id)) map.removeSource(id);
}

/** What a layer is made of besides its features: while it stays the same the map's own layers do. */
function lookOf(layer: MapLayer): string {
  if (layer.kind === 'image') return `${layer.id}:${layer.url}`;
  if (layer.kind === 'features') return `${layer.id}:${layer.tone}${layer.symbol}`;
  return `${layer.id}:${JSON.stringify({ ...layer, url: '' })}`;
}

/** The one of the map's layers that lies lowest of ours. */
function lowestOf(map: GlMap, id: string): string | undefined {
  return [...layerIdsOf(id), `${id}/image`].find((part) => map.getLayer(part));
}

function isSameOrder(before: readonly string[], after: readonly string[]): boolean {
  return before.filter((one) => after.includes(one)).join('|') === after.filter((one) => before.includes(one)).join('|');
}

/** What stays is left alone, so that switching one layer on does not fetch the others again. */
function placeLayers(map: GlMap, before: readonly MapLayer[], after: readonly MapLayer[], scheme: Scheme): void {
  const wanted = after.map(lookOf);
  const isKept = isSameOrder(before.map(lookOf), wanted);
  const kept = new Map(before.filter((layer) => isKept && wanted.includes(lookOf(layer))).map((layer) => [layer.id, layer]));
  for (const { id } of before) if (!kept.has(id)) removeLayer(map, id);
  let above = CEILING;
  for (const layer of after.toReversed()) {
    const old = kept.get(layer.id);
    if (!old) addLayer(map, layer, scheme, above);
    else if (layer.kind === 'features' && layer !== old) setFeatures(map, layer.id, layer.features);
    else if (layer.kind === 'tiles' && old.kind === 'tiles' && layer.url !== old.url)
      map.getSource<VectorTileSource>(layer.id)?.setTiles([layer.url]);
    above = lowestOf(map, layer.id) ?? above;
  }
}

/** Keeps the layers of the map as they are given. */
export function useMapLayers(map: GlMap | null, layers: readonly MapLayer[], scheme: Scheme): void {
  const shown = useRef<{ map: GlMap; layers: readonly MapLayer[] } | null>(null);
  useEffect(() => {
    if (!map) {
      shown.current = null;
      return;
    }
    placeLayers(map, shown.current?.map === map ? shown.current.layers : firstLayers(layersAtFirst(map)), layers, scheme);
    shown.current = { map, layers };
  }, [map, layers, scheme]);
}
