import { describe, expect, test } from 'vitest';
import { hpnOf, readSyntheticRun } from '../assemble/synthetic-fixture.ts';
import { correctDescription } from '../assemble/validate.ts';
import { findConflicts } from '../conflict/find-conflicts.ts';
import { noFacts } from '../conflict/run-facts.ts';
import { finalCoordinates } from '../group/final-coordinates.ts';
import { createSamePointShots } from '../group/resolve.ts';
import { applyShifts } from '../shift/apply-shifts.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { exportPoints } from './export-point.ts';
import { publishControls } from './publish-controls.ts';
import { makeQaReport } from './qa-report.ts';

const run = readSyntheticRun();
const who = { by: 'Pia', at: '2025-10-20T12:00:00Z', why: 'two markers' };
const hpn = hpnOf(run);
const plan = { type: 'HPN', shifts: [hpn], geoid: null, other_side: 'reshift', decided_by: 'Pia' } as const;
const shifted = applyShifts(correctDescription(run.assembly.shots, 'XYZ', 'TREE', surveyDefaults, who), plan, surveyDefaults).shots;
const shots = createSamePointShots(shifted, surveyDefaults, (name) => `id-${name}`, who).map((shot) =>
  shot.name === '5002' ? { ...shot, extended_data_shot: 'app-5002' } : shot,
);
const finals = finalCoordinates(shots);
const conflicts = findConflicts({ ...noFacts, ...run, raw_deleted: run.assembly.raw_deleted, shots, plan }, surveyDefaults);
const ignored_key = conflicts.find(({ id }) => id === 'RMS')!.key;
const report = makeQaReport(
  {
    job: '25001',
    client: 'Nobody',
    run: 'Run 1',
    field_date: '2025-10-14',
    software: 'DMSE 0.1',
    source_files: [{ kind: 'raw', name: '25001AT251014.rw5', text: 'JB' }],
  },
  {
    shots,
    finals,
    conflicts,
    ignored: [{ key: ignored_key, what: 'ignored', ...who }],
    shift: { type: 'HPN', block: { d_easting: hpn.d_easting, d_northing: hpn.d_northing, d_elevation: 0 } },
    localization: hpn.localization,
    controls: [],
    new_controls: ['5014'],
    ppp: run.ppp.estimates[0]!,
    geoid: null,
    undulation: hpn.ppp_undulation,
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
    expect(report.ppp?.sigma_height).toBe(0.0228);
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
    expect(report.shots_with_images).toEqual([{ name: '5002', images: 3 }]);
    expect(report.final_coordinates.map(({ name }) => name)).toEqual(exportPoints(shots, finals).map(({ name }) => name));
    expect(report.final_coordinates.find(({ name }) => name === '5004')).toMatchObject({ rod_height: 2, status: 'FIXED', is_final: true });
  });

  test('what was ignored, by whom and why, is in it', () => {
    expect(report.ignored_conflicts).toMatchObject([{ key: ignored_key, by: 'Pia', why: 'two markers', conflict: { id: 'RMS' } }]);
    expect(report.open_conflicts.map(({ key }) => key)).not.toContain(ignored_key);
    expect(report.open_conflicts).toHaveLength(conflicts.length - 1);
  });
});

test('controls are published to 4 and 2 decimals, and only when final', () => {
  const control = shots.find(({ name }) => name === '5014')!;
  const unshifted = { ...control, id: 'x', name: 'new', shift: null };
  const { controls, not_final } = publishControls(
    [control, unshifted],
    new Map([...finals, ['x', { ...finals.get(control.id)!, is_final: false }]]),
    { coordinate_system: 'EPSG:2953', elevation_system: 'CGVD28' },
  );
  expect(not_final).toEqual(['new']);
  expect(controls).toEqual([
    {
      shot: 'id-5014',
      name: '5014',
      easting: 2488480.5654,
      northing: 7432946.8782,
      elevation: 31.32,
      coordinate_system: 'EPSG:2953',
      elevation_system: 'CGVD28',
    },
  ]);
});
