import type { GeoJSONSource, MapOptions } from 'maplibre-gl';
import { type Scheme, TOKENS, TONES } from '../../theme/tokens.ts';
import { DEEPEST, GROUND_TILES } from './base/ground-tiles.ts';
import { keptAddress } from './base/kept-tiles.ts';
import type { FeatureLayer, MapFeature, MapTone } from './map-layer.ts';
import { toneColour } from './map-symbols.ts';

export type StyleSpecification = Exclude<NonNullable<MapOptions['style']>, string>;
export type LayerSpecification = StyleSpecification['layers'][number];
type FilterSpecification = NonNullable<Extract<LayerSpecification, { type: 'symbol' }>['filter']>;

/** Drawn from the fonts of the page: the style names no glyph server, so labels need no network. */
export const FONT = ['Inter Variable', 'sans-serif'];
export const GROUND = { light: { sea: '#DCE7EE', land: '#F7F6F2' }, dark: { sea: '#0E1A22', land: '#25232B' } } as const;
/** The name under which a feature's own id travels, since the map itself only takes numbers. */
export const MAP_ID = 'map_id';
export const TONE_NAMES: readonly MapTone[] = [...TONES, 'muted'];

export function asData(features: readonly MapFeature[]) {
  return {
    type: 'FeatureCollection' as const,
    features: features
      .filter(({ geometry }) => geometry !== null)
      .map(({ id, geometry, properties }) => ({ type: 'Feature', geometry, properties: { ...properties, [MAP_ID]: String(id) } })),
  } as unknown as Exclude<Parameters<GeoJSONSource['setData']>[0], string>;
}

/** Seen from afar a short name is enough: more of them find room, and far fewer letters are drawn. */
const WHOLE_LABEL_ZOOM = 17;
const LABEL = ['step', ['zoom'], ['coalesce', ['get', 'short_label'], ['get', 'label']], WHOLE_LABEL_ZOOM, ['get', 'label']];

const NAME = { 'text-field': LABEL, 'text-font': FONT, 'text-size': 13 };
/** The layout of names in the middle of what they name. */
export const INSIDE = { ...NAME, 'text-size': 12 };

export function labelLayer(id: string, source: string, scheme: Scheme, more: object = {}): LayerSpecification {
  const { surface } = TOKENS[scheme];
  return {
    id,
    type: 'symbol',
    source,
    layout: { ...NAME, 'text-anchor': 'top', 'text-offset': [0, 0.7] },
    paint: { 'text-color': surface.text, 'text-halo-color': surface.card, 'text-halo-width': 2 },
    ...more,
  } as LayerSpecification;
}

/** What the shipped style draws of the ground. */
const LAND_SOURCE = 'land';
/** Whose data the shipped style draws; a printed map says it. */
const LAND_CREDIT = 'Coast: GSHHG 2.3.7, P. Wessel and W. H. F. Smith (LGPL). Beyond: Natural Earth';
/** Nearer than this the coast would lie about where the shore is; then the ground is simply ground. */
const NEAREST = 12;

/** The style the app brings along: sea, land, lakes, borders and names. Everything else is laid over it. */
export function baseStyle(scheme: Scheme): StyleSpecification {
  const { surface } = TOKENS[scheme];
  const { sea, land } = GROUND[scheme];
  const of = (id: string, kind: string) => ({ id, source: LAND_SOURCE, 'source-layer': kind, maxzoom: NEAREST });
  const fill = (id: string, colour: string, kind: string): LayerSpecification => ({
    ...of(id, kind),
    type: 'fill',
    // The sea ends where land goes on, and the land at the line of its shore.
    paint: { 'fill-color': colour, 'fill-antialias': kind !== 'sea' && kind !== 'land' },
  });
  return {
    version: 8,
    sources: {
      [LAND_SOURCE]: { type: 'vector', tiles: [keptAddress(GROUND_TILES)], maxzoom: DEEPEST, attribution: LAND_CREDIT },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': sea } },
      fill('far', land, 'far'),
      fill('near sea', sea, 'sea'),
      fill('land', land, 'land'),
      { ...of('rivers', 'river'), type: 'line', minzoom: 6, paint: { 'line-color': sea, 'line-width': 1.5 } },
      fill('lakes', sea, 'lake'),
      fill('islands', land, 'island'),
      { id: 'ground', type: 'background', minzoom: NEAREST, paint: { 'background-color': land } },
      { ...of('shore', 'shore'), type: 'line', paint: { 'line-color': surface.muted, 'line-width': 0.8, 'line-opacity': 0.5 } },
      {
        ...of('borders', 'border'),
        type: 'line',
        paint: { 'line-color': surface.muted, 'line-width': 1, 'line-opacity': 0.8, 'line-dasharray': [4, 3] },
      },
      labelLayer('towns', LAND_SOURCE, scheme, { ...of('towns', 'town'), filter: ['>=', ['zoom'], ['get', 'from']] as never }),
    ],
  };
}

export const isOf = (...types: string[]): FilterSpecification => ['in', ['geometry-type'], ['literal', types]];
export const POINT = isOf('Point', 'MultiPoint');
const LINE = isOf('LineString', 'MultiLineString');
const AREA = isOf('Polygon', 'MultiPolygon');

/** Which of the map's own layers belong to one of ours; what can be tapped. */
export function layerIdsOf(id: string): string[] {
  return ['area', 'edge', 'line', 'dash', 'point', 'name', 'cluster', 'count'].map((part) => `${id}/${part}`);
}

/** How a layer of features is drawn: areas, lines, points and names, each feature in its own tone or the layer's. */
export function featureStyle(layer: FeatureLayer, scheme: Scheme): LayerSpecification[] {
  const source = layer.id;
  const own: MapTone = layer.tone ?? 'primary';
  const colours = TONE_NAMES.flatMap((tone) => [tone, toneColour(scheme, tone)]);
  const colour = ['match', ['coalesce', ['get', 'tone'], own], ...colours, toneColour(scheme, own)] as never;
  const isDashed = ['==', ['get', 'is_dashed'], true] as const;
  const width = layer.is_background ? 1.5 : 3;
  const [area, edge, line, dash, point, name] = layerIdsOf(layer.id) as [string, string, string, string, string, string];
  const image = ['concat', ['coalesce', ['get', 'symbol'], layer.symbol ?? 'dot'], '/', ['coalesce', ['get', 'tone'], own]] as never;
  return [
    { id: area, type: 'fill', source, filter: AREA, paint: { 'fill-color': colour, 'fill-opacity': 0.16 } },
    { id: edge, type: 'line', source, filter: AREA, paint: { 'line-color': colour, 'line-width': width - 1 } },
    {
      id: line,
      type: 'line',
      source,
      filter: ['all', LINE, ['!', isDashed]] as never,
      paint: { 'line-color': colour, 'line-width': width },
    },
    {
      id: dash,
      type: 'line',
      source,
      filter: ['all', LINE, isDashed] as never,
      paint: { 'line-color': colour, 'line-width': width, 'line-dasharray': [2, 1.5] },
    },
    {
      id: point,
      type: 'symbol',
      source,
      filter: POINT,
      layout: { 'icon-image': image, 'icon-allow-overlap': true, 'icon-ignore-placement': true },
    },
    labelLayer(name, source, scheme, { filter: ['all', POINT, ['has', 'label']] as never, minzoom: layer.label_zoom ?? 12 }),
  ];
}
