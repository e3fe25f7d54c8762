import { describe, expect, test } from 'vitest';
import { latin1, TOTAL_STATION } from '../../fixtures/raw-samples.ts';
import { readRaw } from './raw.ts';

describe('SUR-1 total station', () => {
  const raw = readRaw(latin1(TOTAL_STATION));
  const sights = raw.records.filter((record) => record.kind === 'sight');

  test('nothing is unknown', () => {
    expect(raw.problems).toEqual([]);
  });

  test('sets, shots and the traverse, each with its heights and station', () => {
    expect(sights.map((sight) => sight.code)).toEqual(['BD', 'FD', 'BR', 'FR', 'SS', 'SS', 'SS', 'SS', 'SS', 'SS', 'TR']);
    expect(sights[4]).toMatchObject({
      name: '7000',
      occupied: 'TEMP1',
      instrument_height: 1.545,
      rod_height: 1.47,
      prism_constant_mm: -11.3,
      collector_time: '2025-06-05T07:07:23',
    });
    expect(sights[5]).toMatchObject({ rod_height: 0, setup: 2 });
    expect(raw.setups[sights[4]?.setup ?? -1]).toMatchObject({
      station: { name: 'TEMP1', elevation: 45.212 },
      backsight: { name: 'CP5', circle: 0 },
      equipment: 'Geomax Robotic, Zoom90, SN:900000, FW:72',
    });
    expect(raw.setups[sights[4]?.setup ?? -1]?.backsight?.azimuth).toBeCloseTo(120 + 58 / 60 + 9 / 3600, 10);
  });

  test('readings of a set do not overwrite a point, a side shot does', () => {
    expect(sights.filter((sight) => sight.was_overwritten)).toEqual([]);
    const twice = readRaw(latin1('SS,OP1,FP2,AR1,ZE90,SD1,--\nSS,OP1,FP2,AR1,ZE90,SD1,--\nSP,PN2,N 1,E 2,EL3,--\n'));
    expect(
      twice.records.map((record) =>
        record.kind === 'sight' || record.kind === 'stored' ? [record.was_overwritten, record.overwrites] : [],
      ),
    ).toEqual([
      [true, 0],
      [true, 1],
      [false, 2],
    ]);
  });

  test('every kind of angle', () => {
    const kinds = sights.slice(5).map((sight) => [sight.angle_kind, sight.angle, sight.vertical_kind, sight.vertical, sight.distance_kind]);
    expect(kinds.map(([kind]) => kind)).toEqual(['AZ', 'BR', 'AL', 'DR', 'DL', 'AR']);
    expect(kinds[1]).toEqual(['BR', 225.5, 'CE', 1.25, 'HD']);
    expect(kinds[0]?.[3]).toBeCloseTo(1 + 14 / 3600, 10);
  });

  test('off-centre readings and the check of the backsight stay with their shot', () => {
    expect(sights[4]?.offsets).toMatchObject([{ distance: 0.5 }, { angle: null, text: 'OF,ZE90.3333,--Vert Angle Offset' }]);
    expect(sights[0]?.notes).toHaveLength(3);
  });

  test('the resection with its readings and residuals', () => {
    const resection = raw.records.find((record) => record.kind === 'resection');
    expect(resection).toMatchObject({
      name: 'TEMP1',
      instrument_height: 1.545,
      points_used: ['CP5', 'CP1'],
      residual_distance: 0.01,
      residual_angle: 2,
      description: 'TEMP',
    });
    expect(resection?.readings).toMatchObject([
      {
        name: 'CP5',
        face: 'D',
        distance: 34.1602,
        rod_height: 1.47,
        description: 'CP',
        residual_distance: 0.0007,
        residual_angle: null,
        residual_elevation: 0.0023,
      },
      { name: 'CP1', face: 'R', description: 'CP High RMS', residual_angle: -3.6 },
    ]);
    expect(resection?.readings[0]?.zenith).toBeCloseTo(86 + 8 / 60 + 6 / 3600, 10);
  });
});
