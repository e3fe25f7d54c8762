import type { MapArea, MapEntry, MapFilter } from '@dmse/contract/places/map';
import type { MapLayerName } from '@dmse/domain/places/map-layers';
import { project } from '@dmse/survey/tile/clip';
import { isInside } from '@dmse/survey/tile/inside';
import type { WorldBox } from '@dmse/survey/tile/mercator';
import type { PointIndex } from '@dmse/survey/tile/point-index';
import type { Context } from '../../../call/context.ts';
import { type Detail, listDetails } from './map-feature.service.ts';
import { openLayer } from './map-tile.service.ts';

const PAGE_SIZE = 100;

type Wish = Pick<MapArea, 'area' | 'layers'>;
type Found = { layer: MapLayerName; count: number; ids: string[] };

/** How many of each layer lie inside an area, and the ids of those between two places of the whole list. */
export async function findInArea(context: Context, { area, layers }: Wish, from: number, to: number): Promise<Found[]> {
  const ring = project(area);
  const found: Found[] = [];
  let before = 0;
  for (const { layer, filter } of layers) {
    const index = await openLayer(context, layer, filter);
    const ids: string[] = [];
    const count = visitInside(index, ring, filter, (place, id) => {
      if (before + place >= from && before + place < to) ids.push(id());
    });
    found.push({ layer, count, ids });
    before += count;
  }
  return found;
}

/** As drawn on the map: sides are straight there. */
function visitInside(
  index: PointIndex,
  ring: [number, number][],
  filter: MapFilter,
  visit: (place: number, id: () => string) => void,
): number {
  let count = 0;
  index.visit(boxOf(ring), index.filterOf(filter), (columns, at) => {
    if (!isInside(ring, columns.x[at]!, columns.y[at]!)) return;
    visit(count, () => columns.idOf(at));
    count += 1;
  });
  return count;
}

function boxOf(ring: [number, number][]): WorldBox {
  const box: [number, number, number, number] = [Infinity, Infinity, 0, 0];
  for (const [x, y] of ring) {
    box[0] = Math.min(box[0], Math.floor(x));
    box[1] = Math.min(box[1], Math.floor(y));
    box[2] = Math.max(box[2], Math.floor(x) + 1);
    box[3] = Math.max(box[3], Math.floor(y) + 1);
  }
  return box;
}

type Page = Wish & { page?: number | undefined; page_size?: number | undefined };

export async function listInMapArea(context: Context, { page = 1, page_size = PAGE_SIZE, ...wish }: Page) {
  const found = await findInArea(context, wish, (page - 1) * page_size, page * page_size);
  const details: Detail[] = [];
  for (const { layer, ids } of found) details.push(...(await listDetails(context, layer, ids)));
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    results: details.map(toEntry),
    counts: found.map(({ layer, count }) => ({ layer, count })),
  };
}

export function toEntry({ layer, id, label, detail, state, variants, path, lon, lat }: Detail): MapEntry {
  return { layer, id, label, detail, state, variants, path, lon, lat };
}
