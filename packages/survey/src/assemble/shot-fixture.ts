import { parseDescription } from '../read/points/description.ts';
import { type AppliedShift, blankShot, type Shot } from './shot.ts';

/** A shot for tests: says only what the story mentions. Fixed, by satellite, an edge of asphalt unless told otherwise. */
export function shotOf(name: string, fields: Partial<Shot> = {}): Shot {
  const description = fields.description ?? 'AE';
  const { code, full_code } = parseDescription(description);
  return {
    ...blankShot,
    id: `id-${name}`,
    name,
    easting: 2_500_000,
    northing: 7_500_000,
    elevation: 10,
    is_fixed: true,
    status: 'FIXED',
    rod_height: 2,
    description,
    code,
    full_code,
    ...fields,
  };
}

export function shiftBy(shot: Shot, d_easting: number, d_northing: number, d_elevation: number): Shot {
  const { easting, northing, elevation } = shot;
  const shift: AppliedShift = {
    type: 'HPN',
    d_easting,
    d_northing,
    d_elevation,
    applied_to: { easting, northing, elevation },
    basis: 'block',
    is_localized: false,
    undulation: null,
    decided_by: null,
    typed_why: null,
  };
  return { ...shot, shift };
}
