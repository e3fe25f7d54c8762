import { DEEPEST, GROUND_TILES, groundTile } from './ground-tiles.ts';
import { offerTiles } from './kept-tiles.ts';

const ADDRESSES = import.meta.glob<string>('./ground/*.bin', { query: '?url', import: 'default', eager: true });
const files = new Map<number, Promise<ArrayBuffer | null>>();

async function fetchFile(zoom: number): Promise<ArrayBuffer | null> {
  const response = await fetch(ADDRESSES[`./ground/${zoom}.bin`]!).catch(() => null);
  if (response?.ok) return response.arrayBuffer();
  // Without it, grid and scale still say where one is; the next tile tries again.
  files.delete(zoom);
  return null;
}

/** The ground as it is seen at a zoom. Whoever knows which will be seen first asks before the map does. */
export function fetchGround(zoom: number): Promise<ArrayBuffer | null> {
  const seen = Math.min(DEEPEST, Math.floor(zoom));
  const file = files.get(seen) ?? fetchFile(seen);
  files.set(seen, file);
  return file;
}

offerTiles(GROUND_TILES, async (zoom, x, y) => {
  const file = await fetchGround(zoom);
  return file && groundTile(file, zoom, x, y);
});
