import type { MapFeature } from './map-layer.ts';

/**
 * Eastern Canada in a few hundred figures, drawn by hand: enough to know where one is when there is no network and no tiles. It is
 * no survey and nothing is measured from it.
 */
type Line = readonly (readonly [number, number])[];

/** Flat lists read better than nested ones, and weigh less. */
function line(...figures: number[]): Line {
  return Array.from({ length: figures.length / 2 }, (_, at) => [figures[2 * at]!, figures[2 * at + 1]!] as const);
}

// biome-ignore format: pairs of longitude and latitude, many to a line
const MAINLAND = line(
  -80, 41, -72.9, 41.2, -71.4, 41.5, -70.6, 41.6, -70, 41.75, -70.6, 42, -70.95, 42.3, -70.65, 42.65, -70.75, 43.05, -70.2, 43.6,
  -69.5, 43.85, -69.05, 44.1, -68.8, 44.5, -68.25, 44.3, -67.6, 44.5, -66.97, 44.82, -67.05, 45.08, -66.85, 45.12, -66.6, 45.05, -66.45, 45.07,
  -66.05, 45.26, -65.55, 45.34, -65.05, 45.56, -64.75, 45.6, -64.6, 45.73, -64.62, 45.9, -64.45, 45.85, -64.3, 45.82, -64.5, 45.65, -64.93, 45.33,
  -64.35, 45.38, -63.75, 45.4, -63.35, 45.36, -63.9, 45.2, -64.35, 45.3, -65.0, 45.05, -65.75, 44.65, -66.35, 44.25, -66.15, 43.82, -65.65, 43.45,
  -65, 43.75, -64.3, 44.3, -63.6, 44.5, -62.5, 44.8, -61.6, 45.1, -61, 45.3, -61.42, 45.62, -61.9, 45.86, -62.6, 45.7, -63.3, 45.8, -64.05, 45.98,
  -63.8, 46.15, -64.55, 46.25, -64.7, 46.6, -64.85, 46.9, -64.8, 47.08, -65.25, 47.05, -65.4, 47.12, -65.05, 47.25, -64.78, 47.6, -64.5, 47.85,
  -64.5, 48, -64.95, 47.8, -65.65, 47.65, -65.95, 47.9, -66.35, 48.07, -66.7, 48, -66.1, 48.1, -65.3, 48, -64.8, 48.2, -64.2, 48.5, -64.2, 48.85,
  -64.6, 49.1, -65.8, 49.25, -67, 49, -68.5, 48.45, -69.6, 47.8, -70.5, 47, -71.2, 46.82, -70, 47.6, -69.7, 48.15, -68.5, 49.05, -67.3, 49.35,
  -66.4, 50.2, -63.6, 50.25, -61, 50.1, -58.9, 50.8, -57.2, 51.4, -55.7, 52.2, -56.5, 54, -80, 54, -80, 41,
);
// biome-ignore format: as above
const ISLANDS: readonly Line[] = [
  line(-64.4, 46.66, -64, 47.05, -63.45, 46.55, -62.8, 46.43, -62, 46.46, -62.5, 46, -63, 46.08, -63.7, 46.25, -64.1, 46.42, -64.4, 46.66),
  line(-61.4, 45.65, -60.9, 45.58, -60, 45.85, -59.85, 46.1, -60.35, 46.25, -60.4, 47, -60.65, 47.03, -61.05, 46.6, -61.5, 46, -61.4, 45.65),
  line(-66.9, 44.75, -66.78, 44.82, -66.72, 44.68, -66.88, 44.6, -66.9, 44.75),
  line(-64.5, 49.85, -63, 49.9, -61.7, 49.1, -63, 49.2, -64.5, 49.85),
  line(-59.3, 47.6, -57.6, 47.6, -56, 46.9, -55.3, 46.9, -54.2, 47.4, -53.6, 46.65, -52.7, 47.5, -53.2, 48.5, -54.5, 49.4, -55.9, 49.7, -56.8, 49.6, -55.6, 51.4, -57, 51.1,
    -58, 49.6, -59.2, 48.5, -58.5, 48.3, -59.3, 47.6),
];
// biome-ignore format: as above
const BORDERS: readonly Line[] = [
  line(-66.97, 44.82, -67.28, 45.19, -67.43, 45.57, -67.8, 45.68, -67.78, 47.07, -67.95, 47.2, -68.33, 47.36, -68.9, 47.18, -69.05, 47.3, -69.22, 47.46, -70, 46.7, -70.3, 45.9, -71.1, 45.3),
  line(-69.05, 47.3, -68.6, 47.43, -68.38, 47.55, -68.38, 47.92, -68.12, 47.92, -68.12, 48, -67.6, 48, -67.35, 47.88, -66.95, 47.9, -66.7, 48),
  line(-64.3, 45.82, -64.05, 45.98),
];
const TOWNS: readonly [string, number, number][] = [
  ['Fredericton', -66.643, 45.964],
  ['Saint John', -66.06, 45.273],
  ['Moncton', -64.788, 46.09],
  ['Miramichi', -65.5, 47.03],
  ['Bathurst', -65.65, 47.618],
  ['Campbellton', -66.673, 48.005],
  ['Edmundston', -68.325, 47.373],
  ['St. Stephen', -67.277, 45.194],
  ['Halifax', -63.575, 44.649],
  ['Charlottetown', -63.131, 46.238],
  ['Québec', -71.208, 46.813],
  ['Bangor', -68.777, 44.801],
];

export const BASE_LAND: readonly MapFeature[] = [MAINLAND, ...ISLANDS].map((ring, id) => ({
  type: 'Feature',
  id,
  geometry: { type: 'Polygon', coordinates: [ring] },
}));
export const BASE_BORDERS: readonly MapFeature[] = BORDERS.map((coordinates, id) => ({
  type: 'Feature',
  id,
  geometry: { type: 'LineString', coordinates },
}));
export const BASE_TOWNS: readonly MapFeature[] = TOWNS.map(([label, longitude, latitude], id) => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
  properties: { label },
}));
/** What a map without anything on it shows. */
export const BASE_BOUNDS = [-69.2, 44.5, -63.4, 48.2] as const;
