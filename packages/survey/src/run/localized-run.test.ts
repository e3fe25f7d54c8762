import { describe, expect, test } from 'vitest';
import { sourceOf } from '../assemble/synthetic-fixture.ts';
import type { RunFiles } from '../convert/join-files.ts';
import type { GridPosition } from '../geo/plane.ts';
import type { LocFile } from '../read/records.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { BASE_A as A, at, choose, type FieldDay, locOf, surroundings, worstMiss, writeDay } from './field-day-fixture.ts';
import { type ProcessedRun, processRun } from './process-run.ts';

/** What the crew's collector did with everything after it had measured the marks. */
const localize = ({ easting, northing, elevation }: GridPosition & { elevation: number }) => {
  const [e, n] = [easting - 2_488_000, northing - 7_433_000];
  const [c, s] = [1.00003 * Math.cos(2e-5), 1.00003 * Math.sin(2e-5)];
  return {
    easting: 2_488_000 + 1.3 + c * e - s * n,
    northing: 7_433_000 - 0.6 + s * e + c * n,
    elevation: elevation + 21 + e * 1.5e-5 - n * 1e-5,
  };
};
const day: FieldDay = {
  bases: [A],
  localize,
  shots: [
    { name: '1', description: 'CP', truth: at(450, 200, 25) },
    { name: '2', truth: at(100, 80, 21) },
    { name: '3', truth: at(720, 480, 22) },
  ],
};
const marks = [at(-50, 20), at(800, -30), at(300, 600), at(650, 420)];
const loc = locOf(day, marks);
const files: RunFiles = { ...writeDay(day), loc: [sourceOf(loc, 'day.loc')] };
const run = (choice: Parameters<typeof choose>[0], other: LocFile = loc) =>
  processRun({ ...files, loc: [sourceOf(other, 'day.loc')] }, [choose(choice)], surveyDefaults, surroundings);
const about = ({ conflicts }: ProcessedRun) =>
  conflicts.filter(({ id }) => id === 'LOC_RESID' || id === 'LOC_WHOSE' || id === 'NOT_EXPLAINED' || id === 'FRAME');

describe('a run localized by several marks', () => {
  test('a base shift takes the localization back, turned and scaled, and lies on the truth', () => {
    const done = run({});
    expect(done.to_do).toEqual([]);
    expect(about(done)).toEqual([]);
    expect(worstMiss(done, day)).toBeLessThan(0.003);
  });

  test('no shift leaves what the collector made; applied to the raw file it comes out the same', () => {
    const [stored, raw] = [run({ type: 'NONE' }), run({ type: 'NONE', source: 'raw', localization: { fit: 'similarity', left_out: [] } })];
    expect(stored.to_do).toEqual([]);
    expect(raw.to_do).toEqual([]);
    for (const shot of stored.shots) {
      const [a, b] = [stored.finals.get(shot.id)!, raw.finals.get(shot.id)!];
      expect(Math.hypot(a.easting - b.easting, a.northing - b.northing, a.elevation! - b.elevation!)).toBeLessThan(0.002);
    }
  });

  test('LOC_RESID: a mistyped mark blocks, is named, and is left out by localizing the raw file again', () => {
    const typo = {
      ...loc,
      points: loc.points.map((point, index) => (index === 1 ? { ...point, local_northing: point.local_northing! + 0.5 } : point)),
    };
    const blocked = run({}, typo);
    expect(blocked.to_do.map(({ id }) => id)).toContain('LOC_RESID');
    expect(blocked.to_do.find(({ id }) => id === 'LOC_RESID')).toMatchObject({
      sentence: expect.stringContaining('Without M2 the others fit.'),
      remedies: ['recompute', 'localize', 'waive'],
    });
    const again = run({ type: 'NONE', source: 'raw', localization: { fit: 'similarity', left_out: ['M2'] } }, typo);
    expect(again.to_do).toEqual([]);
    const right = run({ type: 'NONE' });
    const [a, b] = [again, right].map(({ finals }) => finals.get('id-3')!);
    expect(Math.hypot(a!.easting - b!.easting, a!.northing - b!.northing)).toBeLessThan(0.002);
    expect(run({ source: 'raw' }, typo).to_do).toEqual([]);
  });

  test('two marks that were mixed up always fit, but not without a turn: that blocks', () => {
    const [first, second] = loc.points as [LocFile['points'][0], LocFile['points'][0]];
    const mixed = [
      { ...first, local_easting: second.local_easting, local_northing: second.local_northing },
      { ...second, local_easting: first.local_easting, local_northing: first.local_northing },
    ];
    expect(run({}, { ...loc, points: mixed }).to_do.find(({ id }) => id === 'LOC_RESID')?.sentence).toContain('mixed up');
    const unchecked = about(run({ type: 'NONE' }, { ...loc, points: [first, second] }));
    expect(unchecked).toMatchObject([{ id: 'LOC_RESID', severity: 'W', sentence: expect.stringContaining('nothing checks them') }]);
  });

  test('what cannot be done is said', () => {
    const localization = { fit: 'similarity', left_out: ['M1'] } as const;
    expect(run({ localization }).not_applied[0]?.sentence).toContain('needs coordinates from the raw file');
    expect(run({ localization, source: 'raw' }).not_applied[0]?.sentence).toContain('cannot both be applied');
    expect(run({ localization, source: 'raw', type: 'NONE' }, { ...loc, points: [] }).not_applied[0]?.sentence).toContain(
      'nothing to localize by',
    );
  });
});
