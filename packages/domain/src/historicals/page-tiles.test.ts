import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countTiles, TILE_SIDE, tileLevels, tileNumber } from './page-tiles.ts';

const side = fc.integer({ min: 1, max: 60_000 });

it('tiles of a page: one tile at level 0, the page itself at the last, every tile with a number of its own', () => {
  fc.assert(
    fc.property(side, side, (width, height) => {
      const levels = tileLevels(width, height);
      expect(levels[0]).toMatchObject({ columns: 1, rows: 1, first: 0 });
      expect(levels.at(-1)).toMatchObject({ width, height });
      const last = levels.at(-1)!;
      expect(tileNumber(levels, levels.length - 1, last.columns - 1, last.rows - 1)).toBe(countTiles(levels) - 1);
      expect(tileNumber(levels, levels.length - 1, last.columns, 0)).toBeNull();
      expect(tileNumber(levels, levels.length, 0, 0)).toBeNull();
      expect(last.columns * TILE_SIDE).toBeGreaterThanOrEqual(width);
    }),
  );
});
