import { type Scheme, TOKENS } from '../../theme/tokens.ts';
import type { MapTone, TileLayer } from './map-layer.ts';
import { FONT, INSIDE, isOf, type LayerSpecification, labelLayer, layerIdsOf, TONE_NAMES } from './map-style.ts';
import { toneColour } from './map-symbols.ts';

/** Tiles of this zoom are stretched for nearer views: a unit of theirs is less than a centimetre. */
export const TILE_ZOOM = 20;

const IS_CLUSTER = ['has', 'count'];
const RADIUS = ['step', ['get', 'count'], 13, 10, 15, 100, 19, 1000, 23, 10_000, 27];
const COUNT = [
  'case',
  ['>=', ['get', 'count'], 10_000],
  ['concat', ['to-string', ['round', ['/', ['get', 'count'], 1000]]], 'k'],
  ['to-string', ['get', 'count']],
];

/** Absent, false, 0 and the empty string are all "no". */
const isTrue = (name: string) => ['to-boolean', ['get', name]];

function toneOf({ tone, tones = {}, variants = [] }: TileLayer): unknown {
  const byState = Object.entries(tones).flat();
  const own = byState.length > 0 ? ['match', ['coalesce', ['get', 'state'], ''], ...byState, tone] : tone;
  const others = variants.flatMap((variant) => (variant.tone ? [isTrue(variant.when), variant.tone] : []));
  return others.length > 0 ? ['case', ...others, own] : own;
}

function symbolOf({ symbol, variants = [] }: TileLayer): unknown {
  const others = variants.flatMap((variant) => (variant.symbol ? [isTrue(variant.when), variant.symbol] : []));
  return others.length > 0 ? ['case', ...others, symbol] : symbol;
}

/** How a layer of tiles is drawn: outlines and lines, single features by their symbol, clusters as circles with their number. */
export function tileStyle(layer: TileLayer, scheme: Scheme): LayerSpecification[] {
  const { surface } = TOKENS[scheme];
  const source = layer.id;
  const tone = toneOf(layer);
  // Seen from near, a cluster stands where it is.
  const offset = ['interpolate', ['linear'], ['zoom'], 10, ['literal', layer.cluster_offset ?? [0, 0]], 14, ['literal', [0, 0]]];
  const colours = TONE_NAMES.flatMap((name: MapTone) => [name, toneColour(scheme, name)]);
  const colour = ['match', tone, ...colours, toneColour(scheme, layer.tone)];
  const shapes = { source, 'source-layer': 'shapes' };
  const points = { source, 'source-layer': 'points', ...(layer.line_zoom === undefined ? {} : { maxzoom: layer.line_zoom }) };
  const [area, edge, line, , point, name, cluster, count] = layerIdsOf(layer.id) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return [
    { id: area, type: 'fill', ...shapes, filter: isOf('Polygon', 'MultiPolygon'), paint: { 'fill-color': colour, 'fill-opacity': 0.1 } },
    { id: edge, type: 'line', ...shapes, filter: isOf('Polygon', 'MultiPolygon'), paint: { 'line-color': colour, 'line-width': 1.5 } },
    {
      id: line,
      type: 'line',
      ...shapes,
      filter: isOf('LineString', 'MultiLineString'),
      paint: { 'line-color': colour, 'line-width': 2.5 },
    },
    {
      id: point,
      type: 'symbol',
      ...points,
      filter: ['!', IS_CLUSTER],
      layout: { 'icon-image': ['concat', symbolOf(layer), '/', tone], 'icon-allow-overlap': true, 'icon-ignore-placement': true },
    },
    labelLayer(name, source, scheme, {
      ...(layer.is_named_inside ? { layout: INSIDE } : {}),
      'source-layer': 'points',
      filter: ['all', ['!', IS_CLUSTER], ['has', 'label']],
      minzoom: layer.label_zoom ?? 14,
    }),
    {
      id: cluster,
      type: 'circle',
      ...points,
      filter: IS_CLUSTER,
      paint: {
        'circle-radius': RADIUS,
        'circle-translate': offset,
        'circle-color': toneColour(scheme, layer.tone),
        'circle-opacity': 0.88,
        'circle-stroke-width': 2,
        'circle-stroke-color': surface.card,
      },
    },
    {
      id: count,
      type: 'symbol',
      ...points,
      filter: IS_CLUSTER,
      layout: { 'text-field': COUNT, 'text-font': FONT, 'text-size': 12, 'text-allow-overlap': true, 'text-ignore-placement': true },
      paint: { 'text-color': surface.on_tone, 'text-translate': offset },
    },
  ] as LayerSpecification[];
}
