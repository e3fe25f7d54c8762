import { MapFilter } from '@dmse/contract/places/map';
import { MAP_FACETS, MAP_LAYER_NAMES, MAP_LAYERS, type MapFacet, type MapLayerName } from '@dmse/domain/places/map-layers';
import type { Lonlat, MapView, Measurement } from '../../../parts/map/map-layer.ts';
import { readPlaces, writePlaces } from '../location/place-words.ts';

export type MapFilters = Readonly<Partial<Record<MapLayerName, MapFilter>>>;
/** What stands beside the map. */
export type MapTab = 'layers' | 'list';
export type LayerPick = { readonly layer: MapLayerName; readonly id: string };

/** Everything a person sees on the map, as its address says it. */
export type MapAddress = {
  view: MapView | null;
  /** Null: those the map shows by itself. */
  layers: readonly MapLayerName[] | null;
  filters: MapFilters;
  pick: LayerPick | null;
  mark: Lonlat | null;
  /** 0 is the shipped map; null the one of the person. */
  base: number | null;
  area: readonly Lonlat[];
  /** Of an area that is being drawn; null while none is. */
  corners: readonly Lonlat[] | null;
  measured: Measurement | null;
  /** Null: the list where there is an area, else the layers. */
  tab: MapTab | null;
  /** The static layers that are drawn with all they hold, by their ids. */
  drawn: readonly string[];
};

export const FIRST_LAYERS: readonly MapLayerName[] = ['job', 'quote', 'control', 'run', 'historical'];
/** Stands for a list without anything in it: an address cannot say an empty one. */
const NOTHING = 'none';
const MAX_ZOOM = 24;
const MOST_DRAWN = 20;

type Words = Readonly<Record<string, unknown>>;

function isLayer(name: unknown): name is MapLayerName {
  return MAP_LAYER_NAMES.includes(name as MapLayerName);
}

/** "14.2_45.9636_-66.6431": zoom, latitude, longitude. */
function readView(words: unknown): MapView | null {
  const match = /^(\d{1,2}(?:\.\d+)?)_(-?\d{1,2}(?:\.\d+)?)_(-?\d{1,3}(?:\.\d+)?)$/.exec(String(words ?? ''));
  if (!match) return null;
  const [zoom, latitude, longitude] = match.slice(1).map(Number) as [number, number, number];
  return zoom <= MAX_ZOOM && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { zoom, center: [longitude, latitude] } : null;
}

function writeView({ zoom, center: [longitude, latitude] }: MapView): string {
  return `${zoom.toFixed(2)}_${latitude.toFixed(6)}_${longitude.toFixed(6)}`;
}

function readLayers(words: unknown): readonly MapLayerName[] | null {
  if (words === undefined) return null;
  return (Array.isArray(words) ? words : [words]).filter(isLayer);
}

function readFilters(words: Words): MapFilters {
  const filters: Partial<Record<MapLayerName, MapFilter>> = {};
  for (const layer of MAP_LAYER_NAMES)
    for (const facet of MAP_FACETS) {
      const value = words[`${layer}.${facet}`];
      if (value === undefined || !(facet in MAP_LAYERS[layer].facets)) continue;
      const parsed = MapFilter.safeParse({ ...filters[layer], [facet]: Array.isArray(value) ? value.map(String) : [String(value)] });
      if (parsed.success) filters[layer] = parsed.data;
    }
  return filters;
}

function readPick(words: unknown): LayerPick | null {
  const match = /^([a-z]+)_(.{1,100})$/.exec(String(words ?? ''));
  return match && isLayer(match[1]) ? { layer: match[1], id: match[2]! } : null;
}

export function readMapAddress(words: Words): MapAddress {
  const area = readPlaces(words.area);
  return {
    view: readView(words.at),
    layers: readLayers(words.layer),
    filters: readFilters(words),
    pick: readPick(words.pick),
    mark: readPlaces(words.mark)[0] ?? null,
    base: /^\d{1,9}$/.test(String(words.base ?? '')) ? Number(words.base) : null,
    area: area.length >= 3 ? area : [],
    corners: words.corners === undefined ? null : readPlaces(words.corners),
    measured:
      words.measure === 'distance' || words.measure === 'area' ? { path: readPlaces(words.path), isArea: words.measure === 'area' } : null,
    tab: words.tab === 'layers' || words.tab === 'list' ? words.tab : null,
    drawn: [words.drawn ?? []]
      .flat()
      .map(String)
      .filter((id) => /^\d{1,9}$/.test(id))
      .slice(0, MOST_DRAWN),
  };
}

/** The words that say a change; undefined ones leave the address. */
export function writeMapAddress(change: Partial<MapAddress>): Record<string, string | readonly string[] | undefined> {
  const words: Record<string, string | readonly string[] | undefined> = {};
  if (change.view !== undefined) words.at = change.view ? writeView(change.view) : undefined;
  if (change.layers !== undefined) words.layer = change.layers ? (change.layers.length > 0 ? change.layers : NOTHING) : undefined;
  if (change.pick !== undefined) words.pick = change.pick ? `${change.pick.layer}_${change.pick.id}` : undefined;
  if (change.mark !== undefined) words.mark = change.mark ? writePlaces([change.mark]) : undefined;
  if (change.base !== undefined) words.base = change.base === null ? undefined : String(change.base);
  if (change.area !== undefined) words.area = change.area.length > 0 ? writePlaces(change.area) : undefined;
  if (change.corners !== undefined)
    words.corners = change.corners ? (change.corners.length > 0 ? writePlaces(change.corners) : NOTHING) : undefined;
  if (change.measured !== undefined) {
    words.measure = change.measured ? (change.measured.isArea ? 'area' : 'distance') : undefined;
    words.path = change.measured && change.measured.path.length > 0 ? writePlaces(change.measured.path) : undefined;
  }
  if (change.tab !== undefined) words.tab = change.tab ?? undefined;
  if (change.drawn !== undefined) words.drawn = change.drawn.length > 0 ? change.drawn : undefined;
  if (change.filters)
    for (const layer of MAP_LAYER_NAMES)
      for (const facet of Object.keys(MAP_LAYERS[layer].facets) as MapFacet[]) {
        const values = change.filters[layer]?.[facet];
        words[`${layer}.${facet}`] = values && values.length > 0 ? values : undefined;
      }
  return words;
}
