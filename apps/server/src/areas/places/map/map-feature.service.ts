import { PlaceGeometry } from '@dmse/contract/places/location';
import type { MapEntry, MapFeatureCard, MapVariant } from '@dmse/contract/places/map';
import { can } from '@dmse/domain/access/grants';
import { canEditJob } from '@dmse/domain/access/job-access';
import { MAP_LAYERS, type MapLayerName } from '@dmse/domain/places/map-layers';
import { isOpenJob, type JobState } from '@dmse/domain/states/job';
import type { Projection } from '@dmse/survey/geo/projection';
import { idWords } from '@dmse/survey/tile/point-columns';
import type { Context } from '../../../call/context.ts';
import { notFound } from '../../../call/refusal.ts';
import { fileUrl } from '../../files/file/file.service.ts';
import { leadersOf } from '../../jobs/project/project.service.ts';
import * as source from './map-source.queries.ts';
import { facetsOf, mapSource, middleOf, openProjection } from './map-source.service.ts';
import { openLayer } from './map-tile.service.ts';

type Groups = Context['actor']['groups'];

export type Detail = MapEntry & { row: source.DetailRow; easting: number | null; northing: number | null };

/** What lists, cards and files say of features, in the order they were asked for. */
export async function listDetails(context: Context, layer: MapLayerName, ids: readonly string[]): Promise<Detail[]> {
  const { tx, actor } = context;
  const known = ids.filter((id) => idWords(mapSource.shapeOf(layer).ids, id) !== null);
  const points = known.flatMap((id) => readPoint(id) ?? []);
  const plain = known.filter((id) => readPoint(id) === null);
  const rows = [...(await source.listDetails(tx, layer, plain)), ...(await source.listPointDetails(tx, points))];
  const projection = await openProjection(tx);
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  return known.flatMap((id) => {
    const row = byId.get(id);
    return row ? (toDetail(layer, row, projection, actor.groups) ?? []) : [];
  });
}

/** A processed point is named by its attempt and its name. */
function readPoint(id: string): { attempt: number; name: string } | null {
  const found = /^(\d{1,9})\.(.*)$/s.exec(id);
  return found ? { attempt: Number(found[1]), name: found[2]! } : null;
}

function toDetail(layer: MapLayerName, row: source.DetailRow, projection: Projection, groups: Groups): Detail | null {
  const place = middleOf(projection, row);
  if (!place) return null;
  const [lon, lat] = place;
  const exact = layer !== 'run' && layer !== 'pipe' && row.easting !== null && row.northing !== null;
  const grid = exact ? { easting: row.easting, northing: row.northing } : projection.toGrid({ longitude: lon, latitude: lat });
  return {
    layer,
    id: String(row.id),
    label: row.label?.trim() || MAP_LAYERS[layer].one,
    detail: row.detail ?? '',
    state: stateOf(layer, row),
    variants: variantsOf(layer, row),
    path: pathOf(layer, row, groups),
    lon,
    lat,
    easting: grid?.easting ?? null,
    northing: grid?.northing ?? null,
    row,
  };
}

function stateOf(layer: MapLayerName, row: source.DetailRow): string | null {
  const state = facetsOf(layer, row)[Object.keys(MAP_LAYERS[layer].facets).indexOf('state')];
  return typeof state === 'string' && state !== '' ? state : null;
}

function variantsOf(layer: MapLayerName, row: source.DetailRow): MapVariant[] {
  if (layer !== 'control') return [];
  return [...(row.facet0 === 'HPN' ? (['hpn'] as const) : []), ...(row.facet1 === 'Destroyed' ? (['destroyed'] as const) : [])];
}

function pathOf(layer: MapLayerName, { id, run }: source.DetailRow, groups: Groups): string | null {
  switch (layer) {
    case 'job':
      return can(groups, 'jobs.read') ? `/job/${id}` : null;
    case 'quote':
      return `/quote/${id}`;
    case 'historical':
      return `/historical/${id}`;
    case 'control':
      return `/control/${id}`;
    case 'shot':
      return readPoint(String(id)) ? `/fieldrun/${run}` : `/fieldrun-shot/${id}`;
    case 'run':
    case 'pipe':
    case 'layer':
      return `/fieldrun/${run}`;
    case 'parcel':
      return null;
  }
}

export async function getMapFeature(context: Context, layer: MapLayerName, id: string): Promise<MapFeatureCard> {
  await openLayer(context, layer);
  const [found] = await listDetails(context, layer, [id]);
  if (!found) throw notFound();
  const { row, label, detail, state, path, lon, lat, easting, northing } = found;
  return {
    layer,
    id: found.id,
    title: label,
    subtitle: detail,
    state,
    facts: factsOf(context, layer, row),
    path,
    lon,
    lat,
    geometry: geometryOf(layer, row),
    easting,
    northing,
    can_place: canPlace(context, layer, row),
    url: row.shown === undefined ? null : fileUrl(row.shown),
  };
}

/** Whoever may only look a job up is told whose it is and no more. */
const LOOKED_UP = ['Client'];

function factsOf({ actor }: Context, layer: MapLayerName, { facts }: source.DetailRow): MapFeatureCard['facts'] {
  const pairs = facts.flatMap((value, at) => (at % 2 === 0 && facts[at + 1] ? { label: value!, value: facts[at + 1]! } : []));
  return layer === 'job' && !can(actor.groups, 'jobs.read') ? pairs.filter(({ label }) => LOOKED_UP.includes(label)) : pairs;
}

function canPlace({ actor }: Context, layer: MapLayerName, row: source.DetailRow): boolean {
  if (layer === 'historical') return can(actor.groups, 'historicals.write');
  if (layer !== 'job' && layer !== 'quote') return false;
  const isOpen = layer === 'quote' || isOpenJob({ state: row.facet0 as JobState });
  const { project_manager = null, project_leads = [] } = row;
  return isOpen && canEditJob(actor, leadersOf({ project_manager, project_leads }));
}

export function geometryOf(layer: MapLayerName, row: source.DetailRow): PlaceGeometry | null {
  if (layer === 'layer') {
    const [west, south, east, north] = row.shape as [number, number, number, number];
    const corners = [west, south, east, south, east, north, west, north, west, south];
    return { type: 'Polygon', coordinates: [Array.from({ length: 5 }, (_, at) => [corners[2 * at]!, corners[2 * at + 1]!])] };
  }
  const read = PlaceGeometry.safeParse(row.geometry);
  return read.success ? read.data : null;
}
