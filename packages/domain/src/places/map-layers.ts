import { type Action, can } from '../access/grants.ts';
import type { Role } from '../access/roles.ts';

/** What a layer can be narrowed by. `needs`: only for who may read that field of the record. */
type Facet = { label: string; needs?: Action };
type Layer = {
  label: string;
  one: string;
  /** Who does not hold this sees neither the layer nor its tiles. */
  needs: Action;
  facets: Readonly<Partial<Record<MapFacet, Facet>>>;
};

export const MAP_FACETS = ['state', 'type', 'year', 'manager', 'category', 'company', 'system', 'hpn', 'condition'] as const;
export type MapFacet = (typeof MAP_FACETS)[number];

const STATE = { label: 'State' };
const YEAR = { label: 'Year' };
const WORK = { state: STATE, type: { label: 'Type', needs: 'jobs.read' }, year: { label: 'Year', needs: 'jobs.read' } } as const;
const MANAGER = { label: 'Project manager', needs: 'jobs.read' } as const;

/** The layers of the map, in the order of the legend. */
export const MAP_LAYERS = {
  job: { label: 'Jobs', one: 'Job', needs: 'jobs.look_up', facets: { ...WORK, manager: MANAGER } },
  quote: { label: 'Quotes', one: 'Quote', needs: 'quotes.read', facets: { ...WORK, manager: MANAGER } },
  control: {
    label: 'Control points',
    one: 'Control point',
    needs: 'sites.read',
    facets: { hpn: { label: 'Network' }, condition: { label: 'Condition' } },
  },
  run: { label: 'Field runs', one: 'Field run', needs: 'sites.read', facets: { state: STATE, year: YEAR } },
  shot: { label: 'Shots', one: 'Shot', needs: 'sites.read', facets: { category: { label: 'Category' }, year: YEAR } },
  pipe: { label: 'Pipes', one: 'Pipe', needs: 'sites.read', facets: { system: { label: 'System' } } },
  historical: {
    label: 'Historical files',
    one: 'Historical file',
    needs: 'historicals.read',
    facets: { company: { label: 'Company' }, category: { label: 'Category' }, year: YEAR },
  },
  layer: { label: 'Layers of field runs', one: 'Layer', needs: 'sites.read', facets: {} },
  parcel: { label: 'Parcels', one: 'Parcel', needs: 'places.search', facets: {} },
} as const satisfies Record<string, Layer>;

export type MapLayerName = keyof typeof MAP_LAYERS;
export const MAP_LAYER_NAMES = Object.keys(MAP_LAYERS) as [MapLayerName, ...MapLayerName[]];

/** The layers somebody with these groups may see. */
export function layersFor(groups: readonly Role[]): MapLayerName[] {
  return MAP_LAYER_NAMES.filter((name) => can(groups, MAP_LAYERS[name].needs));
}

/** What somebody with these groups may narrow a layer by. */
export function facetsFor(groups: readonly Role[], layer: MapLayerName): MapFacet[] {
  const facets: Layer['facets'] = MAP_LAYERS[layer].facets;
  return MAP_FACETS.filter((name) => {
    const facet = facets[name];
    return facet !== undefined && (facet.needs === undefined || can(groups, facet.needs));
  });
}

export function facetLabel(layer: MapLayerName, facet: MapFacet): string {
  const facets: Layer['facets'] = MAP_LAYERS[layer].facets;
  return facets[facet]?.label ?? facet;
}
