import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareNames, isTopLevel, nameKey, type Shot } from '../assemble/shot.ts';
import { shiftBy, shotOf } from '../assemble/shot-fixture.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { averagePositions, indexChildren, leavesUnder, rootsOf } from './average.ts';
import { finalCoordinates } from './final-coordinates.ts';
import { nextAverageName, nextSuffix } from './naming.ts';
import { createResolutionShot, createSamePointShots, openPairs, settlePairs } from './resolve.ts';
import { findSamePlacePairs, groupSamePoints, nothingIgnored, pairKey } from './same-place.ts';

const who = { by: 'Pia', at: '2025-10-20T12:00:00Z', why: null };
const newId = (name: string) => `id-${name}`;
const at = (name: string, east: number, north = 0, fields: Partial<Shot> = {}) =>
  shotOf(name, { easting: 2_500_000 + east, northing: 7_500_000 + north, ...fields });
const measured = (shot: Shot) => shot;

describe('names of averages', () => {
  test.each([
    ['', 'A'],
    ['A', 'B'],
    ['Y', 'Z'],
    ['Z', 'ZA'],
    ['ZA', 'ZB'],
    ['ZZ', 'ZZA'],
  ])('after %j comes %s', (suffix, next) => expect(nextSuffix(suffix)).toBe(next));
  test('a letter that is taken is passed over, whatever its case', () =>
    expect(nextAverageName('5000', new Set(['5000A', '5000B'].map(nameKey)))).toBe('5000C'));
  test('points are listed as a surveyor reads them', () => {
    expect(['10000', '5001', 'CP2', '5000A', 'CP10', '5000'].toSorted(compareNames)).toEqual([
      '5000',
      '5000A',
      '5001',
      '10000',
      'CP2',
      'CP10',
    ]);
  });
});

describe('same point, shot several times in a row', () => {
  test('consecutive shots of one code within the tolerance are averaged, the others left', () => {
    const shots = [at('5002', 0.03), at('5000', 0), at('5001', 0.06), at('5003', 10), at('5004', 0.01)];
    const after = createSamePointShots(shots, surveyDefaults, newId, who);
    const average = after.find(({ name }) => name === '5000A')!;
    expect(average.averaged_from).toEqual(['id-5000', 'id-5001', 'id-5002']);
    expect(average.easting).toBeCloseTo(2_500_000.03, 9);
    expect(
      after
        .filter(isTopLevel)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['5000A', '5003', '5004']);
    expect(createSamePointShots(after, surveyDefaults, newId, who)).toEqual(after);
  });

  test('another code in between ends the run; a slow walk is not one point', () => {
    const coded = [at('1', 0), at('2', 0, 0, { description: 'FH', code: 'FH' }), at('3', 0)];
    expect(groupSamePoints(coded, measured, surveyDefaults)).toEqual([]);
    const walk = [at('1', 0), at('2', 0.05), at('3', 0.1), at('4', 0.15)];
    expect(groupSamePoints(walk, measured, surveyDefaults).map((group) => group.map(({ name }) => name))).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
  });

  test('a reading counts by its RMS; what is not fixed or beyond tolerance gives way without counting', () => {
    const shots = [
      at('1', 0, 0, { HRMS: 0.01 }),
      at('2', 0.05, 0, { HRMS: 0.02 }),
      at('3', 0.06, 0, { HRMS: 0.01, bad_fixed_status: true }),
    ];
    const after = createSamePointShots(shots, surveyDefaults, newId, who);
    const average = after.at(-1)!;
    expect(average).toMatchObject({ name: '1A', averaged_from: ['id-1', 'id-2'] });
    expect(after.filter(({ parent }) => parent === average.id).map(({ name }) => name)).toEqual(['1', '2', '3']);
    expect(average.easting - 2_500_000).toBeCloseTo(0.05 / 5, 9);
    const final = finalCoordinates(after).get(average.id)!;
    expect(final.mean).toMatchObject({ count: 2, spread_horizontal: expect.closeTo(0.04, 9), sd_horizontal: expect.closeTo(0.02, 9) });
    const all_weak = shots.map((shot) => ({ ...shot, bad_hrms: true }));
    expect(createSamePointShots(all_weak, surveyDefaults, newId, who).at(-1)?.averaged_from).toHaveLength(3);
  });

  test('SELF_AVERAGE: a renumbered copy of one reading is never averaged with it', () => {
    const copy = [at('5600', 0, 0, { raw_order: 7 }), at('5601', 0, 0, { raw_order: 7, renumbered_from: '5600' })];
    expect(createSamePointShots(copy, surveyDefaults, newId, who)).toEqual(copy);
    const third = at('5602', 0.03, 0, { raw_order: 8 });
    expect(createSamePointShots([...copy, third], surveyDefaults, newId, who).at(-1)?.averaged_from).toEqual(['id-5600', 'id-5602']);
  });

  test('control is compared in space: two bolts of one pillar stay two', () => {
    const bolts = [at('1', 0, 0, { code: 'MON', elevation: 10 }), at('2', 0, 0, { code: 'MON', elevation: 11 })];
    expect(groupSamePoints(bolts, measured, surveyDefaults)).toEqual([]);
    const edges = bolts.map((shot) => ({ ...shot, code: 'AE' }));
    expect(groupSamePoints(edges, measured, surveyDefaults)).toHaveLength(1);
  });

  test('quality figures are averaged, elevations over those that have one', () => {
    const shots = [
      at('1', 0, 0, { HRMS: 0.01, elevation: null, PDOP: 1, status: 'FIXED' }),
      at('2', 0, 0, { HRMS: 0.03, elevation: 12, PDOP: null, status: 'FLOAT' }),
    ];
    const average = createSamePointShots(shots, surveyDefaults, newId, who).at(-1)!;
    expect(average).toMatchObject({
      name: '1A',
      HRMS: expect.closeTo(0.02, 12),
      elevation: 12,
      PDOP: 1,
      status: null,
      origin: 'AVERAGE',
      is_fixed: true,
    });
  });
});

describe('SUR-C8 SAME_PLACE pairs', () => {
  test('each shot with its nearest, each pair once', () => {
    const shots = [at('1', 0), at('2', 0.02), at('3', 0.06), at('4', 5), at('5', 5.0749), at('6', 9), at('7', 9.0751)];
    expect(findSamePlacePairs(shots, measured, surveyDefaults).map(({ first, second }) => [first.name, second.name])).toEqual([
      ['1', '2'],
      ['2', '3'],
      ['4', '5'],
    ]);
  });

  test('an ignored pair leaves room for the next nearest; an ignored shot is out', () => {
    const shots = [at('1', 0), at('2', 0.02), at('3', 0.06)];
    const pairs = new Set([pairKey('id-1', 'id-2')]);
    expect(findSamePlacePairs(shots, measured, surveyDefaults, { ...nothingIgnored, pairs }).map(({ key }) => key)).toEqual([
      pairKey('id-1', 'id-3'),
      pairKey('id-2', 'id-3'),
    ]);
    expect(
      findSamePlacePairs(shots, measured, surveyDefaults, { ...nothingIgnored, shots: new Set(['id-2']) }).map(({ key }) => key),
    ).toEqual([pairKey('id-1', 'id-3')]);
  });

  test('whatever is decided, the loop ends with no pair left open', () => {
    const place = fc.record({ east: fc.integer({ min: 0, max: 20 }), north: fc.integer({ min: 0, max: 20 }) });
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 25 }),
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 20 }),
        (places, answers) => {
          const shots = places.map(({ east, north }, index) => at(String(5000 + index), east * 0.03, north * 0.03));
          let asked = 0;
          const { shots: after, ignored } = settlePairs(
            shots,
            surveyDefaults,
            ({ first, second }, now) => {
              const answer = answers[asked++ % answers.length];
              if (answer === 0) return { choice: 'ignore' };
              if (answer === 1) return { choice: 'keep_1' };
              if (answer === 2) return { choice: 'keep_2' };
              const by_id = new Map(now.map((shot) => [shot.id, shot]));
              return { choice: 'recalculate', ticked: [...rootsOf(first, by_id), ...rootsOf(second, by_id)].map(({ id }) => id) };
            },
            newId,
            who,
          );
          expect(openPairs(after, surveyDefaults, ignored)).toEqual([]);
          expect(after.filter((shot) => shot.origin !== 'AVERAGE').map(({ id, easting }) => ({ id, easting }))).toEqual(
            shots.map(({ id, easting }) => ({ id, easting })),
          );
          const names = after.map(({ name }) => nameKey(name));
          expect(new Set(names).size).toBe(names.length);
        },
      ),
      { seed: 75, numRuns: 200 },
    );
  });
});

describe('averages stand on measured shots', () => {
  test('an average is never averaged: 5000A with 5002 is the mean of all three', () => {
    const shots = [at('5000', 0), at('5001', 0.03), at('5002', 0.06, 0, { elevation: 13 })];
    const grouped = createSamePointShots(shots.slice(0, 2), surveyDefaults, newId, who);
    const both = [...grouped, shots[2]!];
    const [average, third] = [both.find(({ name }) => name === '5000A')!, shots[2]!];
    const after = createResolutionShot(both, average, third, ['id-5000', 'id-5001', 'id-5002'], newId, who);
    const resolved = after.at(-1)!;
    expect(resolved).toMatchObject({ name: '5000B', elevation: 11, averaged_from: ['id-5000', 'id-5001', 'id-5002'] });
    expect(resolved.easting).toBeCloseTo(2_500_000.03, 9);
    expect(after.filter(isTopLevel).map(({ name }) => name)).toEqual(['5000B']);
    expect(leavesUnder(resolved, indexChildren(after)).map(({ shot, is_used }) => [shot.name, is_used])).toEqual([
      ['5000', true],
      ['5001', true],
      ['5002', true],
    ]);
  });

  test('what is not ticked stays below and is not used', () => {
    const shots = [at('1', 0), at('2', 0.03)];
    const after = createResolutionShot(shots, shots[0]!, shots[1]!, ['id-2'], newId, who);
    expect(after.at(-1)).toMatchObject({ name: '2A', averaged_from: ['id-2'] });
    expect(leavesUnder(after.at(-1)!, indexChildren(after)).map(({ is_used }) => is_used)).toEqual([false, true]);
    expect(createResolutionShot(shots, shots[0]!, shots[1]!, [], newId, who)).toEqual(shots);
  });

  test('in whatever order points are brought together, the same roots give the same mean to the last bit', () => {
    const number = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(number, number, number), { minLength: 2, maxLength: 8, size: 'max' }),
        fc.func(fc.integer()),
        (offsets, order) => {
          const shots = offsets.map(([e, n, z], index) => at(String(100 + index), e, n, { elevation: z }));
          const ids = shots.map(({ id }) => id);
          const shuffled = shots.toSorted((a, b) => order(a.id) - order(b.id));
          const build = (sequence: readonly Shot[]) =>
            sequence.slice(1).reduce<{ all: Shot[]; last: Shot }>(
              ({ all, last }, next, index) => {
                const used = [...sequence.slice(0, index + 2)].map(({ id }) => id);
                const after = createResolutionShot(all, last, next, used, newId, who);
                return { all: after, last: after.at(-1)! };
              },
              { all: [...shots], last: sequence[0]! },
            ).last;
          const [a, b] = [build(shots), build(shuffled)];
          expect([a.easting, a.northing, a.elevation]).toEqual([b.easting, b.northing, b.elevation]);
          expect(a.averaged_from.toSorted()).toEqual(ids.toSorted());
          expect(averagePositions(shuffled)).toEqual(averagePositions(shots));
          expect(averagePositions(shots)).toMatchObject({ easting: a.easting, northing: a.northing, elevation: a.elevation });
        },
      ),
      { seed: 8 },
    );
  });

  test('an average follows a later shift of its roots', () => {
    const shots = createSamePointShots([at('1', 0), at('2', 0.04)], surveyDefaults, newId, who);
    expect(finalCoordinates(shots).get('id-1A')).toMatchObject({ easting: 2_500_000.02, is_final: false });
    const shifted = shots.map((shot) => (shot.origin === 'AVERAGE' ? shot : shiftBy(shot, 1, 2, 3)));
    expect(finalCoordinates(shifted).get('id-1A')).toMatchObject({
      easting: expect.closeTo(2_500_001.02, 6),
      northing: 7_500_002,
      elevation: 13,
      is_final: true,
    });
  });
});
