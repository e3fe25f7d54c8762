import type { MapNeighbour } from '@dmse/contract/places/map';
import { layersFor, type MapLayerName } from '@dmse/domain/places/map-layers';
import { distanceOnEarth, type Projection } from '@dmse/survey/geo/projection';
import { pointScale } from '@dmse/survey/geo/scale-factor';
import { boxAround, toLonLat } from '@dmse/survey/tile/mercator';
import type { Context } from '../../../call/context.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import { toEntry } from './map-area.service.ts';
import { listDetails } from './map-feature.service.ts';
import { openProjection } from './map-source.service.ts';
import { openLayer } from './map-tile.service.ts';

const MOST = 200;
/** Shots and parcels are near everything. */
const USUAL: readonly MapLayerName[] = ['job', 'quote', 'control', 'run', 'historical'];
const METRES_PER_DEGREE = 110_500;

type Asked = { lon: number; lat: number; metres?: number | undefined; layer?: MapLayerName[] | undefined };
type Near = { layer: MapLayerName; id: string; distance: number };

export async function listMapNeighbours(context: Context, { lon, lat, metres: given, layer: asked }: Asked) {
  const metres = given ?? (await getSection(context.tx, 'map')).near_metres;
  const layers = asked ?? layersFor(context.actor.groups).filter((layer) => USUAL.includes(layer));
  const high = metres / METRES_PER_DEGREE;
  const wide = high / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  const box = boxAround([lon - wide, lat - high, lon + wide, lat + high]);
  const here = { longitude: lon, latitude: lat };
  let near: Near[] = [];
  let count = 0;
  const nearest = () => near.sort((a, b) => a.distance - b.distance).slice(0, MOST);
  for (const layer of layers) {
    const index = await openLayer(context, layer);
    index.visit(box, null, (columns, at) => {
      const [longitude, latitude] = toLonLat(columns.x[at]!, columns.y[at]!);
      const distance = distanceOnEarth(here, { longitude, latitude });
      if (distance > metres) return;
      count += 1;
      near.push({ layer, id: columns.idOf(at), distance });
      if (near.length > 20 * MOST) near = nearest();
    });
  }
  near = nearest();
  const projection = await openProjection(context.tx);
  const results: MapNeighbour[] = [];
  for (const layer of layers) {
    const ids = near.filter((one) => one.layer === layer).map(({ id }) => id);
    for (const detail of await listDetails(context, layer, ids)) results.push({ ...toEntry(detail), ...wayTo(projection, here, detail) });
  }
  return { metres, count, results: results.sort((a, b) => a.distance - b.distance) };
}

type Place = { longitude: number; latitude: number };

/** How far on the ground at sea level, and in which direction on the grid. */
function wayTo(projection: Projection, from: Place, { lon, lat }: { lon: number; lat: number }): { distance: number; bearing: number } {
  const to = { longitude: lon, latitude: lat };
  const [a, b] = [projection.toGrid(from), projection.toGrid(to)];
  const middle = a && b && { easting: (a.easting + b.easting) / 2, northing: (a.northing + b.northing) / 2 };
  const scale = middle && pointScale(projection, middle);
  if (!a || !b || !scale) return { distance: distanceOnEarth(from, to), bearing: 0 };
  const [east, north] = [b.easting - a.easting, b.northing - a.northing];
  return { distance: Math.hypot(east, north) / scale, bearing: ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360 };
}
