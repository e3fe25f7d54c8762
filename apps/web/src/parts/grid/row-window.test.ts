import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDrawn, layWindow, rangeSeen } from './row-window.ts';

describe('row window', () => {
  it('row window: what is seen is drawn, and a few rows around it', () => {
    expect(rangeSeen(0, 360, 36)).toEqual({ from: 0, to: 18 });
    expect(rangeSeen(3600, 360, 36)).toEqual({ from: 94, to: 118 });
  });

  it('row window: a row that is kept is drawn where it belongs, however far away', () => {
    expect(layWindow(100, { from: 50, to: 52 }, [3])).toEqual([
      { gap: 3, before: 3 },
      { row: 3 },
      { gap: 46, before: 50 },
      { row: 50 },
      { row: 51 },
      { gap: 48, before: 100 },
    ]);
    expect(layWindow(2, { from: 0, to: 40 }, [-1, 7])).toEqual([{ row: 0 }, { row: 1 }]);
  });

  it('row window law: rows and room add up to the whole table, in order', () => {
    const place = fc.integer({ min: 0, max: 300 });
    fc.assert(
      fc.property(place, place, place, fc.array(place, { maxLength: 3 }), (count, from, size, kept) => {
        let next = 0;
        for (const part of layWindow(count, { from, to: from + size }, kept)) {
          if ('row' in part) expect(part.row).toBe(next);
          next += 'row' in part ? 1 : part.gap;
        }
        expect(next).toBe(count);
      }),
      { seed: 20260304 },
    );
  });

  it('row window: what is seen is drawn when no room of rows that are not reaches into it', () => {
    const parts = layWindow(100, { from: 10, to: 20 }, [20, 21, 40]);
    expect(isDrawn(parts, 10, 22)).toBe(true);
    expect(isDrawn(parts, 9.5, 20)).toBe(false);
    expect(isDrawn(parts, 12, 22.5)).toBe(false);
    expect(isDrawn(parts, 40, 41)).toBe(true);
  });
});
