import type { BaseMap } from '@dmse/contract/places/base-map';
import { type Scheme, TOKENS } from '../../../theme/tokens.ts';
import type { Bounds } from '../map-layer.ts';
import { baseStyle, GROUND, type LayerSpecification, labelLayer, type StyleSpecification } from '../map-style.ts';
import { keptAddress } from './kept-tiles.ts';

/** A style by its address, or written out. */
export type MapStyle = string | StyleSpecification;

const SOURCE = 'base';
const TILE_SIZE = 256;

/** The tiles our own server reads from a file, by the address a worker can ask. */
function ownTiles({ id, revision }: BaseMap): string {
  return `${location.origin}/api/map/basemap/${id}/{z}/{x}/{y}/?revision=${revision}`;
}

/** Other programs write the place of a tile with capitals; WMTS names it by its own words. */
function templateOf(url: string): string {
  return url
    .replaceAll('{Z}', '{z}')
    .replaceAll('{X}', '{x}')
    .replaceAll('{Y}', '{y}')
    .replace(/\{TileMatrix\}/gi, '{z}')
    .replace(/\{TileCol\}/gi, '{x}')
    .replace(/\{TileRow\}/gi, '{y}');
}

/** What a layer of vector tiles is taken for, by its name. */
const IS_WATER = /water|ocean|lake|river|hydro|sea|eau/i;
const IS_GREEN = /park|forest|wood|land_?cover|vegetation|nature/i;
const IS_GROUND = /^(land|earth|landuse|land_use)$/i;
const IS_BUILDING = /building|batiment/i;
const IS_ROAD = /road|street|transport|highway|rail|route/i;

const COLOURS = {
  light: { green: '#E3EBD9', building: '#DDD8CF', road: '#FFFFFF', casing: '#B9B3A6', other: '#8A8498' },
  dark: { green: '#1D261D', building: '#2C2930', road: '#4A4652', casing: '#2A2731', other: '#6C6678' },
} as const;

/** A plain drawing of vector tiles that bring no style: areas, lines, then names, each layer in the colour its name suggests. */
function plainLayers(names: readonly string[], scheme: Scheme): LayerSpecification[] {
  const { sea, land } = GROUND[scheme];
  const { surface } = TOKENS[scheme];
  const colours = COLOURS[scheme];
  const areaOf = (name: string): string | null => {
    if (IS_WATER.test(name)) return sea;
    if (IS_GREEN.test(name)) return colours.green;
    if (IS_GROUND.test(name)) return land;
    return IS_BUILDING.test(name) ? colours.building : null;
  };
  const rankOf = (name: string) => [IS_GROUND, IS_GREEN, IS_WATER, IS_BUILDING].findIndex((one) => one.test(name));
  const ordered = names.toSorted((one, other) => rankOf(one) - rankOf(other));
  const of = (name: string, part: string) => ({ id: `${SOURCE}/${part}/${name}`, source: SOURCE, 'source-layer': name });
  const is = (type: string) => ['==', ['geometry-type'], type] as never;
  const fills = ordered.flatMap((name): LayerSpecification[] => {
    const colour = areaOf(name);
    if (colour) return [{ ...of(name, 'area'), type: 'fill', filter: is('Polygon'), paint: { 'fill-color': colour } }];
    const paint = { 'line-color': colours.other, 'line-width': 0.8, 'line-opacity': 0.7 };
    return [{ ...of(name, 'edge'), type: 'line', filter: is('Polygon'), paint }];
  });
  const lines = ordered.map((name): LayerSpecification => {
    const colour = IS_WATER.test(name) ? sea : IS_ROAD.test(name) ? (scheme === 'light' ? colours.casing : colours.road) : colours.other;
    const width = ['interpolate', ['exponential', 1.6], ['zoom'], 8, 0.6, 14, IS_ROAD.test(name) ? 2 : 1, 18, IS_ROAD.test(name) ? 7 : 2];
    return { ...of(name, 'line'), type: 'line', filter: is('LineString'), paint: { 'line-color': colour, 'line-width': width as never } };
  });
  const texts = ordered.map(
    (name): LayerSpecification =>
      labelLayer(`${SOURCE}/name/${name}`, SOURCE, scheme, {
        'source-layer': name,
        filter: ['all', is('Point'), ['has', 'name']] as never,
        layout: { 'text-field': ['get', 'name'], 'text-font': ['Inter Variable', 'sans-serif'], 'text-size': 12 },
        paint: { 'text-color': surface.muted, 'text-halo-color': surface.card, 'text-halo-width': 1.5 },
      }),
  );
  return [...fills, ...lines, ...texts];
}

/** How a base map is drawn. Null: the style that is shipped. */
export function styleOfBaseMap(base: BaseMap | null, scheme: Scheme): MapStyle | null {
  if (base?.state !== 'ready') return null;
  if (base.kind === 'style') return base.url;
  const ground: LayerSpecification = { id: 'ground', type: 'background', paint: { 'background-color': GROUND[scheme].land } };
  const { tiles } = base;
  const shared = {
    // The map shows it as markup.
    attribution: base.attribution.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`),
    minzoom: Math.max(base.min_zoom, tiles?.min_zoom ?? 0),
    maxzoom: Math.min(base.max_zoom, tiles?.max_zoom ?? base.max_zoom),
    tiles: [tiles ? ownTiles(base) : templateOf(base.url)],
    ...(tiles ? { bounds: tiles.bounds } : {}),
  };
  if (tiles?.format === 'mvt')
    return { version: 8, sources: { [SOURCE]: { type: 'vector', ...shared } }, layers: [ground, ...plainLayers(tiles.layers, scheme)] };
  return {
    version: 8,
    sources: { [SOURCE]: { type: 'raster', tileSize: TILE_SIZE, ...shared } },
    layers: [ground, { id: SOURCE, type: 'raster', source: SOURCE, paint: { 'raster-fade-duration': 0 } }],
  };
}

/** A base map of which an area lies on the device, over the shipped map: beyond its edge there is still land and sea. */
export function styleOfKeptTiles(
  base: BaseMap,
  kept: { name: string; area: Bounds; min_zoom: number; max_zoom: number },
  scheme: Scheme,
): StyleSpecification | null {
  const { min_zoom, max_zoom, area } = kept;
  const style = base.tiles && styleOfBaseMap({ ...base, state: 'ready', min_zoom, max_zoom }, scheme);
  if (!style || typeof style === 'string') return null;
  const shipped = baseStyle(scheme);
  const source = { ...style.sources[SOURCE], tiles: [keptAddress(kept.name)], bounds: [...area] } as StyleSpecification['sources'][string];
  return {
    version: 8,
    sources: { ...shipped.sources, [SOURCE]: source },
    layers: [...shipped.layers, ...style.layers.filter(({ id }) => id !== 'ground')],
  };
}
