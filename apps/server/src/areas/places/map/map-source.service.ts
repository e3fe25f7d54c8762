import { MAP_LAYER_NAMES, MAP_LAYERS, type MapLayerName } from '@dmse/domain/places/map-layers';
import { makeProjection, type Projection } from '@dmse/survey/geo/projection';
import type { ColumnShape, MapFeature } from '@dmse/survey/tile/point-columns';
import type { LayerChange, MapChanges, MapSource, Notice, Read } from '../../../adapters/map/map-source.ts';
import type { Tx } from '../../../db/database.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as source from './map-source.queries.ts';

/** Rows that are asked for at once, and of them those that are worked on at once: then every other request gets its turn. */
const PIECE = 20_000;
const SLICE = 2000;
/** More than so many changed shots are read with their whole layer. */
const MOST_PARTS = 50_000;

type Row = source.SourceRow;
type LonLat = [lon: number, lat: number];

export async function openProjection(tx: Tx): Promise<Projection> {
  return makeProjection((await getSection(tx, 'coordinates')).office_crs);
}

function placeOf(
  { toGeographic }: Projection,
  { easting, northing, lon, lat }: Pick<Row, 'easting' | 'northing' | 'lon' | 'lat'>,
): LonLat | null {
  const placed = easting != null && northing != null ? toGeographic({ easting, northing }) : null;
  if (placed) return [placed.longitude, placed.latitude];
  return lon != null && lat != null ? [lon, lat] : null;
}

/** Where a feature is drawn: the one place of most, the mean of two with their weights. */
export function middleOf(projection: Projection, row: Row): LonLat | null {
  const first = row.weight === 0 ? null : placeOf(projection, row);
  const second = row.other && row.other.weight > 0 ? placeOf(projection, row.other) : null;
  if (!first || !second) return first ?? second ?? placeOf(projection, row);
  const share = row.other!.weight / (row.other!.weight + (row.weight ?? 1));
  return [first[0] + (second[0] - first[0]) * share, first[1] + (second[1] - first[1]) * share];
}

/** The line of a pipe: from its start over its corners to its end. */
export function lineOf(projection: Projection, row: Row): LonLat[] {
  const corners = (row.shape as LonLat[] | null) ?? [];
  const start = row.weight === 0 ? null : placeOf(projection, row);
  const end = row.other && row.other.weight > 0 ? placeOf(projection, row.other) : null;
  return [...(start ? [start] : []), ...corners, ...(end ? [end] : [])];
}

export function facetsOf(layer: MapLayerName, row: Row): MapFeature['facets'] {
  const values = [row.facet0, row.facet1, row.facet2, row.facet3];
  return Object.keys(MAP_LAYERS[layer].facets).map((_, place) => values[place] ?? '');
}

function toFeatures(layer: MapLayerName, projection: Projection, rows: readonly Row[]): MapFeature[] {
  return rows.flatMap((row) => {
    const place = middleOf(projection, row);
    if (!place) return [];
    // A line moves with either end, not only with its middle.
    const stamp = layer === 'pipe' ? `${row.stamp} ${lineOf(projection, row).flat().join(' ')}` : (row.stamp ?? '');
    return { id: String(row.id), lon: place[0], lat: place[1], label: row.label ?? '', facets: facetsOf(layer, row), stamp };
  });
}

async function* loadLayer(read: Read, layer: MapLayerName): AsyncGenerator<MapFeature[]> {
  const projection = await read(openProjection);
  for await (const rows of listRows(read, layer))
    for (let at = 0; at < rows.length; at += SLICE) yield toFeatures(layer, projection, rows.slice(at, at + SLICE));
}

async function* listRows(read: Read, layer: MapLayerName): AsyncGenerator<Row[]> {
  for (let after: string | number | null = null; ; ) {
    const rows: Row[] = await read((tx) => source.listPiece(tx, layer, after, PIECE));
    yield rows;
    if (rows.length < PIECE) break;
    after = rows.at(-1)!.id;
  }
  if (layer !== 'shot') return;
  for (let after: { attempt: number; name: string } | null = null; ; ) {
    const rows: (Row & { attempt: number })[] = await read((tx) => source.listPointsPiece(tx, after, PIECE));
    yield rows;
    if (rows.length < PIECE) return;
    after = { attempt: rows.at(-1)!.attempt, name: rows.at(-1)!.label ?? '' };
  }
}

async function readChanged(tx: Tx, layer: MapLayerName, { ids, groups = [] }: Exclude<LayerChange, '*'>): Promise<MapFeature[]> {
  const projection = await openProjection(tx);
  const rows = [...(await source.listByIds(tx, layer, ids)), ...(await source.listPoints(tx, groups))];
  return toFeatures(layer, projection, rows);
}

/** What a notice of the database means for the layers: a moved location moves its records, a moved shot its run and its pipes. */
async function resolveNotices(tx: Tx, notices: readonly Notice[]): Promise<MapChanges> {
  const changes: MapChanges = new Map();
  const note = (layer: MapLayerName, ids: readonly string[] | '*', groups: readonly number[] = []) => {
    const known = changes.get(layer);
    if (known === '*' || ids === '*') changes.set(layer, '*');
    else changes.set(layer, { ids: [...(known?.ids ?? []), ...ids], groups: [...(known?.groups ?? []), ...groups] });
  };
  for (const { subject, ids } of notices) {
    if (ids === '*') for (const layer of MOVED_BY[subject] ?? []) note(layer, '*');
    else await resolveIds(tx, subject, ids, note);
  }
  return changes;
}

const ON_GRID = ['control', 'run', 'shot', 'pipe'] as const;
const MOVED_BY: Record<string, readonly MapLayerName[]> = {
  all: ON_GRID,
  job: ['job', 'run'],
  quote: ['quote'],
  location: ['job', 'quote', 'historical', 'run'],
  person: ['job', 'quote'],
  control: ['control'],
  run: ['run', 'shot', 'pipe', 'layer'],
  shot: ['shot', 'run', 'pipe'],
  point: ['shot', 'run'],
  pipe: ['pipe'],
  historical: ['historical'],
  layer: ['layer'],
  parcel: ['parcel'],
};

type Note = (layer: MapLayerName, ids: readonly string[] | '*', groups?: readonly number[]) => void;

async function resolveIds(tx: Tx, subject: string, ids: readonly string[], note: Note): Promise<void> {
  if (subject === 'location') {
    for (const { layer, id } of await source.findPlacedAt(tx, ids.map(Number))) note(layer, [id]);
    return;
  }
  if (subject === 'point') {
    note('shot', [], ids.map(Number));
    note('run', await source.findRunsOfAttempts(tx, ids.map(Number)));
    return;
  }
  if (subject === 'person') for (const layer of MOVED_BY.person!) note(layer, '*');
  const layer = MAP_LAYER_NAMES.find((name) => name === subject);
  if (!layer) return;
  note(layer, ids);
  if (layer === 'job') note('run', await source.findRunsOfJobs(tx, ids.map(Number)));
  if (layer === 'shot') {
    note('run', await source.findRunsOfShots(tx, ids));
    note('pipe', await source.findPipesOfShots(tx, ids));
  }
  if (layer !== 'run') return;
  const { shots, pipes, layers, attempts } = await source.findPartsOfRuns(tx, ids);
  note('shot', shots.length > MOST_PARTS ? '*' : shots, attempts);
  note('pipe', pipes);
  note('layer', layers);
}

function shapeOf(layer: MapLayerName): ColumnShape {
  const hasUuid = layer === 'run' || layer === 'shot' || layer === 'pipe';
  return { ids: hasUuid ? 'uuid' : 'number', facets: Object.keys(MAP_LAYERS[layer].facets) };
}

/** The map's features as the database has them. */
export const mapSource: MapSource = { shapeOf, load: loadLayer, resolve: resolveNotices, read: readChanged };
