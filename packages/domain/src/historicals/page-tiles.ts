/** The side of a tile in pixels; those at the right and the lower edge may be smaller. */
export const TILE_SIDE = 512;

/** One size of a page. `first` is the number of its first tile among all tiles of the page. */
export type TileLevel = { width: number; height: number; columns: number; rows: number; first: number };

/** The sizes a page is kept in: level 0 is the whole page in one tile, each next one is twice as large, the last is the page itself. */
export function tileLevels(width: number, height: number): TileLevel[] {
  const sizes = [{ width, height }];
  for (let { width: w, height: h } = sizes[0]!; w > TILE_SIDE || h > TILE_SIDE; ) {
    w = Math.ceil(w / 2);
    h = Math.ceil(h / 2);
    sizes.unshift({ width: w, height: h });
  }
  let first = 0;
  return sizes.map((size) => {
    const level = { ...size, columns: Math.ceil(size.width / TILE_SIDE), rows: Math.ceil(size.height / TILE_SIDE), first };
    first += level.columns * level.rows;
    return level;
  });
}

export function countTiles(levels: readonly TileLevel[]): number {
  return levels.reduce((sum, { columns, rows }) => sum + columns * rows, 0);
}

/** Which tile of the page this is; null when the page has no such tile. */
export function tileNumber(levels: readonly TileLevel[], level: number, column: number, row: number): number | null {
  const found = levels[level];
  if (!found || column < 0 || row < 0 || column >= found.columns || row >= found.rows) return null;
  return found.first + row * found.columns + column;
}
