import { describe, expect, test } from 'vitest';
import { syntheticFiles } from '../assemble/synthetic-fixture.ts';
import type { RunDecision } from '../run/decision.ts';
import { choose, surroundings, who } from '../run/field-day-fixture.ts';
import { processRun } from '../run/process-run.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { exportPoints } from './export-point.ts';
import { roundPublished } from './publish-controls.ts';
import { makeQaReport } from './qa-report.ts';

const files = syntheticFiles();
const published = { id: 'c1', name: 'HPN 1', easting: 2_488_480.58, northing: 7_432_946.87, elevation: 31.3, control_destroyed: false };
const around = {
  ...surroundings,
  geoid: null,
  controls: [published],
  app_shots: [
    {
      ...{ id: 'app-5002', name: '5002', code: 'STMH', description: 'STMH/RIM', category: 'Structure', sub_category: null },
      position: null,
      is_deleted: false,
      is_structure: true,
      image_count: 3,
    },
  ],
};
const plain: RunDecision[] = [
  { ...who, kind: 'correct_description', from: 'XYZ', to: 'TREE' },
  choose({}),
  { ...who, kind: 'group_same_points' },
  { ...who, why: 'two markers', kind: 'ignore_pair', first: '5004', second: '5005' },
];
const waived_key = processRun(files, plain, surveyDefaults, around).conflicts.find(({ id }) => id === 'RMS')!.key;
const decisions: RunDecision[] = [
  ...plain,
  { ...who, by: 'Alice', why: 'seen', kind: 'waive', conflict: waived_key },
  { ...who, kind: 'ignore_shots', names: ['nobody'] },
];
const run = processRun(files, decisions, surveyDefaults, around);
const { shots, finals, conflicts } = run;
const report = makeQaReport(
  run,
  {
    job: '25001',
    client: 'Nobody',
    run: 'Run 1',
    attempt: 1,
    field_date: '2025-10-14',
    processed_by: 'Pia',
    processed_at: '2025-10-20T12:00:00Z',
    software: 'DMSE 0.1',
    geoid: null,
    source_files: [{ kind: 'raw_file', name: '25001AT251014.rw5', bytes: 2, sha256: '00' }],
    decisions,
    new_controls: ['5014'],
    images: new Map([['app-5002', 3]]),
  },
  surveyDefaults,
);

describe('SUR-C9 the quality report', () => {
  test('names the run, its equipment and its points', () => {
    expect(report.about).toMatchObject({ job: '25001', software: 'DMSE 0.1' });
    expect(report.equipment).toEqual([expect.stringContaining('BRx7')]);
    expect(report.point_range).toEqual({ first: '81', last: '5015', count: 17 });
  });

  test('frame, epoch, sigmas and the combined scale factor', () => {
    expect(report.frame).toMatchObject({ epsg: 2953, frame: 'NAD83', epoch: 1997 });
    expect(report.bases).toMatchObject([{ name: expect.any(String), ppp: { sigma_height: 0.0228 } }]);
    expect((report.scale!.combined - 1) * 1e6).toBeCloseTo(-60.8, 0);
  });

  test('averages with the residual of each child, codes with what was done', () => {
    expect(report.averaged.map(({ name, children }) => [name, children.length])).toEqual([
      ['4999A', 3],
      ['5009A', 2],
    ]);
    expect(report.code_exceptions).toMatchObject([{ name: '5012', original_code: 'XYZ', code: 'TREE', decisions: [{ by: 'Pia' }] }]);
  });

  test('quality exceptions, pictures, final rows', () => {
    expect(report.quality_exceptions.map(({ id, name }) => [id, name])).toEqual([
      ['RMS', '5007'],
      ['NOT_FIXED', '5011'],
      ['ROD', '5013'],
    ]);
    expect(report.shots_with_images).toEqual([{ name: '5002', app_shot: 'app-5002', images: 3 }]);
    expect(report.final_coordinates.map(({ name }) => name)).toEqual(exportPoints(shots, finals).map(({ name }) => name));
    expect(report.final_coordinates.find(({ name }) => name === '5004')).toMatchObject({ rod_height: 2, status: 'FIXED', is_final: true });
  });

  test('the shift, and the residual of every control that was shot', () => {
    const { shift, localization, observed } = report.control_summary;
    expect(shift).toMatchObject({ type: 'HPN', source: 'points', parts: [{ base: null, controls: null }] });
    expect(shift!.median!.d_easting).toBeCloseTo(0.112, 3);
    expect(localization?.residuals).toHaveLength(1);
    const final = finals.get('id-5014')!;
    expect(observed).toMatchObject([{ shot_name: '5014', control_name: 'HPN 1', is_accepted: false, published: { elevation: 31.3 } }]);
    expect(observed[0]!.d_easting).toBeCloseTo(published.easting - final.easting, 9);
  });

  test('what was ignored or waived, by whom and why; what could not be applied is not among it', () => {
    expect(report.ignored).toEqual([
      {
        is_waived: false,
        sentence: expect.stringMatching(/^5004 and 5005, \d+\.\d{3} m apart, stay two points\.$/),
        by: 'Pia',
        at: who.at,
        why: 'two markers',
      },
      { is_waived: true, sentence: expect.stringContaining('5007'), by: 'Alice', at: who.at, why: 'seen' },
    ]);
    expect(report.not_applied).toEqual([{ by: 'Pia', at: who.at, sentence: 'nobody is not in the run.' }]);
    expect(report.open_conflicts.map(({ key }) => key)).not.toContain(waived_key);
    expect(report.open_conflicts).toHaveLength(conflicts.length - 1);
  });

  test('is plain data', () => expect(structuredClone(report)).toEqual(report));
});

test('controls are published to 4 and 2 decimals', () => {
  const control = shots.find(({ name }) => name === '5014')!;
  expect(roundPublished(finals.get(control.id)!)).toEqual({ easting: 2488480.5654, northing: 7432946.8782, elevation: 31.32 });
  expect(roundPublished({ easting: 1, northing: 2, elevation: null }).elevation).toBeNull();
});
