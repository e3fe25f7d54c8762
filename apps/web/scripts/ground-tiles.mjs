// Writes src/parts/map/base/ground/*.bin, the vector tiles of the shipped map, from what base-land.mjs has written: a file for each zoom.
import { mkdirSync, writeFileSync } from 'node:fs';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { DEEPEST } from '../src/parts/map/base/ground-tiles.ts';
import { LAND } from './base-land.generated.ts';
import { TOWNS } from './base-towns.mjs';
import { decodeLine } from './land-lines.mjs';

/** Units to a side of a tile: at the deepest zoom 26 m, a third of what the shore was simplified by. */
const EXTENT = 8192;
/** Units around a tile that are drawn too, so that no seam shows; units that may be left out of a line, 0.75 pixels. */
const [BUFFER, TOLERANCE] = [128, 12];

const [west, south, east, north] = LAND.near;
const box = [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/** The edge of an area without the sides of the box it was cut at. */
function shoresOf(ring) {
  const isOnSide = (a, b) =>
    [west, east].some((side) => a[0] === side && b[0] === side) || [south, north].some((side) => a[1] === side && b[1] === side);
  const parts = [[ring[0]]];
  for (const [at, place] of ring.slice(1).entries()) {
    if (isOnSide(ring[at], place)) parts.push([place]);
    else parts.at(-1).push(place);
  }
  return parts.filter((part) => part.length > 1);
}

const decoded = (...kinds) => kinds.flatMap((kind) => LAND[kind].map(decodeLine));
const areas = (rings) => ({ type: 'MultiPolygon', coordinates: rings.map((ring) => [ring]) });
const lines = (coordinates) => ({ type: 'MultiLineString', coordinates });
/** Each a layer of its own in the tiles. The coarse coast ends where the fine one begins: there the sea is drawn anew. */
const kinds = {
  far: areas(decoded('far')),
  sea: areas([box]),
  land: areas(decoded('land')),
  lake: areas(decoded('lake')),
  island: areas(decoded('island')),
  shore: lines(decoded('land').flatMap(shoresOf)),
  river: lines(decoded('river')),
  border: lines(decoded('country', 'province', 'far_country')),
};
const options = { maxZoom: DEEPEST, indexMaxZoom: DEEPEST, indexMaxPoints: 0, extent: EXTENT, buffer: BUFFER, tolerance: TOLERANCE };
const towns = Object.entries(TOWNS).flatMap(([from, places]) =>
  places.map(([label, ...coordinates]) => ({
    type: 'Feature',
    properties: { label, from: Number(from) },
    geometry: { type: 'Point', coordinates },
  })),
);
const cut = [
  ...Object.entries(kinds).map(([kind, geometry]) => [kind, { type: 'Feature', properties: {}, geometry }]),
  ['town', { type: 'FeatureCollection', features: towns }],
].map(([kind, data]) => [kind, new GeoJSONVT(data, options)]);
/** Before the next zoom has tiles of its own, these are drawn up to it. */
const isNamed = (zoom) => (feature) => feature.tags.from === undefined || feature.tags.from <= zoom + 1 || zoom === DEEPEST;

const EMPTY = new Uint8Array();
const longitudeOf = (x, side) => (x / side) * 360 - 180;
const latitudeOf = (y, side) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / side))) * 180) / Math.PI;

function tileOf(zoom, x, y) {
  const side = 2 ** zoom;
  const isNear =
    longitudeOf(x, side) > west && longitudeOf(x + 1, side) < east && latitudeOf(y + 1, side) > south && latitudeOf(y, side) < north;
  const layers = cut
    // Where the whole tile is drawn finely there is nothing coarse below it, and the sea is what the map begins with.
    .filter(([kind]) => !isNear || (kind !== 'far' && kind !== 'sea'))
    .map(([kind, tiles]) => [kind, { features: tiles.getTile(zoom, x, y)?.features.filter(isNamed(zoom)) ?? [] }])
    .filter(([, { features }]) => features.length > 0);
  return layers.length === 0 ? EMPTY : fromGeojsonVt(Object.fromEntries(layers), { version: 2, extent: EXTENT });
}

const folder = new URL('../src/parts/map/base/ground/', import.meta.url);
mkdirSync(folder, { recursive: true });
/** The numbers of the tiles of one zoom less that hold something: below them there are empty ones, or the map would ask for that zoom as well. */
let above = new Set([0]);
for (let zoom = 0; zoom <= DEEPEST; zoom += 1) {
  const side = 2 ** zoom;
  const isBelow = (x, y) => above.has(Math.floor(x / 2) * Math.floor(side / 2) + Math.floor(y / 2));
  const tiles = Array.from({ length: side * side }, (_, key) => ({ key, x: Math.floor(key / side), y: key % side }))
    .map(({ key, x, y }) => ({ key, bytes: tileOf(zoom, x, y), isBelow: isBelow(x, y) }))
    .filter(({ bytes, isBelow }) => bytes !== EMPTY || isBelow);
  above = new Set(tiles.filter(({ bytes }) => bytes !== EMPTY).map(({ key }) => key));
  let end = 0;
  const ends = tiles.map(({ bytes }) => (end += bytes.length));
  const head = new Uint8Array(Uint32Array.from([tiles.length, ...tiles.map(({ key }) => key), ...ends]).buffer);
  writeFileSync(new URL(`${zoom}.bin`, folder), Buffer.concat([head, ...tiles.map(({ bytes }) => bytes)]));
  console.log(`zoom ${zoom}: ${tiles.length} tiles, ${end} bytes`);
}
