import type { Bounds, Lonlat, MapGeometry, MapLayer } from './map-layer.ts';

function* positionsOf(geometry: MapGeometry): Generator<Lonlat> {
  switch (geometry.type) {
    case 'Point':
      yield geometry.coordinates;
      return;
    case 'MultiPoint':
    case 'LineString':
      yield* geometry.coordinates;
      return;
    case 'MultiLineString':
    case 'Polygon':
      for (const path of geometry.coordinates) yield* path;
      return;
    case 'MultiPolygon':
      for (const polygon of geometry.coordinates) for (const path of polygon) yield* path;
      return;
    case 'GeometryCollection':
      for (const part of geometry.geometries) yield* positionsOf(part);
  }
}

/** The box around positions; null around none. */
export function boundsOf(positions: Iterable<Lonlat>): Bounds | null {
  let box: [number, number, number, number] | null = null;
  for (const [longitude, latitude] of positions) {
    if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) continue;
    box = box
      ? [Math.min(box[0], longitude), Math.min(box[1], latitude), Math.max(box[2], longitude), Math.max(box[3], latitude)]
      : [longitude, latitude, longitude, latitude];
  }
  return box;
}

/** The box around everything that is drawn. */
export function boundsOfLayers(layers: readonly MapLayer[]): Bounds | null {
  const all = function* (): Generator<Lonlat> {
    for (const layer of layers) {
      if (layer.kind === 'image') yield* layer.corners;
      else if (layer.kind === 'features') for (const { geometry } of layer.features) if (geometry) yield* positionsOf(geometry);
    }
  };
  return boundsOf(all());
}
