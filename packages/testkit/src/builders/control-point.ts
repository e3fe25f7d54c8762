import type { ControlPoint, ControlPointRow } from '@dmse/contract/sites/control-point';
import { STAMPS } from './stamps.ts';

export function buildControlRow(id: number, change: Partial<ControlPointRow> = {}): ControlPointRow {
  return {
    ...{ id, name: `${1000 + id}HPN`, easting: 2_578_542.7687, northing: 7_411_158.8621, elevation: 24.9924 },
    ...{ note: '', control_destroyed: false, is_hpn: true, ...change },
  };
}

export function buildControl(id: number, change: Partial<ControlPoint> = {}): ControlPoint {
  return {
    ...{ ...buildControlRow(id), datum: 'NAD83(CSRS)', epoch: 1997, elevation_system: 'CGVD28', sketch: null, images: [] },
    ...{ check_count: 0, can_edit: true, ...STAMPS, version: 2, ...change },
  };
}
