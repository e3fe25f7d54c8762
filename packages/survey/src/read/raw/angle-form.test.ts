import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LANDSTAR, latin1 } from '../../fixtures/raw-samples.ts';
import { measureAngleForm } from './angle-form.ts';
import { readRaw } from './raw.ts';

const RUN = new URL('../../../fixtures/synthetic-run/25001AT251014.rw5', import.meta.url);
const shot = (latitude_text: string, longitude_text: string, northing: number, easting: number) => ({
  latitude_text,
  longitude_text,
  grid: { northing, easting, elevation: 0, description: '' },
});

describe('SUR-1 packed or decimal degrees', () => {
  test('LandStar is found out by its own grid results', () => {
    const raw = readRaw(latin1(LANDSTAR));
    const shots = raw.records.filter((record) => record.kind === 'gnss');
    expect(raw.angle_form).toBe('decimal');
    expect(raw.problems.map((problem) => problem.id)).toEqual(['ANGLE_FORM']);
    expect(shots.map((one) => [one.latitude, one.description])).toEqual([
      [45.9027, 'TREE'],
      [45.9037, 'TREE,OAK'],
      [45.9037, ''],
    ]);
    expect(shots[1]?.grid?.description).toBe('TREE,OAK');
  });

  test('the synthetic run is packed beyond doubt', () => {
    const raw = readRaw(new Uint8Array(readFileSync(RUN)));
    const evidence = measureAngleForm(
      raw.records.filter((record) => record.kind === 'gnss'),
      1,
    );
    expect(evidence.form).toBe('packed');
    expect(evidence.packed_votes).toBeGreaterThan(10);
    expect(evidence.decimal_votes).toBe(0);
  });

  test('one shot decides when the office projection is known', () => {
    const project = (latitude: number, longitude: number) => ({ easting: longitude * 100_000, northing: latitude * 100_000 });
    expect(measureAngleForm([shot('45.3000', '-66.3000', 4_550_000, -6_650_000)], 1, project).form).toBe('packed');
    expect(measureAngleForm([shot('45.3000', '-66.3000', 4_530_000, -6_630_000)], 1, project).form).toBe('decimal');
    expect(measureAngleForm([shot('45.3000', '-66.3000', 1, 1)], 1, project).form).toBeNull();
  });

  test('minutes above sixty are decimal even without a grid result', () => {
    expect(measureAngleForm([{ latitude_text: '45.90270000', longitude_text: '-66.65140000', grid: null }], 1).form).toBe('decimal');
  });

  test('feet do not confuse it', () => {
    const shots = [shot('45.5000', '-66.3000', 0, 0), shot('45.5010', '-66.3000', 308.7 / 0.3048, 0)];
    expect(measureAngleForm(shots, 0.3048).form).toBe('packed');
  });

  test('what cannot be told is asked about when the file writes like LandStar', () => {
    const raw = readRaw(latin1('MO,UN1\nGPS,PN1,LA45.1,LN-66.1,EL1.0--TREE\n'));
    expect(raw.problems.map((problem) => [problem.id, problem.severity])).toContainEqual(['ANGLE_FORM', 'ask']);
    expect(readRaw(latin1('MO,UN1\nGPS,PN1,LA45.1,LN-66.1,EL1.0--TREE\n'), { angle_form: 'decimal' }).records[1]).toMatchObject({
      latitude: 45.1,
    });
  });
});
