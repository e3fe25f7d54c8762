import { describe, expect, test } from 'vitest';
import { MIXED, makeMixedCrdb } from '../fixtures/mixed-run.ts';
import { latin1 } from '../fixtures/raw-samples.ts';
import { readCrdb } from '../read/points/crdb.ts';
import { readPoints } from '../read/points/points.ts';
import { readRaw } from '../read/raw/raw.ts';
import { applyShifts } from '../shift/apply-shifts.ts';
import type { ControlShift } from '../shift/control-shift.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { assembleShots, importDeleted } from './assemble.ts';
import { isControl } from './shot.ts';
import { correctDescription, listBadDescriptions } from './validate.ts';

const SHIFT: ControlShift = {
  type: 'CONTROL',
  base_key: null,
  d_easting: 1,
  d_northing: 0,
  d_elevation: 0,
  count_horizontal: 1,
  count_vertical: 1,
  residuals: [],
  suspects: [],
};
const bytes = (text: string) => new TextEncoder().encode(text);
const gps = (name: string, east: number, description = 'AE', more = '') =>
  `GPS,PN${name},LA45.535632131005,LN-66.390040560074,EL10.663947,--${description}\n--GS,PN${name},N 7433209.5683,E ${(2488351 + east).toFixed(4)},EL8.5938,--${description}\n${more}`;
const HEAD =
  'JB,NMtest,DT10-14-2025,TM09:31:10\nMO,AD0,UN1,SF1.00000000,EC0,EO0.0,AU0\n--Entered Rover HR: 2.0000 m, Vertical\nLS,HR2.0701\n';
const point = (name: string, east: number, description = 'AE', elevation = '8.5938') =>
  `${name},${(2488351 + east).toFixed(4)},7433209.5683,${elevation},${description}\n`;
let count = 0;
const assemble = (raw: string, points: string) =>
  assembleShots(readRaw(bytes(HEAD + raw)), readPoints(bytes(`P,E,N,Z,D\n${points}`)), surveyDefaults, () => `id-${count++}`);
const find = (assembly: ReturnType<typeof assemble>, name: string) => assembly.shots.find((shot) => shot.name === name)!;

describe('SUR-0 import', () => {
  test('which way a shot is uncertain: by the covariance of its vector, else by deviations, else not known', () => {
    const [vector, epoch] = [
      'G2,VX0.00002,VY0.00002,VZ0.00002\nG3,XY0.0,XZ0.0,YZ0.0\n',
      '--HSDV:0.011, STATUS:FIXED, NSDV:0.004, ESDV:0.003\n',
    ];
    const half = 'G2,VX0.00002,VY0.00002,VZ0.00002\n';
    const all = [vector, epoch, '', half].map((more, at) => gps(String(at + 1), at * 10, 'AE', more)).join('');
    const found = assemble(all, [1, 2, 3, 4].map((at) => point(String(at), at * 10 - 10)).join(''));
    const shapes = found.shots.map(
      ({ covariance }) => covariance && [covariance.ee, covariance.nn, covariance.en].map((one) => Math.abs(Number(one.toFixed(9)))),
    );
    expect(shapes).toEqual([[0.00002, 0.00002, 0], [0.000009, 0.000016, 0], null, null]);
  });

  test('COMPUTED: a station resected from measured points moves with them; one of unknown points does not', () => {
    const resection = (name: string, ...from: string[]) =>
      `--Resection:HI1.545,PN${name},N 7433209.5683,E 2488361.0000,EL8.0000,--TEMP\n--Points Used:${from.join(',')}\nSP,PN${name},N 7433209.5683,E 2488361.0000,EL8.0000,--TEMP\n`;
    const points = point('1', 0) + point('2', 5) + point('I1', 10) + point('I2', 20);
    const { shots } = assemble(gps('1', 0) + gps('2', 5) + resection('I1', '1', '2') + resection('I2', '1', 'HPN7'), points);
    expect(shots.map(({ name, computed_from }) => [name, computed_from])).toEqual([
      ['1', []],
      ['2', []],
      ['I1', ['1', '2']],
      ['I2', []],
    ]);
    const moved = applyShifts(
      shots,
      { type: 'CONTROL', shifts: [SHIFT], localization: null, other_side: 'hold', decided_by: null },
      surveyDefaults,
    );
    expect(moved.shots.map(({ name, shift }) => [name, shift?.d_easting])).toEqual([
      ['1', 1],
      ['2', 1],
      ['I1', 1],
      ['I2', 0],
    ]);
  });

  test('NOT_IMPORTED: a GPS record without a grid coordinate is listed, and imported by its latitude and longitude', () => {
    const bare = 'GPS,PN7,LA45.535632131005,LN-66.390040560074,EL10.663947,--AE\n';
    const lost = 'SS,OP99,FP8,AR10.0000,ZE90.0000,SD10.000,--AE\n';
    const assembly = assemble(gps('1', 0) + bare + lost, point('1', 0));
    expect(assembly.not_imported.map(({ name, reason, shot }) => [name, reason, shot !== null])).toEqual([
      ['7', 'The collector printed no grid coordinate for it.', true],
      ['8', 'The coordinates of the occupied point 99 are not known.', false],
    ]);
    const after = importDeleted(assembly, ['7', '8']);
    expect(after.not_imported.map(({ name }) => name)).toEqual(['8']);
    expect(find(after, '7')).toMatchObject({ easting: expect.closeTo(2488351, 0), elevation: expect.closeTo(8.593847, 6) });
  });

  test('coordinates and description come from the points file, measurement from the raw file', () => {
    const shot = find(assemble(gps('1', 0, 'AE'), point('1', 0.5, 'FH/new')), '1');
    expect(shot).toMatchObject({
      easting: 2488351.5,
      description: 'FH/new',
      code: 'FH',
      full_code: 'FH',
      rod_height: 2,
      instrument_type: 'GNSS',
      origin: 'RAW',
      collected: { easting: 2488351 },
    });
    expect(shot.gnss).toMatchObject({ mark_elevation: expect.closeTo(8.593847, 6), antenna_height: 2.0701 });
  });

  test('names are the same whatever their case and blanks', () =>
    expect(find(assemble(gps('cp1', 0), point('CP1 ', 0)), 'CP1').origin).toBe('RAW'));

  test('of two occurrences the last counts and the earlier is kept', () => {
    const shot = find(
      assemble(
        gps('1', 0, 'AE', '--HRMS:0.011, VRMS:0.024, STATUS:FLOAT\n') + gps('1', 0.3, 'AE', '--HRMS:0.012, VRMS:0.020, STATUS:FIXED\n'),
        point('1', 0.3),
      ),
      '1',
    );
    expect(shot).toMatchObject({ was_overwritten: true, status: 'FIXED', HRMS: 0.012, bad_fixed_status: false });
    expect(shot.earlier).toMatchObject([{ easting: 2488351 }]);
  });

  test('what was deleted in the collector is listed and can come back', () => {
    const assembly = assemble(gps('1', 0) + gps('2', 5, 'FH'), point('1', 0));
    expect(assembly.raw_deleted).toMatchObject([{ name: '2', origin: 'RAW_DELETED', easting: 2488356, code: 'FH' }]);
    const back = importDeleted(assembly, [' 2 ']);
    expect([back.shots.map(({ name }) => name), back.raw_deleted]).toEqual([['1', '2'], []]);
  });

  test('a renumbered point takes over the measurement, and the old number is not missing', () => {
    const assembly = assemble(`${gps('6033', 0, 'FH')}SP,PN5600,N 7433209.5683,E 2488351.0000,EL8.5938,--FH\n`, point('5600', 0, 'FH'));
    expect(find(assembly, '5600')).toMatchObject({ renumbered_from: '6033', instrument_type: 'GNSS', rod_height: 2 });
    expect(assembly.raw_deleted).toEqual([]);
  });

  test('a point typed over a measurement is no measurement any more', () => {
    const shot = find(assemble(`${gps('1', 0)}SP,PN1,N 7433209.5683,E 2488400.0000,EL1.0,--AE\n`, point('1', 49, 'AE', '1.0')), '1');
    expect(shot).toMatchObject({ instrument_type: 'STORED', origin: 'POINTS_ONLY', was_overwritten: true, gnss: null });
    const same = find(assemble(`${gps('1', 0)}SP,PN1,N 7433209.5683,E 2488351.0000,EL8.5938,--FH\n`, point('1', 0)), '1');
    expect(same).toMatchObject({ instrument_type: 'GNSS', origin: 'RAW' });
  });

  test('points of the points file only: known to the raw file as stored, or to nobody', () => {
    const assembly = assemble(
      'SP,PN81,N 7433100.0000,E 2488100.0000,EL0.0000,--CALC\n',
      '81,2488100,7433100,0,CALC\n82,2488200,7433100,,CALC\n',
    );
    expect(find(assembly, '81')).toMatchObject({
      origin: 'POINTS_ONLY',
      instrument_type: 'STORED',
      collected: { easting: 2488100 },
      bad_code: false,
      bad_fixed_status: false,
    });
    expect(find(assembly, '82')).toMatchObject({ collected: null, elevation: null });
  });

  test('a row without a place is listed, not lost', () => {
    const points = readPoints(bytes(`P,E,N,Z,D\n${point('1', 0)}`));
    const placeless = {
      ...points,
      records: points.records.map((record) => (record.kind === 'point' ? { ...record, easting: null } : record)),
    };
    const assembly = assembleShots(readRaw(bytes(HEAD + gps('1', 0))), placeless, surveyDefaults, (name) => name);
    expect(assembly.shots).toEqual([]);
    expect(assembly.not_imported.map(({ name, shot }) => [name, shot])).toEqual([['1', null]]);
    expect(assembly.raw_deleted.map(({ name }) => name)).toEqual(['1']);
  });

  test('the base is a shot only when the points file lists it', () => {
    const base =
      'BP,PN100,LA45.534948309846,LN-66.391662883322,EL45.1651,AG1.5000,PA0.0701,ATAPC,SRBASE,--\n--GS,PN100,N 7432999.1240,E 2488001.2340,EL43.5950,--Base\n';
    expect(assemble(base + gps('1', 0), point('1', 0)).raw_deleted).toEqual([]);
    expect(find(assemble(base + gps('1', 0), `${point('1', 0)}100,2488001.2340,7432999.1240,43.5950,Base\n`), '100')).toMatchObject({
      origin: 'BASE',
      bad_fixed_status: false,
      bad_code: false,
      gnss: { mark_elevation: expect.closeTo(43.595, 6) },
    });
  });
});

describe('SUR-0 validation', () => {
  const quality = (hrms: number, vrms: number, status: string) =>
    `--HRMS:${hrms}, VRMS:${vrms}, STATUS:${status}, SATS:15, AGE:1.0, PDOP:1.2\n`;
  const assembly = assemble(
    gps('1', 0, 'AE1 B', quality(0.025, 0.05, 'FIXED+')) +
      gps('2', 5, 'XYZ', quality(0.026, 0.051, 'FLOAT')) +
      gps('3', 10, 'XYZ', '') +
      gps('4', 15, 'CBP ST/1.94', quality(0.01, 0.01, 'FIXED')),
    point('1', 0, 'AE1 B') + point('2', 5, 'XYZ') + point('3', 10, 'XYZ') + point('4', 15, 'CBP ST/1.94'),
  );
  const flags = (name: string) => {
    const { bad_hrms, bad_vrms, bad_fixed_status, bad_code } = find(assembly, name);
    return [bad_hrms, bad_vrms, bad_fixed_status, bad_code];
  };

  test('flags', () => {
    expect(flags('1')).toEqual([false, false, false, false]);
    expect(flags('2')).toEqual([true, true, true, true]);
    expect(flags('3')).toEqual([false, false, true, true]);
    expect(flags('4')).toEqual([false, false, false, false]);
  });

  test('one question per bad description; its answer goes to all of them and the typed code is kept', () => {
    expect(listBadDescriptions(assembly.shots, surveyDefaults)).toEqual([{ description: 'XYZ', unknown: ['XYZ'], shots: ['2', '3'] }]);
    const who = { by: 'Pia', at: '2025-10-20T12:00:00Z', why: null };
    const once = correctDescription(assembly.shots, 'XYZ', 'FH', surveyDefaults, who);
    expect(once.slice(1, 3)).toMatchObject([
      { code: 'FH', original_code: 'XYZ', bad_code: false },
      { code: 'FH', original_code: 'XYZ', bad_code: false },
    ]);
    const twice = correctDescription(once, 'FH', 'WV', surveyDefaults, who);
    expect(twice[1]).toMatchObject({ code: 'WV', original_code: 'XYZ' });
    expect(listBadDescriptions(once, surveyDefaults)).toEqual([]);
  });

  test('MON and MON1 are control, MONX is not', () => {
    expect(['MON', 'mon1', 'MONX', 'CP12', 'CPA'].map((code) => isControl({ code }, surveyDefaults.control_codes))).toEqual([
      true,
      true,
      false,
      true,
      false,
    ]);
  });
});

describe('SUR-1 a run of satellites and total station', () => {
  const assembly = assembleShots(readRaw(latin1(MIXED)), readCrdb(makeMixedCrdb()), surveyDefaults, (name) => name);

  test('every point has its measurement; reduced sights agree with the collector to a hundredth of a millimetre', () => {
    expect(assembly.shots).toHaveLength(9);
    expect(assembly.raw_deleted).toEqual([]);
    const sights = assembly.shots.filter((shot) => shot.instrument_type === 'TOTAL_STATION');
    expect(sights.map(({ name }) => name)).toEqual(['2', '3', '4']);
    for (const { easting, northing, elevation, collected } of sights) {
      expect(Math.hypot(easting - collected!.easting, northing - collected!.northing, elevation! - collected!.elevation!)).toBeLessThan(
        1e-5,
      );
    }
  });

  test('the rod is the one the crew entered', () =>
    expect(find(assembly, '7100')).toMatchObject({ rod_height: 2, gnss: { antenna_height: 2.098 } }));
});
