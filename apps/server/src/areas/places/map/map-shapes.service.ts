import type { MapFilter } from '@dmse/contract/places/map';
import type { MapLayerName } from '@dmse/domain/places/map-layers';
import { clipLine, clipRing, project } from '@dmse/survey/tile/clip';
import { tileBox, toLonLat, type WorldBox } from '@dmse/survey/tile/mercator';
import type { PointIndex } from '@dmse/survey/tile/point-index';
import { TILE_EXTENT, type TileFeature } from '../../../adapters/map/encode-tile.ts';
import type { Tx } from '../../../db/database.ts';
import * as source from './map-source.queries.ts';
import { facetsOf, lineOf, openProjection } from './map-source.service.ts';

/** From which zoom on lines and outlines are drawn: few enough of them lie in a tile. */
const SHAPES_FROM: Partial<Record<MapLayerName, number>> = { job: 13, quote: 13, historical: 13, pipe: 14, layer: 10, parcel: 15 };
const MOST_SHAPES = 2000;
/** Drawn beyond the edge, so that a stroke does not end there. */
const MARGIN = 80 / TILE_EXTENT;
/** Half of the longest pipe, as a share of a tile of zoom 14. */
const PIPE_REACH = 0.5;

type Ring = [number, number][];

export function hasShapes(layer: MapLayerName, z: number): boolean {
  return z >= (SHAPES_FROM[layer] ?? Number.POSITIVE_INFINITY);
}

/** Lines and outlines of a tile, cut at its edge. */
export async function listShapes(
  tx: Tx,
  layer: MapLayerName,
  index: PointIndex,
  tile: readonly [z: number, x: number, y: number],
  filter: MapFilter,
): Promise<TileFeature[]> {
  const whole = tileBox(...tile);
  const margin = (whole[2] - whole[0]) * MARGIN;
  const box: WorldBox = [whole[0] - margin, whole[1] - margin, whole[2] + margin, whole[3] + margin];
  const rows = layer === 'pipe' ? await listPipes(tx, index, box) : await listRows(tx, layer, box);
  const projection = layer === 'pipe' ? await openProjection(tx) : null;
  const wanted = rows.filter((row) => index.isWanted(filter, facetsOf(layer, row)));
  return wanted.flatMap((row) => {
    const properties = { id: String(row.id), label: row.label ?? '' };
    if (projection) {
      const state = String(facetsOf(layer, row)[0] ?? '');
      return drawn('line', clipLine(project(lineOf(projection, row)), box), whole, { ...properties, state });
    }
    return polygonsOf(layer, row.shape).flatMap((rings) => drawOutline(rings, box, whole, properties));
  });
}

function listRows(tx: Tx, layer: MapLayerName, [x0, y0, x1, y1]: WorldBox): Promise<source.SourceRow[]> {
  const [[west, north], [east, south]] = [toLonLat(x0, y0), toLonLat(x1, y1)];
  const box = { west, south, east, north };
  if (layer === 'layer') return source.listLayerBoxes(tx, box, MOST_SHAPES);
  if (layer === 'job' || layer === 'quote' || layer === 'historical' || layer === 'parcel')
    return source.listOutlines(tx, layer, box, MOST_SHAPES);
  return Promise.resolve([]);
}

/** Pipes have no box of their own: those whose middle is near enough. */
function listPipes(tx: Tx, index: PointIndex, [x0, y0, x1, y1]: WorldBox): Promise<source.SourceRow[]> {
  const reach = tileBox(14, 0, 0)[2] * PIPE_REACH;
  const ids: string[] = [];
  index.visit([x0 - reach, y0 - reach, x1 + reach, y1 + reach], null, (columns, at) => {
    if (ids.length < MOST_SHAPES) ids.push(columns.idOf(at));
  });
  return source.listByIds(tx, 'pipe', ids);
}

/** The rings of each polygon. */
function polygonsOf(layer: MapLayerName, shape: unknown): Ring[][] {
  if (layer === 'layer') {
    const [west, south, east, north] = shape as number[];
    return [
      [
        [
          [west!, south!],
          [east!, south!],
          [east!, north!],
          [west!, north!],
        ],
      ],
    ];
  }
  const { type, coordinates } = shape as { type: string; coordinates: unknown };
  if (type === 'Polygon') return [coordinates as Ring[]];
  return type === 'MultiPolygon' ? (coordinates as Ring[][]) : [];
}

/** Outer rings run clockwise on the screen and holes the other way, as the tile's specification wants it. */
function drawOutline(rings: readonly Ring[], box: WorldBox, whole: WorldBox, properties: TileFeature['properties']): TileFeature[] {
  const cut = rings.map((ring, place) => {
    const clipped = clipRing(project(ring), box);
    return areaOf(clipped) < 0 === (place === 0) ? clipped.reverse() : clipped;
  });
  return cut[0] && cut[0].length >= 3 ? drawn('outline', cut, whole, properties) : [];
}

function areaOf(ring: Ring): number {
  return ring.reduce((sum, [x, y], at) => {
    const [bx, by] = ring[(at + 1) % ring.length]!;
    return sum + (x * by - bx * y) / 2;
  }, 0);
}

function drawn(kind: 'line' | 'outline', parts: readonly Ring[], whole: WorldBox, properties: TileFeature['properties']): TileFeature[] {
  const scale = TILE_EXTENT / (whole[2] - whole[0]);
  const least = kind === 'outline' ? 3 : 2;
  const placed = parts.map((part) => {
    const places = part.map(([x, y]) => [Math.round((x - whole[0]) * scale), Math.round((y - whole[1]) * scale)] as const);
    return places.filter(([x, y], at) => at === 0 || x !== places[at - 1]![0] || y !== places[at - 1]![1]);
  });
  const kept = placed.filter((part) => part.length >= least);
  return kept.length > 0 ? [{ kind, parts: kept, properties }] : [];
}
