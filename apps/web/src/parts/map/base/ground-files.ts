import { DEEPEST, GROUND_TILES, groundTile } from './ground-tiles.ts';
import { offerTiles } from './kept-tiles.ts';

const ADDRESSES = import.meta.glob<string>('./ground/*.bin', { query: '?url', import: 'default', eager: true });
const files = new Map<number, Promise<ArrayBuffer | null>>();

async function fetchFile(zoom: number): Promise<ArrayBuffer | null> {
  const file = await fetch(ADDRESSES[`./ground/${zoom}.bin`]!)
    .then((response) => (response.ok ? response.arrayBuffer() : null))
    .catch(() => null);
  // Without it, grid and scale still say where one is; the next tile tries again.
  if (file === null) files.delete(zoom);
  return file;
}

/** The ground as it is seen at a zoom. Whoever knows which will be seen first asks before the map does. */
export function fetchGround(zoom: number): Promise<ArrayBuffer | null> {
  const seen = Math.max(0, Math.min(DEEPEST, Math.floor(zoom)));
  const file = files.get(seen) ?? fetchFile(seen);
  files.set(seen, file);
  return file;
}

offerTiles(GROUND_TILES, async (zoom, x, y) => {
  const file = await fetchGround(zoom);
  return file && groundTile(file, zoom, x, y);
});
