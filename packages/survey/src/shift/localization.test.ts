import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GridPoint } from '../geo/projection.ts';
import type { LocPoint } from '../read/records.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { projection, solvedFor } from './collector-fixture.ts';
import { localizeVector, riseAt, solveLocalization, takeBackVector } from './localization.ts';
import { movePosition } from './vector.ts';

interface Change {
  readonly d_easting: number;
  readonly d_northing: number;
  /** Degrees. */
  readonly rotation: number;
  readonly scale: number;
  readonly rise: number;
  readonly tilt_easting: number;
  readonly tilt_northing: number;
}

const MIDDLE = { easting: 2_488_500, northing: 7_433_400 };

function change(at: GridPoint, by: Change) {
  const angle = (by.rotation * Math.PI) / 180;
  const [e, n] = [at.easting - MIDDLE.easting, at.northing - MIDDLE.northing];
  return {
    easting: MIDDLE.easting + by.d_easting + by.scale * (e * Math.cos(angle) - n * Math.sin(angle)),
    northing: MIDDLE.northing + by.d_northing + by.scale * (e * Math.sin(angle) + n * Math.cos(angle)),
    rise: by.rise + e * by.tilt_easting + n * by.tilt_northing,
  };
}

/** A mark where the crew stood, and what was typed in for it. */
function markAt(name: string, at: GridPoint, by: Change, fields: Partial<LocPoint> = {}): LocPoint {
  const local = change(at, by);
  return {
    name,
    from_line: 1,
    to_line: 2,
    ...projection.toGeographic(at)!,
    ellipsoid_elevation: 12,
    geoid_separation: 0,
    local_easting: local.easting,
    local_northing: local.northing,
    local_elevation: 12 + local.rise,
    hrms: null,
    vrms: null,
    use_horizontal: true,
    use_vertical: true,
    description: name,
    extra: {},
    ...fields,
  };
}

const at = (e: number, n: number) => ({ easting: MIDDLE.easting + e, northing: MIDDLE.northing + n });
const PLACES = [at(-300, -200), at(400, -100), at(100, 350), at(-150, 250)];
const none: Change = { d_easting: 0, d_northing: 0, rotation: 0, scale: 1, rise: 0, tilt_easting: 0, tilt_northing: 0 };
const some: Change = { ...none, d_easting: 0.3, d_northing: -0.4, rotation: 0.004, scale: 1.00004, rise: 22.4, tilt_easting: 2e-5 };
const marksOf = (by: Change, count = PLACES.length) => PLACES.slice(0, count).map((place, index) => markAt(`M${index + 1}`, place, by));

const small = (max: number) => fc.double({ min: -max, max, noNaN: true });
const changes = fc.record({
  d_easting: small(5),
  d_northing: small(5),
  rotation: small(20),
  scale: fc.double({ min: 0.99, max: 1.01, noNaN: true }),
  rise: small(40),
  tilt_easting: small(1e-4),
  tilt_northing: small(1e-4),
});
const places = fc.record({ e: small(800), n: small(800) }).map(({ e, n }) => at(e, n));

describe('a localization by several marks', () => {
  test('law: whatever moves, turns, scales and tilts the marks is found, does the same to every place, and is taken back', () => {
    fc.assert(
      fc.property(changes, places, fc.integer({ min: 3, max: 4 }), (by, place, count) => {
        const solved = solvedFor(marksOf(by, count))!;
        for (const residual of solved.residuals) expect(Math.hypot(residual.horizontal, residual.d_elevation!)).toBeLessThan(1e-6);
        const [right, local] = [change(place, by), movePosition({ ...place, elevation: 12 }, localizeVector(solved, place, false))];
        expect(Math.hypot(local.easting - right.easting, local.northing - right.northing)).toBeLessThan(1e-5);
        expect(local.elevation).toBeCloseTo(12 + right.rise, 5);
        const back = movePosition(local, takeBackVector(solved, local, false));
        expect(Math.hypot(back.easting - place.easting, back.northing - place.northing, back.elevation! - 12)).toBeLessThan(1e-6);
      }),
      { seed: 3, numRuns: 60 },
    );
  });

  test('law: the order of the marks does not matter', () => {
    fc.assert(
      fc.property(changes, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (by, order) => {
        const [marks, place] = [marksOf(by), at(50, 60)];
        const [a, b] = [solvedFor(marks)!, solvedFor(order.map((index) => marks[index]!))!].map((each) =>
          localizeVector(each, place, false),
        );
        expect(Math.hypot(a!.d_easting - b!.d_easting, a!.d_northing - b!.d_northing, a!.d_elevation - b!.d_elevation)).toBeLessThan(1e-6);
      }),
      { seed: 33, numRuns: 30 },
    );
  });

  test('one mark moves and does nothing else; two turn and scale, level; three tilt', () => {
    expect(solvedFor([])).toBeNull();
    expect(solvedFor(marksOf(some, 1))).toMatchObject({ fit: 'translation', scale: 1, rotation: 0, slope_easting: 0, name: 'M1' });
    const two = solvedFor(marksOf(some, 2))!;
    expect(two).toMatchObject({ fit: 'similarity', scale: expect.closeTo(1.00004, 8), slope_easting: 0, redundancy: 0 });
    const three = solvedFor(marksOf(some, 3))!;
    expect(three).toMatchObject({ rotation: expect.closeTo(0.004, 7), slope_easting: expect.closeTo(2e-5, 8), redundancy: 2 });
    expect(riseAt(three, MIDDLE)).toBeCloseTo(22.4, 6);
  });

  test('only as much as asked: a fit that may not scale leaves the scale in the residuals', () => {
    const solved = solvedFor(marksOf({ ...none, scale: 1.0001 }, 3), { fit: 'rotation' })!;
    expect(solved).toMatchObject({ scale: 1, redundancy: 3 });
    expect(solved.residuals.map(({ is_beyond_tolerance }) => is_beyond_tolerance)).toContain(true);
    expect(solvedFor(marksOf({ ...none, d_easting: 2 }), { fit: 'translation' })).toMatchObject({
      rotation: 0,
      d_easting: expect.closeTo(2, 6),
    });
  });

  test('a wrong mark is found by leaving it out; its residual stays to be seen', () => {
    const marks = marksOf(some).map((mark, index) => (index === 2 ? { ...mark, local_easting: mark.local_easting! + 0.2 } : mark));
    const solved = solvedFor(marks)!;
    expect(solved.residuals.filter(({ is_beyond_tolerance }) => is_beyond_tolerance).length).toBeGreaterThan(1);
    expect(solved.suspects).toEqual(['M3']);
    const without = solvedFor(marks, { left_out: ['M3'] })!;
    expect(without.residuals[2]).toMatchObject({ uses_horizontal: false, horizontal: expect.closeTo(0.2, 4), is_beyond_tolerance: false });
    expect(without.residuals.every(({ is_beyond_tolerance }) => !is_beyond_tolerance)).toBe(true);
  });

  test('a mark that is not used is no second mark; one not used in height leaves heights alone', () => {
    const [first, second] = marksOf(some, 2) as [LocPoint, LocPoint];
    const unused = { ...first, use_horizontal: false, use_vertical: false };
    expect(solvedFor([unused, { ...second, use_vertical: false }])).toMatchObject({ fit: 'translation', d_elevation: 0, name: 'M2' });
    expect(solvedFor([unused])).toBeNull();
    expect(solvedFor([{ ...first, use_horizontal: false }])).toMatchObject({ d_easting: 0, d_elevation: expect.closeTo(22.394, 3) });
  });

  test.each<[string, LocPoint[], string]>([
    ['two marks on one place', [markAt('A', at(0, 0), some), markAt('B', at(0, 0.1), some)], 'on one place'],
    ['a mark without a coordinate', [markAt('A', at(0, 0), some, { local_easting: null })], 'A lacks a coordinate'],
    ['a mark nowhere', [markAt('A', at(0, 0), some, { latitude: 145 })], 'A lies outside'],
  ])('%s cannot be solved, and that is said', (_story, marks, words) => {
    expect(solveLocalization(marks, projection, surveyDefaults.tolerances)).toMatchObject({
      ok: false,
      sentence: expect.stringContaining(words),
    });
  });
});
