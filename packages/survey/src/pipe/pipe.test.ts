import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { surveyDefaults } from '../survey-settings.ts';
import { derivePipe, type Pipe, slopePercent } from './pipe.ts';
import { checkPipes } from './pipe-checks.ts';
import { byId, connectionOf, pipeOf, structureOf } from './pipe-fixture.ts';
import { invertOf, type Structure, sumpOf } from './structure.ts';

const { tolerances } = surveyDefaults;
const derive = (pipe: Pipe, structures: readonly Structure[]) => derivePipe(pipe, byId(structures), tolerances);
const faults = (pipes: readonly Pipe[], structures: readonly Structure[]) =>
  checkPipes(
    pipes.map((pipe) => derive(pipe, structures)),
    tolerances,
  ).map(({ fault, pipes: ids }) => [fault, ...ids].join(' '));

describe('SUR-E2 inverts', () => {
  test('measured to the invert, to the obvert, to the top of the pipe', () => {
    expect(invertOf(30, connectionOf({ measure_down: 2.5 })).elevation).toBeCloseTo(27.5, 9);
    expect(invertOf(30, connectionOf({ measure_down: 2.5, measured_to: 'obvert', inside_diameter: 300 })).elevation).toBeCloseTo(27.2, 9);
    expect(
      invertOf(30, connectionOf({ measure_down: 2.5, measured_to: 'top_of_pipe', outside_height: 400, wall_thickness: 50 })).elevation,
    ).toBeCloseTo(27.15, 9);
  });

  test.each([
    ['the rim', null, {}],
    ['nothing was measured', 30, { measure_down: null }],
    ['diameter', 30, { measured_to: 'obvert' as const, inside_diameter: null }],
    ['outside height', 30, { measured_to: 'top_of_pipe' as const }],
  ])('what is missing is said: %s', (word, rim, fields) =>
    expect(invertOf(rim, connectionOf(fields))).toMatchObject({ elevation: null, why_not: expect.stringContaining(word) }),
  );

  test('the sump', () => {
    expect(sumpOf(structureOf('a', 0, 0, 30, { sump_measure_down: 3 }))).toBe(27);
    expect(sumpOf(structureOf('a', 0, 0, null, { sump_measure_down: 3 }))).toBeNull();
  });
});

describe('SUR-E3 a pipe', () => {
  const a = structureOf('A', 0, 0, 30, {
    connections: [connectionOf({ bearing: 91, measure_down: 2 }), connectionOf({ bearing: 200, measure_down: 9 })],
  });
  const b = structureOf('B', 40, 0, 29, { connections: [connectionOf({ bearing: 265, measure_down: 1.4 })] });

  test('finds its connections by bearing; length, slope and line follow', () => {
    const { start, end, length_2d, length_3d, slope_percent, line } = derive(pipeOf('1', 'A', 'B'), [a, b]);
    expect([start.invert.elevation, end.invert.elevation]).toEqual([28, expect.closeTo(27.6, 9)]);
    expect(length_2d).toBeCloseTo(40, 9);
    expect(length_3d).toBeCloseTo(Math.hypot(40, 0.4), 9);
    expect(slope_percent).toBeCloseTo(1, 9);
    expect(line.map(({ elevation }) => elevation)).toEqual([28, expect.closeTo(27.6, 9)]);
  });

  test('a connection tied to the pipe wins over the bearing', () => {
    const tied = { ...a, connections: [...a.connections, connectionOf({ pipe: 'p-1', bearing: 0, measure_down: 3 })] };
    expect(derive(pipeOf('1', 'A', 'B'), [tied, b]).start.invert.elevation).toBe(27);
  });

  test('bends count in the length, and the invert falls evenly along them', () => {
    const ends = [
      structureOf('A', 0, 0, 30, { connections: [connectionOf({ bearing: 50, measure_down: 2 })] }),
      structureOf('B', 40, 0, 29, { connections: [connectionOf({ measure_down: 1.4 })] }),
    ];
    const bent = derive(pipeOf('1', 'A', 'B', { vertices: [{ easting: 2_500_020, northing: 7_500_015 }] }), ends);
    expect(bent.length_2d).toBeCloseTo(50, 9);
    expect(bent.line.map(({ elevation }) => elevation)).toEqual([28, expect.closeTo(27.8, 9), expect.closeTo(27.6, 9)]);
  });

  test('rims move, inverts follow: only the measure-down is kept', () => {
    const lifted = derive(pipeOf('1', 'A', 'B'), [{ ...a, rim: { ...a.rim!, elevation: 31 } }, b]);
    expect(lifted.start.invert.elevation).toBe(29);
  });

  test('the slope the other way round is the opposite', () => {
    const height = fc.double({ min: -100, max: 100, noNaN: true });
    fc.assert(
      fc.property(height, height, fc.double({ min: 0.1, max: 200, noNaN: true }), (from, to, length) => {
        expect(slopePercent(from, to, length)).toBeCloseTo(-slopePercent(to, from, length)!, 9);
      }),
      { seed: 3 },
    );
    expect(derive(pipeOf('1', 'B', 'A'), [a, b]).slope_percent).toBeCloseTo(-1, 9);
    expect(slopePercent(1, 2, 0)).toBeNull();
  });
});

describe('SUR-C8 PIPE_END and the checks of E3', () => {
  const at = (name: string, east: number, rim: number | null, bearing: number | null, measure_down = 2, fields: Partial<Structure> = {}) =>
    structureOf(name, east, 0, rim, { connections: [connectionOf({ bearing, measure_down })], ...fields });

  test('a sound pipe has none', () => expect(faults([pipeOf('1', 'A', 'B')], [at('A', 0, 30, 90), at('B', 40, 29, 270)])).toEqual([]));

  test.each<[string, Pipe, readonly Structure[]]>([
    ['END_NOT_PROCESSED', pipeOf('1', 'A', 'B'), [at('A', 0, 30, 90), at('B', 40, null, 270)]],
    ['END_NOT_PROCESSED', pipeOf('1', 'A', 'X'), [at('A', 0, 30, 90)]],
    ['OPEN_END_UNTYPED', pipeOf('1', 'A', null), [at('A', 0, 30, 90)]],
    ['INVERT_ABOVE_RIM', pipeOf('1', 'A', 'B'), [at('A', 0, 30, 90, -0.1), at('B', 40, 29, 270)]],
    ['INVERT_BELOW_SUMP', pipeOf('1', 'A', 'B'), [at('A', 0, 30, 90, 2, { sump_measure_down: 1.9 }), at('B', 40, 29, 270)]],
    ['ADVERSE_SLOPE', pipeOf('1', 'B', 'A'), [at('A', 0, 30, 90), at('B', 40, 29, 270)]],
    ['STEEP', pipeOf('1', 'A', 'B'), [at('A', 0, 36, 90), at('B', 40, 29, 270)]],
    ['TOO_LONG', pipeOf('1', 'A', 'B'), [at('A', 0, 30, 90), at('B', 151, 29, 270)]],
  ])('%s', (fault, pipe, structures) => expect(faults([pipe], structures)).toEqual([`${fault} p-1`]));

  test('an open end that is typed is fine', () =>
    expect(faults([pipeOf('1', 'A', null, { open_end: 'outfall' })], [at('A', 0, 30, 90)])).toEqual([]));

  test('flow marked at the structures decides what is uphill', () => {
    const mark = (name: string, east: number, rim: number, bearing: number, direction: 'in' | 'out') =>
      structureOf(name, east, 0, rim, { connections: [connectionOf({ bearing, direction })] });
    expect(faults([pipeOf('1', 'B', 'A')], [mark('A', 0, 30, 90, 'out'), mark('B', 40, 29, 270, 'in')])).toEqual([]);
    expect(faults([pipeOf('1', 'A', 'B')], [mark('A', 0, 30, 90, 'in'), mark('B', 40, 29, 270, 'out')])).toEqual(['ADVERSE_SLOPE p-1']);
    expect(faults([pipeOf('1', 'A', 'B')], [mark('A', 0, 30, 90, 'out'), mark('B', 40, 29, 270, 'out')])).toEqual(['SAME_DIRECTION p-1']);
  });

  test('two pipes that leave a structure the same way', () => {
    const hub = structureOf('A', 0, 0, 30, { connections: [] });
    const structures = [hub, structureOf('B', 40, 0, 29), structureOf('C', 60, 2, 29), structureOf('D', -40, 0, 29)];
    expect(faults([pipeOf('1', 'A', 'B'), pipeOf('2', 'A', 'C'), pipeOf('3', 'A', 'D')], structures)).toEqual(['SAME_DIRECTION p-1 p-2']);
  });

  test('a pipe that shrinks downstream', () => {
    const structures = [structureOf('A', 0, 0, 30), structureOf('B', 40, 0, 29), structureOf('C', 80, 0, 28)];
    const wide = pipeOf('1', 'A', 'B', { inside_diameter: 450 });
    const narrow = pipeOf('2', 'B', 'C', { inside_diameter: 300 });
    expect(faults([wide, narrow], structures).filter((fault) => fault.startsWith('SHRINKS'))).toEqual(['SHRINKS_DOWNSTREAM p-1 p-2']);
  });
});
