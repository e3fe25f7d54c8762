import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SUM_CURRENT, SUM_ENGLISH, SUM_FRENCH, SUM_KINEMATIC, SUM_TOTAL, SUM_V2 } from '../../fixtures/sum-samples.ts';
import { readPppSum } from './ppp-sum.ts';
import { findOrbitKind, parseEpochYear } from './ppp-tagged.ts';

const RUN = new URL('../../../fixtures/synthetic-run/', import.meta.url);
const expected = JSON.parse(readFileSync(new URL('expected.json', RUN), 'utf8'));
const read = (text: string) => readPppSum(new TextEncoder().encode(text));

describe('SUR-3 CSRS-PPP summaries', () => {
  test('the synthetic run', () => {
    const sum = readPppSum(new Uint8Array(readFileSync(new URL('25001AT251014.sum', RUN))));
    expect(sum.problems).toEqual([]);
    expect(sum).toMatchObject({
      layout: 'tagged',
      version: '5.3.0',
      mode: 'STATIC',
      rinex: '25001AT251014.25o',
      marker: '25001AT',
      antenna_height: 1.5,
      is_antenna_found: true,
    });
    expect(sum.undulation).toBe(expected.ppp_N);
    expect(sum.orthometric).toEqual({ system: 'CGVD28', model: 'HT2_0', height: expected.ppp_H, is_outside_grid: false });
    expect(sum.estimates).toHaveLength(1);
    expect(sum.estimates[0]).toMatchObject({
      frame: 'NAD83',
      epoch_year: 1997,
      height: expected.ppp_grid[2],
      sigma_latitude: 0.0246,
      sigma_longitude: 0.0178,
      sigma_height: 0.0228,
      sigma_kind: 'total',
    });
    expect(sum.estimates[0]?.latitude).toBeCloseTo(45 + 53 / 60 + 49.51133 / 3600, 11);
  });

  test('version 2: minus zero degrees west, one sigma, no geoid, antenna not found', () => {
    const sum = read(SUM_V2);
    expect(sum.estimates[0]?.longitude).toBeCloseTo(-(19 / 60 + 24.94 / 3600), 11);
    expect(sum.estimates[0]).toMatchObject({ frame: 'IGS14', x: 1762053.7902, sigma_height: 0.0179, sigma_kind: 'ppp' });
    expect(sum).toMatchObject({
      undulation: null,
      orthometric: { height: null, is_outside_grid: true },
      is_antenna_found: false,
      orbit_kind: 'final',
    });
    expect(sum.problems.map((problem) => problem.id)).toEqual(['OUTSIDE_GRID']);
    expect(sum.records.at(-1)).toMatchObject({ kind: 'verbatim', text: 'a line without a tag' });
  });

  test('the header decides which column is the sigma, never their number', () => {
    expect(read(SUM_TOTAL).estimates[0]).toMatchObject({ sigma_latitude: 0.0246, sigma_kind: 'total' });
    expect(read(SUM_TOTAL.replace('SIG_PPP(95%) SIG_TOT(95%)', 'SIGMA(95%)')).estimates[0]).toMatchObject({
      sigma_latitude: 0.0051,
      sigma_kind: 'ppp',
    });
    expect(read(SUM_TOTAL)).toMatchObject({ orbit_kind: 'rapid', projections: [{ type: 'MTM', zone: '5', easting: 270857.022 }] });
  });

  test('NAD83 at the epoch of the data has one sigma; without the name of the orbits their kind is not known', () => {
    const sum = read(SUM_CURRENT);
    expect(sum).toMatchObject({ version: '3.50.0', undulation: -20.31, orbit_kind: null, is_antenna_found: true, problems: [] });
    expect(sum.orthometric).toEqual({ system: 'CGVD2013', model: 'CGG2013a', height: 34.435, is_outside_grid: false });
    expect(sum.estimates).toMatchObject([{ frame: 'NAD83', height: 14.125, sigma_latitude: 0.0062, sigma_kind: 'ppp' }]);
    expect(sum.estimates[0]?.epoch_year).toBeCloseTo(2025 + 156 / 365, 2);
  });

  test('a moving antenna has no position to give', () => {
    const sum = read(SUM_KINEMATIC);
    expect(sum).toMatchObject({ mode: 'KINEMATIC', estimates: [], orbit_kind: 'ultra' });
    expect(sum.problems.map((problem) => problem.id)).toEqual(['KINEMATIC']);
  });

  test.each([
    ['en', SUM_ENGLISH],
    ['fr', SUM_FRENCH],
  ] as const)('the layout until 2018 (%s), past its warning', (language, text) => {
    const sum = read(text);
    expect(sum).toMatchObject({
      layout: 'legacy',
      language,
      version: '1.05',
      mode: 'STATIC',
      rinex: '25002KB250602.25o',
      marker: 'BASE',
      undulation: null,
      problems: [],
    });
    expect(sum.estimates.map((estimate) => [estimate.frame, estimate.height, estimate.sigma_height, estimate.sigma_kind])).toEqual([
      ['NAD83(CSRS)', 41.257, 0.0179, 'formal'],
      ['ITRF(IGb08)', 40.136, 0.0179, 'formal'],
    ]);
    expect(sum.estimates[0]?.longitude).toBeCloseTo(-(66 + 39 / 60 + 16.686 / 3600), 11);
  });

  test('a summary without an estimate is said', () => {
    expect(read('VER 5.0\nMOD STATIC\nRNX a\nMKR b\n').problems.map((problem) => problem.id)).toEqual(['FRAME']);
    expect(readPppSum(new Uint8Array(readFileSync(new URL('25001AT251014.rw5', RUN)))).problems[0]?.sentence).toBe(
      'This looks like a raw file (RW5), not a CSRS-PPP summary.',
    );
  });

  test('epochs and orbits', () => {
    expect([parseEpochYear('97:001:00000'), parseEpochYear('2010:001:00000'), parseEpochYear('x')]).toEqual([1997, 2010, null]);
    expect(parseEpochYear('24:184:00000')).toBeCloseTo(2024.5, 9);
    expect(['igs20776.sp3', 'IGS0OPSFIN_x', 'igr20776', 'NRC0OPSRAP', 'igu1', 'emu20776', 'NRC0OPSULT', 'xyz'].map(findOrbitKind)).toEqual([
      'final',
      'final',
      'rapid',
      'rapid',
      'ultra',
      'ultra',
      'ultra',
      null,
    ]);
  });
});
