import { unpackDms } from '../geo/dms.ts';
import type { RawFile, RawRecord, RawSetup, TotalStationShot } from '../read/raw/raw-records.ts';

/** Builders for tests: a sight, a setup and a raw file that say only what the story mentions. Angles in packed degrees. */

export const packed = (value: number) => unpackDms(value) ?? Number.NaN;

export function sight(fields: Partial<TotalStationShot> = {}): TotalStationShot {
  return {
    kind: 'sight',
    code: 'SS',
    name: '2',
    description: '',
    occupied: '1',
    angle_kind: 'AR',
    angle: 0,
    vertical_kind: 'ZE',
    vertical: 90,
    distance_kind: 'SD',
    distance: 10,
    instrument_height: 0,
    rod_height: 0,
    prism_constant_mm: null,
    offsets: [],
    setup: 0,
    collector_time: null,
    was_overwritten: false,
    overwrites: 0,
    notes: [],
    lines: [],
    ...fields,
  };
}

export const blankSetup: RawSetup = {
  from_line: 1,
  software: null,
  projection: null,
  equipment: null,
  antenna: null,
  localization_file: null,
  localization_points: null,
  geoid_file: null,
  grid_adjustment_file: null,
  gps_scale: null,
  gps_scale_point: null,
  rtk_method: null,
  network: null,
  ts_scale: null,
  edm_mode: null,
  prism_constant_mm: null,
  entered_rover_rod: null,
  entered_base_height: null,
  entered_rod_method: null,
  antenna_height: null,
  instrument_height: null,
  rod_height: null,
  base: null,
  station: null,
  backsight: null,
};

export function rawFile(records: readonly RawRecord[], setups: readonly RawSetup[] = [blankSetup]): RawFile {
  return {
    kind: 'rw5',
    records,
    problems: [],
    line_count: 0,
    job_name: null,
    unit: 'm',
    metres_per_unit: 1,
    angle_form: 'packed',
    setups,
  };
}
