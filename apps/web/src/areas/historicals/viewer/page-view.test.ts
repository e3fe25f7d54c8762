import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitPage, levelFor, panBy, type Turn, tilesSeen, toPage, toScreen, zoomBy } from './page-view.ts';

const PLAN = { width: 20_000, height: 14_000 };
const PANE = { width: 1200, height: 800 };
const turns = fc.constantFrom<Turn[]>(0, 1, 2, 3);
const spots = fc.record({ x: fc.integer({ min: 0, max: 1200 }), y: fc.integer({ min: 0, max: 800 }) });

it('page view: a place on the screen is a place on the page and back, however the page is turned', () => {
  fc.assert(
    fc.property(turns, spots, (turn, at) => {
      const view = fitPage(PLAN, PANE, turn, 'whole');
      const back = toScreen(view, PANE, toPage(view, PANE, at));
      expect(back.x).toBeCloseTo(at.x, 6);
      expect(back.y).toBeCloseTo(at.y, 6);
    }),
  );
});

it('page view: what is under the pointer stays there while one zooms, and the page follows the finger', () => {
  fc.assert(
    fc.property(turns, fc.double({ min: 1.05, max: 3, noNaN: true }), (turn, factor) => {
      const view = fitPage(PLAN, PANE, turn, 'whole');
      const at = { x: 500, y: 380 };
      const held = toPage(view, PANE, at);
      const there = toScreen(zoomBy(view, PLAN, PANE, factor, at), PANE, held);
      expect(there.x).toBeCloseTo(at.x, 6);
      expect(there.y).toBeCloseTo(at.y, 6);
      const moved = toScreen(panBy(view, PLAN, { x: 40, y: -25 }), PANE, held);
      expect(moved.x).toBeCloseTo(at.x + 40, 6);
      expect(moved.y).toBeCloseTo(at.y - 25, 6);
    }),
  );
});

it('page view: a large plan is opened with a handful of tiles, and looked at closely with a few more', () => {
  const whole = fitPage(PLAN, PANE, 0, 'whole');
  const level = levelFor(PLAN, whole.scale, 1);
  expect(tilesSeen(whole, PLAN, PANE, 0)).toHaveLength(1);
  expect(tilesSeen(whole, PLAN, PANE, level).length).toBeLessThanOrEqual(12);
  const close = zoomBy(whole, PLAN, PANE, 1 / whole.scale, { x: 600, y: 400 });
  const tiles = tilesSeen(close, PLAN, PANE, levelFor(PLAN, close.scale, 1));
  expect(tiles.length).toBeLessThanOrEqual(12);
  // They cover the pane without a gap.
  const area = tiles.reduce((sum, { box }) => sum + box.width * box.height, 0);
  expect(area).toBeGreaterThanOrEqual(PANE.width * PANE.height);
});
