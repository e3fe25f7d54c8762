import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { syntheticFiles } from '../assemble/synthetic-fixture.ts';
import { averagePositions } from '../group/average.ts';
import type { ControlPoint } from '../shift/control-shift.ts';
import { surveyDefaults } from '../survey-settings.ts';
import type { RunDecision } from './decision.ts';
import { at, BASE_A, choose, type FieldDay, surroundings, who, worstMiss, writeDay } from './field-day-fixture.ts';
import { processRun } from './process-run.ts';

describe('SUR-C8a COMPUTED: what the collector computed from measured points', () => {
  const shots = [1, 2, 3].map((index) => ({ name: `${index}`, truth: at(index * 40, index * 25), description: 'MON' }));
  /** The collector believes of every place what it believes of the first shot. */
  const { records } = writeDay({ bases: [BASE_A], shots }).points[0]!.read;
  const first = records.find((record) => record.kind === 'point')!;
  const [east, north, up] = [
    first.easting! - shots[0]!.truth.easting,
    first.northing! - shots[0]!.truth.northing,
    first.elevation! - shots[0]!.truth.elevation,
  ];
  const station = at(60, 10);
  const sighted = at(60, 30);
  const design = at(70, 70);
  const believed = ({ easting, northing, elevation }: typeof station) => ({
    easting: (easting + east).toFixed(4),
    northing: (northing + north).toFixed(4),
    elevation: (elevation + up).toFixed(4),
  });
  const raw = (place: typeof station) => {
    const { easting, northing, elevation } = believed(place);
    return `N ${northing},E ${easting},EL${elevation}`;
  };
  const row = (name: string, place: typeof station, code: string) => `${[name, ...Object.values(believed(place)), code].join(',')}`;
  const day: FieldDay = {
    bases: [BASE_A],
    shots,
    // A station resected from two measured points, a sight from it twenty metres to the north, and a point nobody measured.
    afterwards: {
      raw: [
        `--Resection:HI1.500,PNI1,${raw(station)},--TEMP`,
        '--Points Used:1,2',
        `SP,PNI1,${raw(station)},--TEMP`,
        'LS,HI1.5000,HR1.5000',
        `OC,OPI1,${raw(station)},--TEMP`,
        'BK,OPI1,BP1,BS0.0000,BC0.0000',
        'SS,OPI1,FP90,AR0.0000,ZE90.0000,SD20.0000,--AE',
        `SP,PND1,${raw(design)},--CALC`,
      ],
      points: [row('I1', station, 'TEMP'), row('90', sighted, 'AE'), row('D1', design, 'CALC')],
    },
  };
  const controls = shots.map(({ name, truth }): ControlPoint => ({ id: name, name: `C${name}`, ...truth, control_destroyed: false }));
  const run = (...decisions: readonly RunDecision[]) => processRun(writeDay(day), decisions, surveyDefaults, { ...surroundings, controls });
  const truths = { shots: [...shots, { name: 'I1', truth: station }, { name: '90', truth: sighted }] };
  const shiftOf = (done: ReturnType<typeof run>, name: string) => done.shots.find((shot) => shot.name === name)!.shift!;

  test.each([
    ['by PPP', choose({})],
    ['by control', choose({ type: 'CONTROL', accepted: ['1', '2', '3'] })],
    ['typed', { ...choose({ type: 'NONE', typed: { d_easting: -east, d_northing: -north, d_elevation: -up } }), why: 'by letter' }],
  ])('resection stations move with the shift %s, and so do the sights from them', (_, shift) => {
    const done = run(shift);
    expect(done.not_applied).toEqual([]);
    expect(Math.hypot(east, north)).toBeGreaterThan(0.5);
    expect(worstMiss(done, truths)).toBeLessThan(0.01);
    expect(shiftOf(done, 'D1')).toMatchObject({ basis: 'keyed_in', d_easting: 0, d_northing: 0, d_elevation: 0 });
  });

  test('is said, and a person may say otherwise for one point', () => {
    const said = run(choose({})).conflicts.filter(({ id }) => id === 'COMPUTED');
    expect(said).toMatchObject([{ severity: 'I', names: ['I1'] }]);
    const held = run({ ...who, kind: 'moves_with_run', name: 'I1', does_move: false, why: 'typed from the plan' }, choose({}));
    expect(shiftOf(held, 'I1')).toMatchObject({ basis: 'keyed_in', d_easting: 0 });
    const moved = run({ ...who, kind: 'moves_with_run', name: 'D1', does_move: true, why: 'by COGO' }, choose({}));
    expect(shiftOf(moved, 'D1').d_northing).toBeCloseTo(-north, 2);
  });
});

describe('SUR-C8a averages', () => {
  const metres = fc.double({ min: -0.1, max: 0.1, noNaN: true });
  const readings = fc.array(fc.tuple(metres, metres, metres), { minLength: 2, maxLength: 8 });
  const placed = (each: readonly (readonly [number, number, number])[], rms: number | null) =>
    each.map(([e, n, z]) => ({
      easting: 2_488_000 + e,
      northing: 7_433_000 + n,
      elevation: 20 + z,
      rms_horizontal: rms,
      rms_vertical: rms,
    }));

  test('law: carry the standard deviation of the mean, √(Σd² ⁄ n(n−1)), and the spread; of a single reading there is none', () => {
    fc.assert(
      fc.property(readings, fc.constantFrom(null, 0.01, 0.04), (each, rms) => {
        const count = each.length;
        const meanOf = (axis: 0 | 1 | 2) => each.reduce((sum, reading) => sum + reading[axis], 0) / count;
        const [e, n, z] = [meanOf(0), meanOf(1), meanOf(2)];
        const away = each.map((reading) => Math.hypot(reading[0] - e, reading[1] - n));
        const rises = each.map((reading) => Math.abs(reading[2] - z));
        const deviation = (of: readonly number[]) => Math.sqrt(of.reduce((sum, d) => sum + d ** 2, 0) / (count * (count - 1)));
        const mean = averagePositions(placed(each, rms))!;
        expect(mean.sd_horizontal).toBeCloseTo(deviation(away), 7);
        expect(mean.sd_vertical).toBeCloseTo(deviation(rises), 7);
        expect(mean.spread_horizontal).toBeCloseTo(Math.max(...away), 7);
        expect(mean.spread_vertical).toBeCloseTo(Math.max(...rises), 7);
        expect(averagePositions(placed(each.slice(0, 1), rms))).toMatchObject({ sd_horizontal: null, sd_vertical: null });
      }),
    );
  });

  test('are weighted by 1/RMS²: a reading half as uncertain counts four times', () => {
    const [good, weak] = [placed([[0, 0, 0]], 0.01)[0]!, placed([[0.05, 0, 0.05]], 0.02)[0]!];
    const mean = averagePositions([good, weak])!;
    expect([mean.easting - 2_488_000, mean.elevation! - 20]).toEqual([0.01, 0.01].map((value) => expect.closeTo(value, 8)));
    // As four of the one and one of the other, with the degrees of freedom of two readings.
    expect(mean.sd_horizontal).toBeCloseTo(Math.sqrt((4 * 0.01 ** 2 + 0.04 ** 2) / 5), 8);
  });

  test('leave out what is not fixed or beyond tolerance unless it is taken by hand', () => {
    const files = syntheticFiles();
    const by_hand: RunDecision = { ...who, kind: 'average', first: '5010', second: '5011', ticked: ['5010', '5011'] };
    const run = (...decisions: readonly RunDecision[]) => processRun(files, decisions, surveyDefaults, { ...surroundings, geoid: null });
    const averages = (done: ReturnType<typeof run>) => done.shots.filter(({ instrument_type }) => instrument_type === 'AVERAGE');
    // 5011 is a float: whatever is put together by itself does not count it, who ticks it does.
    const alone = averages(run(choose({}), { ...who, kind: 'group_same_points' }));
    expect(alone.length).toBeGreaterThan(0);
    expect(alone.flatMap(({ averaged_from }) => averaged_from)).not.toContain('id-5011');
    const done = run(choose({}), by_hand);
    const [ticked] = averages(done);
    expect(ticked).toMatchObject({ averaged_from: ['id-5010', 'id-5011'], bad_fixed_status: true });
    expect(done.finals.get(ticked!.id)!.mean).toMatchObject({ count: 2, sd_horizontal: expect.any(Number) });
  });
});
