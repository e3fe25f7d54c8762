import type * as wire from '@dmse/contract/places/base-map';
import type { Adapters } from '../../../adapters/adapters.ts';
import { openArchive, TileRefusal } from '../../../adapters/tiles/tile-archive.ts';
import type { TileService } from '../../../adapters/tiles/tile-service.ts';
import type { Context } from '../../../call/context.ts';
import { lockRecord } from '../../../records/record.ts';
import * as maps from './base-map.queries.ts';
import { baseMapNoun, getBaseMap, hostsOf } from './base-map.service.ts';
import { readRemote, readStored } from './base-map-tile.service.ts';

type Found = { problem: string; hosts?: string[]; tiles?: wire.BaseMapTiles; attribution?: string };
const MAX_SOURCES = 20;

/** Asks the source, and keeps what it says: whether it answers, what it draws from, what its tiles are. */
export async function checkBaseMap(context: Context, id: number): Promise<wire.BaseMap> {
  const { tx, now, adapters } = context;
  const row = await lockRecord(context, baseMapNoun, id);
  if (row.kind === 'file' && row.file === null) return getBaseMap(context, id);
  const stored = await maps.find(tx, id);
  const { problem, hosts, tiles, attribution } = await look(adapters, stored!).catch((error: unknown): Found => {
    return { problem: error instanceof TileRefusal ? error.message : `It does not answer: ${(error as Error).message}` };
  });
  const said = attribution && row.attribution === '' ? { attribution } : {};
  await maps.note(tx, id, {
    problem,
    checked_on: now,
    ...(hosts ? { hosts } : {}),
    ...(tiles ? { tiles: JSON.stringify(tiles) } : {}),
    ...said,
  });
  return getBaseMap(context, id);
}

async function look({ files, tileService }: Pick<Adapters, 'files' | 'tileService'>, row: maps.BaseMapRow): Promise<Found> {
  if (row.kind === 'style') return lookAtStyle(tileService, row.url);
  if (row.kind === 'raster' || row.kind === 'wmts') return { ...(await lookAtTile(tileService, row)), hosts: hostsOf(row) };
  const archive = row.sha256
    ? await openArchive(readStored(files, row.sha256), row.sha256, row.stored_bytes)
    : await openArchive(readRemote(tileService, row.url), `${row.url} check`, null);
  return { problem: '', tiles: archive.facts, attribution: archive.attribution };
}

async function lookAtTile(service: TileService, { url, min_zoom }: maps.BaseMapRow): Promise<Found> {
  const place = { z: min_zoom, x: 0, y: 0 };
  // Somewhere in eastern Canada: services of a province have nothing elsewhere.
  if (min_zoom > 0) Object.assign(place, tileAt(-66.64, 45.96, min_zoom));
  const filled = url
    .replace(/\{(z|TileMatrix)\}/gi, String(place.z))
    .replace(/\{(x|TileCol)\}/gi, String(place.x))
    .replace(/\{(y|TileRow)\}/gi, String(place.y));
  const { status, type } = await service.fetch(filled);
  // Where there is nothing, a service may say so.
  if (status === 404 || status === 204) return { problem: '' };
  if (status !== 200) return { problem: `It answered ${status} instead of a tile.` };
  return { problem: /^image\//.test(type) ? '' : `It answered with ${type.split(';')[0] || 'something'} instead of a picture.` };
}

function tileAt(lon: number, lat: number, z: number): { x: number; y: number } {
  const turn = Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI;
  return { x: Math.floor(((lon + 180) / 360) * 2 ** z), y: Math.floor(((1 - turn) / 2) * 2 ** z) };
}

type Style = { version?: unknown; layers?: unknown; sources?: Record<string, Source>; sprite?: unknown; glyphs?: unknown };
type Source = { url?: unknown; tiles?: unknown; data?: unknown };

/** Every host a style draws from: its tiles, also those named in another file, its signs and its letters. */
async function lookAtStyle(service: TileService, url: string): Promise<Found> {
  const style = (await readJson(service, url)) as Style;
  if (style.version !== 8 || !Array.isArray(style.layers)) return { problem: 'What is at this address is not a map style (version 8).' };
  const named: unknown[] = [url, style.glyphs];
  if (Array.isArray(style.sprite)) named.push(...style.sprite.map((one: { url?: unknown }) => one?.url));
  else named.push(style.sprite);
  let problem = '';
  for (const [name, source] of Object.entries(style.sources ?? {}).slice(0, MAX_SOURCES)) {
    named.push(source.url, source.data, ...(Array.isArray(source.tiles) ? source.tiles : []));
    if (typeof source.url !== 'string' || !/^https?:/.test(new URL(source.url, url).href)) continue;
    const about = await readJson(service, new URL(source.url, url).href).catch((error: Error) => error);
    if (about instanceof Error) problem = `The source ${name.slice(0, 80)} of this style does not answer: ${about.message}`;
    else if (Array.isArray((about as Source).tiles)) named.push(...((about as Source).tiles as unknown[]));
  }
  const hosts = new Set(named.flatMap((one) => (typeof one === 'string' ? originOf(one, url) : [])));
  return { problem, hosts: [...hosts].slice(0, MAX_SOURCES) };
}

function originOf(address: string, base: string): string[] {
  try {
    const { origin, protocol } = new URL(address, base);
    return protocol === 'https:' || protocol === 'http:' ? [origin] : [];
  } catch {
    return [];
  }
}

async function readJson(service: TileService, url: string): Promise<object> {
  const { status, bytes } = await service.fetch(url);
  if (status !== 200) throw new TileRefusal(`It answered ${status}.`);
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Said below.
  }
  throw new TileRefusal('What is at this address cannot be read.');
}
