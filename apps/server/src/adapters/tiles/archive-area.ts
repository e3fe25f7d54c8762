import { setImmediate } from 'node:timers/promises';
import { type Bounds, type PlacedTile, tileRange, writePiece } from '@dmse/survey/tile/tile-piece';
import { tileIdToZxy, zxyToTileId } from 'pmtiles';
import { findEntry, type TileArchive, TileRefusal } from './tile-archive.ts';

/** Tiles of one zoom that are looked up for a size; an area with more of them is more than any tablet takes. */
const MAX_COUNTED = 40_000;
/** After so many lookups others have their turn. */
const TURN = 2000;
/** Tiles that lie this close together in the file are read at once. */
const MAX_GAP = 64 * 1024;
const MAX_READ = 4 * 1024 * 1024;

type Span = { from: number; to: number };

/** The ids of the tiles of a zoom that meet an area, lowest first: squares whose ids lie outside of the span are not entered. */
function* idsInside(area: Bounds, zoom: number, { from, to }: Span): Generator<number> {
  const range = tileRange(area, zoom);
  const first = zxyToTileId(zoom, 0, 0);
  const waiting: { z: number; x: number; y: number; id: number }[] = [{ z: 0, x: 0, y: 0, id: first }];
  for (let cell = waiting.pop(); cell; cell = waiting.pop()) {
    const { z, x, y, id } = cell;
    const side = 2 ** (zoom - z);
    if (id > to || id + side * side - 1 < from) continue;
    if (x * side > range.x1 || (x + 1) * side - 1 < range.x0 || y * side > range.y1 || (y + 1) * side - 1 < range.y0) continue;
    if (z === zoom) {
      yield id;
      continue;
    }
    const quarter = (side / 2) ** 2;
    const base = zxyToTileId(z + 1, 0, 0);
    const parts = [0, 1, 2, 3].map((at) => {
      const [px, py] = [2 * x + (at & 1), 2 * y + (at >> 1)];
      return { z: z + 1, x: px, y: py, id: first + (zxyToTileId(z + 1, px, py) - base) * quarter };
    });
    // The lowest is taken next.
    waiting.push(...parts.sort((a, b) => b.id - a.id));
  }
}

const ALL: Span = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** The tiles an archive has of an area at a zoom, by their ids; null where they are too many to look up. */
export async function listTiles(archive: TileArchive, area: Bounds, zoom: number, span = ALL): Promise<PlacedTile[] | null> {
  const { minZoom, maxZoom } = archive.header;
  if (zoom < minZoom || zoom > maxZoom) return [];
  const { x0, y0, x1, y1 } = tileRange(area, zoom);
  if (span === ALL && (x1 - x0 + 1) * (y1 - y0 + 1) > MAX_COUNTED) return null;
  const found: PlacedTile[] = [];
  let looked = 0;
  for (const id of idsInside(area, zoom, span)) {
    looked += 1;
    if (looked > MAX_COUNTED) return null;
    if (looked % TURN === 0) await setImmediate();
    const entry = await findEntry(archive, id);
    const [, x, y] = tileIdToZxy(id);
    if (entry) found.push({ zoom, x, y, id, offset: entry.offset, length: entry.length });
  }
  return found;
}

/** A piece of a plan as it travels. */
export async function readPiece(archive: TileArchive, zoom: number, tiles: readonly PlacedTile[]): Promise<Uint8Array> {
  const kept = new Map<number, Uint8Array>();
  const sorted = tiles.toSorted((a, b) => a.offset - b.offset);
  for (let at = 0; at < sorted.length; ) {
    const start = sorted[at]!.offset;
    let [end, next] = [start, at];
    for (; next < sorted.length; next += 1) {
      const { offset, length } = sorted[next]!;
      if (next > at && (offset > end + MAX_GAP || offset + length - start > MAX_READ)) break;
      end = Math.max(end, offset + length);
    }
    const bytes = await archive.read(archive.header.tileDataOffset + start, end - start);
    if (bytes.length < end - start) throw new TileRefusal('This PMTiles file is cut short.');
    for (const { offset, length } of sorted.slice(at, next)) kept.set(offset, bytes.subarray(offset - start, offset - start + length));
    at = next;
  }
  return writePiece(zoom, tiles, (at) => kept.get(tiles[at]!.offset)!);
}
