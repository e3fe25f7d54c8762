import type { Lonlat, MapFeature, MapLayer } from './map-layer.ts';
import type { Fix } from './own-position.ts';

const METRES_PER_DEGREE = 111_320;
const SIDES = 48;

/** A circle of so many metres, as an area. */
function circle([longitude, latitude]: Lonlat, metres: number): Lonlat[] {
  const squeeze = Math.max(Math.cos((latitude * Math.PI) / 180), 0.01);
  return Array.from({ length: SIDES + 1 }, (_, at) => {
    const turn = (2 * Math.PI * at) / SIDES;
    return [
      longitude + (metres * Math.sin(turn)) / (METRES_PER_DEGREE * squeeze),
      latitude + (metres * Math.cos(turn)) / METRES_PER_DEGREE,
    ] as const;
  });
}

function lineOf(id: string, coordinates: readonly Lonlat[], is_dashed = false): MapFeature {
  return { type: 'Feature', id, geometry: { type: 'LineString', coordinates }, properties: { tone: 'accent', is_dashed } };
}

/** Own position: where, and how well it is known. */
export function positionFeatures(fix: Fix): MapFeature[] {
  const at: Lonlat = [fix.longitude, fix.latitude];
  return [
    {
      type: 'Feature',
      id: 'accuracy',
      geometry: { type: 'Polygon', coordinates: [circle(at, fix.accuracy)] },
      properties: { tone: 'info' },
    },
    { type: 'Feature', id: 'here', geometry: { type: 'Point', coordinates: at }, properties: { tone: 'info', symbol: 'ring' } },
  ];
}

export function measureFeatures(path: readonly Lonlat[], isArea = false): MapFeature[] {
  const dots = path.map(
    (coordinates, at): MapFeature => ({
      type: 'Feature',
      id: `measure-${at}`,
      geometry: { type: 'Point', coordinates },
      properties: { tone: 'accent', symbol: 'square' },
    }),
  );
  if (isArea && path.length > 2) {
    const geometry = { type: 'Polygon' as const, coordinates: [[...path, path[0]!]] };
    return [{ type: 'Feature', id: 'measure', geometry, properties: { tone: 'accent' } }, ...dots];
  }
  return path.length > 1 ? [lineOf('measure', path), ...dots] : dots;
}

export function goToFeatures(from: Lonlat, to: Lonlat): MapFeature[] {
  return [lineOf('go-to', [from, to], true)];
}

/** What is selected, once more on top: a line thicker in the accent, a point with a ring around it. */
export function selectionFeatures(layers: readonly MapLayer[], selected: string): MapFeature[] {
  for (const layer of layers) {
    if (layer.kind !== 'features') continue;
    const found = layer.features.find(({ id }) => String(id) === selected);
    if (!found?.geometry) continue;
    const properties = { tone: 'accent' as const, symbol: 'halo' as never };
    return [{ type: 'Feature', id: 'selected', geometry: found.geometry, properties }];
  }
  return [];
}
