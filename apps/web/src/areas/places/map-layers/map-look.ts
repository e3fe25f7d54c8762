import { queryString } from '@dmse/contract/endpoint';
import type { MapFilter } from '@dmse/contract/places/map';
import type { MapLayerName } from '@dmse/domain/places/map-layers';
import { NO_SYSTEM_TONE, SYSTEM_TONES } from '@dmse/domain/sites/structure-text';
import { FIELD_RUN } from '@dmse/domain/states/field-run';
import { JOB } from '@dmse/domain/states/job';
import type { Tone } from '@dmse/domain/states/machine';
import { QUOTE } from '@dmse/domain/states/quote';
import type { MapSymbol, MapTone, TileLayer } from '../../../parts/map/map-layer.ts';

type Look = Pick<TileLayer, 'symbol' | 'tone' | 'tones' | 'variants' | 'label_zoom' | 'line_zoom' | 'is_named_inside' | 'cluster_offset'>;

/** As the chips of these states are coloured elsewhere. */
function tonesOf(rows: Readonly<Record<string, { tone: Tone }>>): Record<string, MapTone> {
  return Object.fromEntries(Object.entries(rows).map(([state, { tone }]) => [state, tone]));
}

export const LAYER_LOOKS: Readonly<Record<MapLayerName, Look>> = {
  job: { symbol: 'dot', tone: 'success', tones: tonesOf(JOB.rows), cluster_offset: [-16, -12] },
  quote: { symbol: 'square', tone: 'warning', tones: tonesOf(QUOTE.rows), cluster_offset: [16, -12] },
  control: {
    symbol: 'triangle',
    tone: 'primary',
    cluster_offset: [0, 16],
    variants: [
      { when: 'hpn', symbol: 'diamond' },
      { when: 'destroyed', tone: 'muted' },
    ],
  },
  run: { symbol: 'ring', tone: 'secondary', tones: tonesOf(FIELD_RUN.rows), cluster_offset: [-26, 12] },
  shot: { symbol: 'cross', tone: 'secondary', label_zoom: 18, cluster_offset: [0, -36] },
  pipe: { symbol: 'line', tone: NO_SYSTEM_TONE, tones: SYSTEM_TONES, label_zoom: 18, line_zoom: 14, cluster_offset: [-44, -12] },
  historical: { symbol: 'page', tone: 'accent', cluster_offset: [26, 12] },
  layer: { symbol: 'ring', tone: 'warning', cluster_offset: [0, 44] },
  parcel: { symbol: 'square', tone: 'muted', label_zoom: 16, line_zoom: 15, is_named_inside: true, cluster_offset: [44, -12] },
};

/** The symbol of one of a layer, as the map draws it. */
export function lookOf(layer: MapLayerName, state: string | null, variants: readonly string[]): { symbol: MapSymbol; tone: MapTone } {
  const { symbol, tone, tones, variants: known = [] } = LAYER_LOOKS[layer];
  const own = known.filter(({ when }) => variants.includes(when));
  return {
    symbol: own.find((one) => one.symbol)?.symbol ?? symbol,
    tone: own.find((one) => one.tone)?.tone ?? tones?.[state ?? ''] ?? tone,
  };
}

/** From the bottom: outlines lie under what stands on them. */
const DRAWN: readonly MapLayerName[] = ['parcel', 'layer', 'pipe', 'shot', 'historical', 'run', 'quote', 'job', 'control'];

type Shown = { layer: MapLayerName; version: string };

/** The layers of tiles for the map. A worker fetches them, so their addresses are whole. */
export function tileLayersOf(shown: readonly Shown[], filters: Readonly<Partial<Record<MapLayerName, MapFilter>>>): TileLayer[] {
  return DRAWN.flatMap((name) => {
    const found = shown.find(({ layer }) => layer === name);
    if (!found) return [];
    const query = queryString({ ...filters[name], version: found.version });
    return [
      { id: name, kind: 'tiles' as const, url: `${location.origin}/api/map/tile/${name}/{z}/{x}/{y}/?${query}`, ...LAYER_LOOKS[name] },
    ];
  });
}

/** "IN PROGRESS" as one reads it: In progress. */
export function sayState(state: string): string {
  return state.charAt(0).toUpperCase() + (state === state.toUpperCase() ? state.slice(1).toLowerCase() : state.slice(1));
}

export type LegendKey = { label: string; symbol: MapSymbol; tone: MapTone };

/** What the looks of a layer mean, where it has more than one. */
export function legendKeys(layer: MapLayerName): LegendKey[] {
  const { symbol, tone, tones } = LAYER_LOOKS[layer];
  if (layer === 'control')
    return [
      { label: 'Control', symbol, tone },
      { label: 'HPN', symbol: 'diamond', tone },
      { label: 'Destroyed', symbol, tone: 'muted' },
    ];
  const keys = Object.entries(tones ?? {}).map(([state, own]) => ({ label: sayState(state), symbol, tone: own }));
  return layer === 'pipe' ? [...keys, { label: 'Unknown', symbol, tone }] : keys;
}
