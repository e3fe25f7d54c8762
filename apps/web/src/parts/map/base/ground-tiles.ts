/** The deepest zoom there are tiles for; nearer ones draw the same shore larger. */
export const DEEPEST = 7;
/** Under this name a map finds them. */
export const GROUND_TILES = 'ground';

/**
 * A tile out of a file with all of its zoom, as scripts/ground-tiles.mjs writes them: the count, the number of each tile in the square of
 * all, where each ends, then the tiles.
 */
export function groundTile(file: ArrayBuffer, zoom: number, x: number, y: number): Uint8Array<ArrayBuffer> | null {
  const words = Uint32Array.BYTES_PER_ELEMENT;
  const [count = 0] = new Uint32Array(file, 0, 1);
  const at = new Uint32Array(file, words, count).indexOf(x * 2 ** zoom + y);
  if (at < 0) return null;
  const ends = new Uint32Array(file, words * (1 + count), count);
  const start = words * (1 + 2 * count);
  return new Uint8Array(file).subarray(start + (ends[at - 1] ?? 0), start + ends[at]!);
}
