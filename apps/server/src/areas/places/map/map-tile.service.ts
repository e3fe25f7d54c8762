import type { MapFilter, MapLayer } from '@dmse/contract/places/map';
import { facetsFor, layersFor, type MapFacet, type MapLayerName } from '@dmse/domain/places/map-layers';
import { clusterTile, type TilePoint } from '@dmse/survey/tile/cluster';
import type { PointIndex } from '@dmse/survey/tile/point-index';
import { encodeTile, type TileFeature } from '../../../adapters/map/encode-tile.ts';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { forbidden, notFound } from '../../../call/refusal.ts';
import { hasShapes, listShapes } from './map-shapes.service.ts';

/** The layer, for whoever may see it and narrow it by this. */
export async function openLayer({ tx, actor, adapters }: Context, layer: MapLayerName, filter: MapFilter = {}): Promise<PointIndex> {
  if (!layersFor(actor.groups).includes(layer)) throw forbidden('You may not see this layer.');
  const allowed = facetsFor(actor.groups, layer);
  for (const [facet, values] of Object.entries(filter))
    if (values && !allowed.includes(facet as MapFacet)) throw forbidden(`You may not narrow this layer by ${facet}.`);
  return adapters.map.open(tx, layer);
}

export async function listMapLayers(context: Context): Promise<{ count: number; results: MapLayer[] }> {
  const results: MapLayer[] = [];
  for (const layer of layersFor(context.actor.groups)) {
    const index = await openLayer(context, layer);
    const { count, bounds, facets } = index.summary();
    const allowed = facetsFor(context.actor.groups, layer);
    const shown = facets.filter(({ facet }) => allowed.includes(facet as MapFacet)) as MapLayer['facets'];
    results.push({ layer, version: index.version, count, bounds, facets: shown });
  }
  return { count: results.length, results };
}

export async function countMapLayer(context: Context, layer: MapLayerName, filter: MapFilter): Promise<Pick<MapLayer, 'count' | 'bounds'>> {
  const index = await openLayer(context, layer, filter);
  return index.countWith(index.filterOf(filter));
}

type Tile = { layer: MapLayerName; z: number; x: number; y: number };

export async function getMapTile(
  context: Context & { answer_headers: Record<string, string> },
  { layer, z, x, y }: Tile,
  { version: _, ...filter }: MapFilter & { version?: string | undefined },
): Promise<FileAnswer> {
  if (x >= 2 ** z || y >= 2 ** z) throw notFound();
  const index = await openLayer(context, layer, filter);
  const { tiles } = context.adapters.map;
  const { version } = index;
  const etag = `${layer}-${version}`;
  const key = `${etag} ${z}/${x}/${y} ${JSON.stringify(filter)}`;
  const known = tiles.get(key);
  const shapes = !known && hasShapes(layer, z) ? await listShapes(context.tx, layer, index, [z, x, y], filter) : [];
  const make = async () => {
    if (known) return known;
    const points = clusterTile(index, [z, x, y], index.filterOf(filter));
    const made = encodeTile({ points: points.map((point) => toFeature(layer, index, point)), shapes });
    if (index.version === version) tiles.set(key, made);
    return made;
  };
  // Kept by the browser, and asked for again each time: whoever loses a role, or signs out, sees it no more.
  context.answer_headers['Cache-Control'] = 'private, no-cache';
  return {
    stream: make,
    name: `${layer}-${z}-${x}-${y}.mvt`,
    mime_type: 'application/vnd.mapbox-vector-tile',
    inline: true,
    etag,
  };
}

function toFeature(layer: MapLayerName, index: PointIndex, point: TilePoint): TileFeature {
  const { x, y } = point;
  if (!('columns' in point)) {
    const [west, south, east, north] = point.bounds;
    return { kind: 'point', x, y, properties: { count: point.count, west, south, east, north } };
  }
  const { columns, at } = point;
  const first = (facet: MapFacet) => columns.valuesOf(at, index.placeOf(facet))[0] ?? '';
  const properties: Record<string, string | boolean> = { id: columns.idOf(at), label: columns.labelOf(at) };
  if (index.placeOf('state') >= 0) properties.state = first('state');
  if (layer === 'pipe') properties.state = first('system');
  if (layer === 'control') {
    properties.hpn = first('hpn') === 'HPN';
    properties.destroyed = first('condition') === 'Destroyed';
  }
  return { kind: 'point', x, y, properties };
}
