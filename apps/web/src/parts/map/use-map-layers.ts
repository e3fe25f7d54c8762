import type { Map as GlMap, VectorTileSource } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import type { Scheme } from '../../theme/tokens.ts';
import type { FeatureLayer, ImageLayer, MapLayer, TileLayer } from './map-layer.ts';
import { asData, featureStyle, layerIdsOf } from './map-style.ts';
import { TILE_ZOOM, tileStyle } from './tile-style.ts';
import { CEILING, GRID, setFeatures } from './use-map.ts';

function addFeatures(map: GlMap, layer: FeatureLayer, scheme: Scheme, above: string): void {
  // Survey points stand centimetres apart: the deepest tiles keep them so.
  map.addSource(layer.id, { type: 'geojson', data: asData(layer.features), maxzoom: 22, tolerance: 0.2 });
  for (const style of featureStyle(layer, scheme)) map.addLayer(style, above);
}

function addTiles(map: GlMap, layer: TileLayer, scheme: Scheme, above: string): void {
  map.addSource(layer.id, { type: 'vector', tiles: [layer.url], maxzoom: TILE_ZOOM, promoteId: 'id' });
  for (const style of tileStyle(layer, scheme)) map.addLayer(style, above);
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

function addLayer(map: GlMap, layer: MapLayer, scheme: Scheme, above: string): void {
  if (layer.kind === 'image') addImage(map, layer);
  else if (layer.kind === 'tiles') addTiles(map, layer, scheme, above);
  else addFeatures(map, layer, scheme, above);
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
    placeLayers(map, shown.current?.map === map ? shown.current.layers : [], layers, scheme);
    shown.current = { map, layers };
  }, [map, layers, scheme]);
}
