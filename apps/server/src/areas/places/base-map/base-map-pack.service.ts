import type { BaseMapPlan, RunBaseMaps } from '@dmse/contract/places/base-map-pack';
import { sizeOfZooms, whyNotPack, whyNotPackable, type ZoomSize } from '@dmse/domain/places/base-map-pack';
import { type Bounds, cutPieces, type PlacedTile } from '@dmse/survey/tile/tile-piece';
import { tileIdToZxy } from 'pmtiles';
import { listTiles, readPiece } from '../../../adapters/tiles/archive-area.ts';
import type { TileArchive } from '../../../adapters/tiles/tile-archive.ts';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { invalid, notFound } from '../../../call/refusal.ts';
import * as maps from './base-map.queries.ts';
import { toBaseMap } from './base-map.service.ts';
import { type FoundTiles, findTiles, readArchive } from './base-map-tile.service.ts';

type Asking = Pick<Context, 'adapters'>;
type Box = { west: number; south: number; east: number; north: number };

const areaOf = ({ west, south, east, north }: Box): Bounds => [west, south, east, north];

/** Names the tiles: other ones have another. A base map that is renamed has the same. */
const revisionOf = ({ sha256 }: Pick<FoundTiles, 'sha256'>): string => sha256!.slice(0, 16);

/** Only what was uploaded is copied to tablets. */
export async function findPackable(context: Pick<Context, 'tx'>, id: number): Promise<FoundTiles> {
  const found = await findTiles(context, id);
  if (found.kind !== 'file' || !found.sha256) throw notFound();
  return found;
}

/** What each base map of the firm takes in an area, by zoom, and which cannot be packed. */
export async function measureBaseMaps(
  { adapters }: Asking,
  rows: readonly maps.BaseMapRow[],
  area: Bounds,
): Promise<Omit<RunBaseMaps, 'area'>> {
  const answer: Omit<RunBaseMaps, 'area'> = { base_maps: [], others: [] };
  for (const row of rows) {
    const { kind, state, name } = row;
    let why = whyNotPackable({ kind, state, encoding: null });
    if (why === null) {
      try {
        const { encoding, sizes } = await readArchive(adapters, row, async (archive) => ({
          encoding: archive.encoding,
          sizes: await measure(archive, area),
        }));
        why = whyNotPackable({ kind, state, encoding });
        if (why === null) answer.base_maps.push({ ...toBaseMap(row), sizes });
      } catch {
        why = 'Its file cannot be read.';
      }
    }
    if (why !== null) answer.others.push({ name, why });
  }
  return answer;
}

export const listAllBaseMaps = ({ tx }: Pick<Context, 'tx'>): Promise<maps.BaseMapRow[]> => maps.list(tx);

async function measure(archive: TileArchive, area: Bounds): Promise<ZoomSize[]> {
  const sizes: ZoomSize[] = [];
  for (let zoom = archive.header.minZoom; zoom <= archive.header.maxZoom; zoom += 1) {
    const tiles = sizes.at(-1)?.tiles === null ? null : await listTiles(archive, area, zoom);
    sizes.push(tiles ? { zoom, tiles: tiles.length, bytes: sumBytes(cutPieces(tiles)) } : { zoom, tiles: null, bytes: null });
  }
  return sizes;
}

const sumBytes = (pieces: readonly { bytes: number }[]) => pieces.reduce((sum, { bytes }) => sum + bytes, 0);

export async function planPack(
  { adapters }: Asking,
  found: FoundTiles,
  { min_zoom, max_zoom, ...box }: Box & { min_zoom: number; max_zoom: number },
): Promise<BaseMapPlan> {
  return readArchive(adapters, found, async (archive) => {
    const tiles: PlacedTile[] = [];
    const sizes: ZoomSize[] = [];
    for (let zoom = min_zoom; zoom <= max_zoom; zoom += 1) {
      const listed = await listTiles(archive, areaOf(box), zoom);
      sizes.push(listed ? { zoom, tiles: listed.length, bytes: sumBytes(cutPieces(listed)) } : { zoom, tiles: null, bytes: null });
      if (!listed) break;
      for (const tile of listed) tiles.push(tile);
    }
    const why = whyNotPack(sizeOfZooms(sizes, min_zoom, max_zoom));
    if (why !== null) throw invalid({ max_zoom: why });
    const pieces = cutPieces(tiles);
    return { revision: revisionOf(found), tiles: tiles.length, bytes: sumBytes(pieces), gzip: archive.encoding === 'gzip', pieces };
  });
}

export async function openPiece(
  { adapters }: Asking,
  found: FoundTiles,
  { from, to, revision, ...box }: Box & { from: number; to: number; revision: string },
): Promise<FileAnswer> {
  if (revision !== revisionOf(found)) throw notFound();
  return readArchive(adapters, found, async (archive) => {
    const [zoom] = tileIdToZxy(from);
    const tiles = await listTiles(archive, areaOf(box), zoom, { from, to });
    if (!tiles?.length || cutPieces(tiles).length > 1) throw notFound();
    const bytes = Buffer.from(await readPiece(archive, zoom, tiles));
    return { stream: bytes, bytes: bytes.length, name: `${from}-${to}.tiles`, mime_type: 'application/octet-stream' };
  });
}
