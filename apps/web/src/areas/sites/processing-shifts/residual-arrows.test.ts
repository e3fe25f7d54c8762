import { expect, test } from 'vitest';
import { residualArrows } from './residual-arrows.ts';

const points = { ids: ['a', 'b'], longitudes: [-66, -66.01], latitudes: [46, 46.01], bounds: [-66.01, 46, -66, 46.01] } as never;

test('Arrows begin at their shots, point where the residual does, and are enlarged alike.', () => {
  const east = { shot: 'a', d_easting: 0.02, d_northing: 0, horizontal: 0.02, is_accepted: true, is_beyond_tolerance: false };
  const north = { shot: 'b', d_easting: 0, d_northing: -0.01, horizontal: 0.01, is_accepted: true, is_beyond_tolerance: true };
  const gone = { ...east, shot: 'c' };
  const blunder = { ...north, d_northing: 8, horizontal: 8, is_accepted: false };
  const { times, layer } = residualArrows(points, [east, north, gone]);
  expect(residualArrows(points, [east, blunder]).times).toBe(times);
  expect(times).toBe(5000);
  expect(layer.features.map(({ id, properties }) => [id, properties?.tone])).toEqual([
    ['residual a', 'primary'],
    ['residual b', 'error'],
  ]);
  const [[from, to]] = (layer.features[0]!.geometry as unknown as { coordinates: [[number[], number[]]] }).coordinates;
  expect(from).toEqual([-66, 46]);
  expect(to![1]).toBe(46);
  expect((to![0]! + 66) * 111_320 * Math.cos((46 * Math.PI) / 180)).toBeCloseTo(100, 6);
});
