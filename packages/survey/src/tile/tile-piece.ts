import { boxAround, WORLD } from './mercator.ts';

/** West, south, east, north in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];
/** The tiles of a zoom that meet a box; the last column and row are inside. */
export type TileRange = { x0: number; y0: number; x1: number; y1: number };

export function tileRange(bounds: Bounds, zoom: number): TileRange {
  const side = WORLD / 2 ** zoom;
  const [x0, y0, x1, y1] = boxAround(bounds);
  const last = 2 ** zoom - 1;
  const at = (value: number) => Math.min(last, Math.floor(value / side));
  return { x0: at(x0), y0: at(y0), x1: at(x1 - 1), y1: at(y1 - 1) };
}

/** The place of a tile along the curve by which PMTiles are ordered: Hilbert's, zoom after zoom. */
export function tileId(zoom: number, x: number, y: number): number {
  let id = (4 ** zoom - 1) / 3;
  let [column, row] = [x, y];
  for (let side = 2 ** (zoom - 1); side >= 1; side /= 2) {
    const [right, lower] = [column >= side, row >= side];
    id += side * side * (right ? (lower ? 2 : 3) : lower ? 1 : 0);
    column %= side;
    row %= side;
    if (lower) continue;
    [column, row] = right ? [side - 1 - row, side - 1 - column] : [row, column];
  }
  return id;
}

/** Where a tile lies in its file. Tiles that are equal lie in the same place. */
export type PlacedTile = { zoom: number; x: number; y: number; id: number; offset: number; length: number };
/** Tiles that travel and are kept together, by the first and the last of their ids. */
export type Piece = { zoom: number; from: number; to: number; tiles: number; bytes: number };

export const PIECE_BYTES = 1024 * 1024;
const PIECE_TILES = 2000;
const HEAD = 8;
const ENTRY = 16;

/** Cuts tiles in the order of their ids into pieces: each of one zoom, equal tiles once, and as long as `writePiece` makes it. */
export function cutPieces(tiles: Iterable<PlacedTile>, most = PIECE_BYTES): Piece[] {
  const pieces: Piece[] = [];
  let places = new Set<number>();
  for (const { zoom, id, offset, length } of tiles) {
    const last = pieces.at(-1);
    const added = ENTRY + (places.has(offset) ? 0 : length);
    if (last && last.zoom === zoom && last.tiles < PIECE_TILES && last.bytes + added <= most) {
      last.to = id;
      last.tiles += 1;
      last.bytes += added;
    } else {
      places = new Set();
      pieces.push({ zoom, from: id, to: id, tiles: 1, bytes: HEAD + ENTRY + length });
    }
    places.add(offset);
  }
  return pieces;
}

/** Zoom, number of tiles, for each its column, row, place and length; then the tiles. Numbers of four bytes, lowest first. */
export function writePiece(
  zoom: number,
  tiles: readonly Omit<PlacedTile, 'zoom' | 'id'>[],
  bytesOf: (at: number) => Uint8Array,
): Uint8Array {
  const start = HEAD + ENTRY * tiles.length;
  const places = new Map<number, number>();
  let end = start;
  for (const { offset, length } of tiles) {
    if (places.has(offset)) continue;
    places.set(offset, end);
    end += length;
  }
  const piece = new Uint8Array(end);
  const view = new DataView(piece.buffer);
  view.setUint32(0, zoom, true);
  view.setUint32(4, tiles.length, true);
  for (const [at, { x, y, offset, length }] of tiles.entries()) {
    const place = places.get(offset)!;
    for (const [part, value] of [x, y, place, length].entries()) view.setUint32(HEAD + ENTRY * at + 4 * part, value, true);
    piece.set(bytesOf(at).subarray(0, length), place);
  }
  return piece;
}

/** Is this a whole piece? What a network cut short or changed is not kept. */
export function isWholePiece(piece: Uint8Array, { zoom, tiles, bytes }: Omit<Piece, 'from' | 'to'>): boolean {
  if (piece.length !== bytes || piece.length < HEAD + ENTRY * tiles) return false;
  const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
  if (view.getUint32(0, true) !== zoom || view.getUint32(4, true) !== tiles) return false;
  for (let at = 0; at < tiles; at += 1) {
    const entry = HEAD + ENTRY * at;
    if (view.getUint32(entry + 8, true) + view.getUint32(entry + 12, true) > piece.length) return false;
  }
  return true;
}

/** The places of a piece's tiles, by `x/y`. */
export function indexPiece(piece: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
  const found = new Map<string, Uint8Array>();
  for (let at = 0; at < view.getUint32(4, true); at += 1) {
    const [x, y, place, length] = [0, 4, 8, 12].map((part) => view.getUint32(HEAD + ENTRY * at + part, true)) as [
      number,
      number,
      number,
      number,
    ];
    found.set(`${x}/${y}`, piece.subarray(place, place + length));
  }
  return found;
}
