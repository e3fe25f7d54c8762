import fc from 'fast-check';

import { noCircumstances, type Shot } from '../assemble/shot.ts';
import { shotOf } from '../assemble/shot-fixture.ts';
import type { Geoid } from '../geo/geoid.ts';
import { type Geographic, makeProjection } from '../geo/projection.ts';
import type { LocPoint } from '../read/records.ts';
import { surveyDefaults } from '../survey-settings.ts';
import type { ShiftPlan } from './apply-shifts.ts';
import { computeHpnShift, type HpnInputs, type HpnShift } from './hpn-shift.ts';
import { type Localization, type LocalizationOptions, solveLocalization } from './localization.ts';

/** A base that believed itself elsewhere, a crew that may have localized, a collector that may have had a geoid: for tests. */

export const projection = makeProjection(surveyDefaults.office_crs);
export const BASE = { latitude: 45.9, longitude: -66.65, height: 40 };
export const MARK = { latitude: 45.905, longitude: -66.64 };

/** A geoid that slopes 2 cm per km, and the collector's own, a decimetre away from it. */
const slope =
  (offset: number) =>
  ({ latitude, longitude }: Geographic) =>
    -22.4 + offset + (latitude - 45.9) * 1.3 + (longitude + 66.65) * 1.1;
export const target = slope(0);
const collectors = slope(0.12);
export const geoid: Geoid = { name: 'grid', vertical_system: 'CGVD28', undulationAt: target };

export interface World {
  readonly base_error: { readonly latitude: number; readonly longitude: number; readonly height: number };
  readonly typed: { readonly easting: number; readonly northing: number; readonly elevation: number };
  readonly has_geoid: boolean;
  readonly is_localized: boolean;
}

/** What a collector would have stored for a point whose true place is known, following sections 1 and 6. */
export function collect(
  world: World,
  name: string,
  truth: Geographic & { readonly height: number },
): { readonly shot: Shot; readonly loc: LocPoint } {
  const seen = {
    latitude: truth.latitude + world.base_error.latitude,
    longitude: truth.longitude + world.base_error.longitude,
    height: truth.height + world.base_error.height,
  };
  const mark = {
    latitude: MARK.latitude + world.base_error.latitude,
    longitude: MARK.longitude + world.base_error.longitude,
    height: 30 + world.base_error.height,
  };
  const [grid, mark_grid] = [projection.toGrid(seen)!, projection.toGrid(mark)!];
  const nc = world.has_geoid ? collectors(seen) : 0;
  const nc_mark = world.has_geoid ? collectors(mark) : 0;
  const local = world.is_localized
    ? {
        easting: world.typed.easting - mark_grid.easting,
        northing: world.typed.northing - mark_grid.northing,
        elevation: world.typed.elevation - (mark.height - nc_mark),
      }
    : { easting: 0, northing: 0, elevation: 0 };
  const collected = {
    easting: grid.easting + local.easting,
    northing: grid.northing + local.northing,
    elevation: seen.height - nc + local.elevation,
  };
  const shot = shotOf(name, {
    ...collected,
    collected,
    gnss: { ...seen, antenna_elevation: seen.height + 2.07, antenna_height: 2.07, mark_elevation: seen.height },
    circumstances: {
      ...noCircumstances,
      localization_file: world.is_localized ? 'job.loc' : null,
      geoid_file: world.has_geoid ? 'CGV2013.gsf' : null,
    },
  });
  const loc: LocPoint = {
    name: 'Point 1',
    from_line: 1,
    to_line: 2,
    ...mark,
    ellipsoid_elevation: mark.height,
    geoid_separation: nc_mark,
    local_easting: world.typed.easting,
    local_northing: world.typed.northing,
    local_elevation: world.typed.elevation,
    hrms: null,
    vrms: null,
    use_horizontal: true,
    use_vertical: true,
    description: '1234HPN',
    extra: {},
  };
  return { shot, loc };
}

export function solvedFor(points: readonly LocPoint[], options: LocalizationOptions = {}): Localization | null {
  const outcome = solveLocalization(points, projection, surveyDefaults.tolerances, options);
  if (!outcome.ok) throw new Error(outcome.sentence);
  return outcome.localization;
}

export function hpnFor(world: World, loc: LocPoint): HpnShift {
  const reference = {
    latitude: BASE.latitude + world.base_error.latitude,
    longitude: BASE.longitude + world.base_error.longitude,
    height: BASE.height + world.base_error.height,
  };
  const inputs: HpnInputs = {
    base_key: null,
    projection,
    reference,
    ppp: BASE,
    ppp_undulation: target(BASE),
    localization: world.is_localized ? solvedFor([loc]) : null,
    base_applied_undulation: world.has_geoid ? collectors(reference) : null,
  };
  const outcome = computeHpnShift(inputs);
  if (!outcome.ok) throw new Error(outcome.sentence);
  return outcome.shift;
}

export const hpnPlan = (shift: HpnShift, grid: Geoid | null): ShiftPlan => ({
  type: 'HPN',
  shifts: [shift],
  geoid: grid,
  other_side: 'hold',
  decided_by: null,
});

export const worlds = fc.record({
  base_error: fc.record({
    latitude: fc.double({ min: -2e-5, max: 2e-5, noNaN: true }),
    longitude: fc.double({ min: -2e-5, max: 2e-5, noNaN: true }),
    height: fc.double({ min: -3, max: 3, noNaN: true }),
  }),
  typed: fc.record({
    easting: fc.double({ min: 2_488_800, max: 2_488_900, noNaN: true }),
    northing: fc.double({ min: 7_433_800, max: 7_433_900, noNaN: true }),
    elevation: fc.double({ min: 0, max: 60, noNaN: true }),
  }),
});
export const truths = fc.record({
  latitude: fc.double({ min: 45.89, max: 45.91, noNaN: true }),
  longitude: fc.double({ min: -66.66, max: -66.63, noNaN: true }),
  height: fc.double({ min: 0, max: 60, noNaN: true }),
});
