import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distance2d } from '../geo/plane.ts';
import type { ExportPoint } from './export-point.ts';
import { drawLinework } from './linework.ts';

const walk = (...descriptions: string[]): ExportPoint[] =>
  descriptions.map((description, index) => ({
    name: String(index + 1),
    easting: 2_488_000 + index * 10,
    northing: 7_433_000 + (index % 2) * 5,
    elevation: 20 + index,
    description,
    code: description.split(' ')[0]!,
  }));
const drawn = (...descriptions: string[]) =>
  drawLinework(walk(...descriptions)).map(({ code, points, is_closed }) => `${code} ${points.join('-')}${is_closed ? ' closed' : ''}`);

describe('lines of the codes', () => {
  test.each<[string, string[], string[]]>([
    ['begin, go on, end', ['AE1 B', 'AE1', 'AE1 E', 'AE1'], ['AE1 1-2-3']],
    ['a code that never began is a point', ['AE1', 'AE1', 'FH'], []],
    ['two lines beside each other', ['AE1 B', 'AE2 B', 'AE1', 'AE2', 'AE1 E', 'AE2 E'], ['AE1 1-3-5', 'AE2 2-4-6']],
    ['a second begin is a second line', ['AE B', 'AE', 'AE B', 'AE'], ['AE 1-2', 'AE 3-4']],
    ['closed where it began', ['GB B', 'GB', 'GB C'], ['GB 1-2-3 closed']],
    ['two points cannot be closed', ['GB B', 'GB C'], ['GB 1-2']],
    ['a line that nobody ended ends with its last point', ['WL B', 'FH', 'WL'], ['WL 1-3']],
    ['one point on two lines', ['AE1 B', 'AE1 ST B', 'AE1 E', 'ST E'], ['AE1 1-2-3', 'ST 2-4']],
    ['join goes on with the line that ended', ['AE1 B', 'AE1 E', 'FH', 'AE1 J'], ['AE1 1-2-4']],
    ['join of nothing is a point', ['AE1 J', 'AE1'], []],
    ['offsets and remarks change nothing', ['AE1 B H 0.5 V 0.15/curb', 'ae1 E/end B'], ['AE1 1-2']],
    ['a single point is no line', ['AE1 B', 'FH'], []],
  ])('%s', (_story, descriptions, lines) => expect(drawn(...descriptions)).toEqual(lines));

  test('an arc passes through its three points, stays on its circle, and rises evenly', () => {
    const [radius, centre] = [25, { easting: 2_488_000, northing: 7_433_000 }];
    const on = (name: string, degrees: number, description: string, elevation: number): ExportPoint => ({
      name,
      easting: centre.easting + radius * Math.cos((degrees * Math.PI) / 180),
      northing: centre.northing + radius * Math.sin((degrees * Math.PI) / 180),
      elevation,
      description,
      code: 'AE',
    });
    for (const [first, middle, last] of [
      [0, 40, 90],
      [90, 40, 0],
      [300, 350, 60],
      [10, 200, 350],
    ] as const) {
      const points = [on('1', first, 'AE B', 10), on('2', middle, 'AE A', 11), on('3', last, 'AE E', 12)];
      const [{ line }] = drawLinework(points) as [ReturnType<typeof drawLinework>[0]];
      for (const { easting, northing, elevation } of points) expect(line).toContainEqual({ easting, northing, elevation });
      for (const corner of line) expect(distance2d(corner, centre)).toBeCloseTo(radius, 6);
      line.slice(1).forEach((corner, index) => {
        const before = line[index]!;
        const chord = { easting: (corner.easting + before.easting) / 2, northing: (corner.northing + before.northing) / 2 };
        expect(radius - distance2d(chord, centre)).toBeLessThan(0.0101);
        expect(corner.elevation!).toBeGreaterThan(before.elevation!);
      });
    }
  });

  test('an arc of three points in one line is straight, and one of two points of an arc as well', () => {
    const straight = walk('AE B', 'AE A', 'AE E').map((point) => ({ ...point, northing: 7_433_000 }));
    expect(drawLinework(straight)[0]?.line).toHaveLength(3);
    expect(drawLinework(walk('AE B', 'AE A', 'AE A', 'AE E'))[0]?.line).toHaveLength(4);
  });

  test('law: a line goes through its points in their order, and no point that carries no begun code is on any', () => {
    const words = fc.constantFrom('AE1', 'AE1 B', 'AE1 E', 'AE1 C', 'AE1 J', 'AE2 B', 'AE2', 'AE2 E', 'FH', 'AE1 AE2 B', '');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 25 }), (descriptions) => {
        const points = walk(...descriptions);
        for (const { code, points: names, line, is_closed } of drawLinework(points)) {
          expect(names).toEqual(names.toSorted((a, b) => Number(a) - Number(b)));
          expect(names.length).toBeGreaterThan(1);
          expect(line).toHaveLength(names.length + Number(is_closed));
          for (const name of names) expect(points[Number(name) - 1]!.description).toContain(code);
        }
      }),
      { seed: 6, numRuns: 100 },
    );
  });
});
