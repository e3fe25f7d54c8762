import type { MapHit } from '@dmse/contract/places/map';
import { readPosition, readUtm } from '@dmse/domain/places/coordinate-text';
import { layersFor, type MapLayerName } from '@dmse/domain/places/map-layers';
import { makeProjection, type Projection } from '@dmse/survey/geo/projection';
import { utmCrs, utmZoneOf } from '@dmse/survey/geo/utm';
import type { Context } from '../../../call/context.ts';
import { listHistoricalFiles } from '../../historicals/historical-file/historical-file.service.ts';
import { listJobs } from '../../jobs/job/job.service.ts';
import { listQuotes } from '../../jobs/quote/quote.service.ts';
import { listControlPoints } from '../../sites/control-point/control-point.service.ts';
import { listFieldRuns } from '../../sites/field-run/field-run.service.ts';
import { askService, findKnown } from '../geocode/geocode.service.ts';
import { listDetails } from './map-feature.service.ts';
import { openProjection } from './map-source.service.ts';
import { listMapLayers } from './map-tile.service.ts';

const MOST_OF_EACH = 8;
/** Longer is no name or number: a link of a web map at most. */
const LONGEST_NAME = 200;

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
  const hits = await readCoordinates(context, query);
  if (query.length > LONGEST_NAME) return { query, hits, address: null };
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

const NO_RECORD = { layer: null, id: null, state: null, variants: [] };

function toHit(
  kind: 'address' | 'parcel',
  { label, lon, lat, source }: { label: string; lon: number; lat: number; source: string },
): MapHit {
  return { kind, label, detail: source, ...NO_RECORD, lon, lat };
}

async function findRecords(context: Context, layer: MapLayerName, query: string): Promise<MapHit[]> {
  const ids = await findIds(context, layer, query);
  return (await listDetails(context, layer, ids)).map(({ id, label, detail, state, variants, lon, lat }) => ({
    kind: 'record',
    label,
    detail,
    layer,
    id,
    state,
    variants,
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

/** Degrees around everything the firm has on the map: what lies farther away was hardly meant. */
const NEAR = 1;

/** The place as it is written; numbers without letters every way in which they lie near what the firm has. */
async function readCoordinates(context: Context, text: string): Promise<MapHit[]> {
  const utm = readUtm(text);
  if (utm) return hitsAt(makeProjection(utmCrs(utm.zone, utm.hemisphere)), utm, `UTM ${utm.zone}${utm.hemisphere}`);
  const read = readPosition(text);
  if ('problem' in read) return [];
  if (read.kind === 'lonlat') return [coordinateHit(read.lon, read.lat, 'Latitude and longitude')];
  const office = await openProjection(context.tx);
  const asWritten = hitsAt(office, read, office.crs.name);
  const around = read.is_named ? null : await boundsOfFirm(context);
  if (!around) return asWritten;
  const turned = { easting: read.northing, northing: read.easting };
  const [west, south, east, north] = around;
  const zones = Array.from({ length: utmZoneOf(east) - utmZoneOf(west) + 1 }, (_, at) => utmZoneOf(west) + at);
  const inZones = zones.flatMap((zone) => {
    const projection = makeProjection(utmCrs(zone));
    return [read, turned].filter(isInZone).flatMap((at) => hitsAt(projection, at, `UTM ${zone}N`));
  });
  const all = [...asWritten, ...hitsAt(office, turned, `${office.crs.name}, northing first`), ...inZones];
  const near = all.filter(({ lon, lat }) => lon >= west && lon <= east && lat >= south && lat <= north);
  return near.length > 0 ? near : asWritten;
}

async function boundsOfFirm(context: Context): Promise<[number, number, number, number] | null> {
  const boxes = (await listMapLayers(context)).results.flatMap(({ bounds }) => (bounds ? [bounds] : []));
  if (boxes.length === 0) return null;
  const least = (at: 0 | 1) => Math.min(...boxes.map((box) => box[at])) - NEAR;
  const most = (at: 2 | 3) => Math.max(...boxes.map((box) => box[at])) + NEAR;
  return [least(0), least(1), most(2), most(3)];
}

function isInZone({ easting, northing }: { easting: number; northing: number }): boolean {
  return easting >= 100_000 && easting <= 900_000 && northing >= 0 && northing <= 10_000_000;
}

function hitsAt(projection: Projection, at: { easting: number; northing: number }, detail: string): MapHit[] {
  const place = projection.toGeographic(at);
  return place && Math.abs(place.latitude) <= 90 ? [coordinateHit(place.longitude, place.latitude, detail)] : [];
}

function coordinateHit(lon: number, lat: number, detail: string): MapHit {
  return { kind: 'coordinate', label: `${lat.toFixed(6)}, ${lon.toFixed(6)}`, detail, ...NO_RECORD, lon, lat };
}
