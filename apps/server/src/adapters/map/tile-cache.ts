const MOST_BYTES = 48 * 1024 * 1024;

/** Tiles that were made, by everything they depend on; the longest unused go first. */
export type TileCache = { get(key: string): Buffer | undefined; set(key: string, tile: Buffer): void };

export function createTileCache(mostBytes = MOST_BYTES): TileCache {
  const tiles = new Map<string, Buffer>();
  let bytes = 0;
  const sizeOf = (key: string, tile: Buffer) => key.length * 2 + tile.length + 200;
  return {
    get(key) {
      const tile = tiles.get(key);
      if (!tile) return undefined;
      tiles.delete(key);
      tiles.set(key, tile);
      return tile;
    },
    set(key, tile) {
      if (tiles.has(key)) return;
      tiles.set(key, tile);
      bytes += sizeOf(key, tile);
      for (const [oldest, old] of tiles) {
        if (bytes <= mostBytes) return;
        tiles.delete(oldest);
        bytes -= sizeOf(oldest, old);
      }
    },
  };
}
