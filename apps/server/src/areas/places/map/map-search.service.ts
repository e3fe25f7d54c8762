import type { MapHit } from '@dmse/contract/places/map';
import { readPosition, readUtm } from '@dmse/domain/places/coordinate-text';
import { layersFor, type MapLayerName } from '@dmse/domain/places/map-layers';
import { makeProjection, type Projection } from '@dmse/survey/geo/projection';
import { utmCrs } from '@dmse/survey/geo/utm';
import type { Context } from '../../../call/context.ts';
import { listHistoricalFiles } from '../../historicals/historical-file/historical-file.service.ts';
import { listJobs } from '../../jobs/job/job.service.ts';
import { listQuotes } from '../../jobs/quote/quote.service.ts';
import { listControlPoints } from '../../sites/control-point/control-point.service.ts';
import { listFieldRuns } from '../../sites/field-run/field-run.service.ts';
import { askService, findKnown } from '../geocode/geocode.service.ts';
import { listDetails } from './map-feature.service.ts';
import { openProjection } from './map-source.service.ts';

const MOST_OF_EACH = 8;

type Lists = (context: Context, filter: { query: string; page_size: number }) => Promise<{ results: { id: string | number }[] }>;

/** The lists that are searched, each with its own say about who finds what. */
const LISTS: Partial<Record<MapLayerName, Lists>> = {
  job: listJobs,
  quote: listQuotes,
  control: listControlPoints,
  run: listFieldRuns,
  historical: listHistoricalFiles,
};

export type MapLook = { query: string; hits: MapHit[]; address: Awaited<ReturnType<typeof findKnown>> | null };

/** By coordinates, by number and name, by addresses and parcels the firm knows. */
export async function lookOnMap(context: Context, query: string): Promise<MapLook> {
  const coordinate = readCoordinate(query, await openProjection(context.tx));
  const hits: MapHit[] = coordinate ? [coordinate] : [];
  for (const layer of layersFor(context.actor.groups)) hits.push(...(await findRecords(context, layer, query)));
  const address = await findKnown(context, 'address', query);
  const parcel = await findKnown(context, 'parcel', query);
  hits.push(...address.known.slice(0, MOST_OF_EACH).map((found) => toHit('address', found)));
  hits.push(...parcel.known.slice(0, MOST_OF_EACH).map((found) => toHit('parcel', found)));
  return { query, hits, address: hits.length === 0 ? address : null };
}

/** What nothing here knows is asked of the firm's address service; its silence is no failure of the search. */
export async function finishSearch(context: Pick<Context, 'adapters'>, { query, hits, address }: MapLook) {
  const found = address ? await askService(context, 'address', query, address).catch(() => null) : null;
  const results = [...hits, ...(found?.results ?? []).slice(0, MOST_OF_EACH).map((one) => toHit('address', one))];
  return { count: results.length, results };
}

function toHit(
  kind: 'address' | 'parcel',
  { label, lon, lat, source }: { label: string; lon: number; lat: number; source: string },
): MapHit {
  return { kind, label, detail: source, layer: null, id: null, lon, lat };
}

async function findRecords(context: Context, layer: MapLayerName, query: string): Promise<MapHit[]> {
  const ids = await findIds(context, layer, query);
  return (await listDetails(context, layer, ids)).map(({ id, label, detail, lon, lat }) => ({
    kind: 'record',
    label,
    detail,
    layer,
    id,
    lon,
    lat,
  }));
}

/** Shots have names that only say something within their run: they are found by how they begin, in the memory of the map. */
async function findIds(context: Context, layer: MapLayerName, query: string): Promise<string[]> {
  if (layer === 'shot') return (await context.adapters.map.open(context.tx, 'shot')).findByLabel(query, MOST_OF_EACH);
  const { results } = (await LISTS[layer]?.(context, { query, page_size: MOST_OF_EACH })) ?? { results: [] };
  return results.map(({ id }) => String(id));
}

function readCoordinate(text: string, office: Projection): MapHit | null {
  const utm = readUtm(text);
  if (utm) return hitAt(makeProjection(utmCrs(utm.zone, utm.hemisphere)), utm, `UTM ${utm.zone}${utm.hemisphere}`);
  const read = readPosition(text);
  if ('problem' in read) return null;
  if (read.kind === 'grid') return hitAt(office, read, office.crs.name);
  return coordinateHit(read.lon, read.lat, 'Latitude and longitude');
}

function hitAt(projection: Projection, at: { easting: number; northing: number }, detail: string): MapHit | null {
  const place = projection.toGeographic(at);
  return place && Math.abs(place.latitude) <= 90 ? coordinateHit(place.longitude, place.latitude, detail) : null;
}

function coordinateHit(lon: number, lat: number, detail: string): MapHit {
  return { kind: 'coordinate', label: `${lat.toFixed(6)}, ${lon.toFixed(6)}`, detail, layer: null, id: null, lon, lat };
}
