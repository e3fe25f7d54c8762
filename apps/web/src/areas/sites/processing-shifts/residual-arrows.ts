import type { ProcessingPoints } from '@dmse/contract/sites/processing/result';
import type { FeatureLayer, Lonlat, MapFeature } from '../../../parts/map/map-layer.ts';
import { roundLength } from '../processing/plan-scale.ts';
import { lonlatOf } from '../processing/points-map.ts';

type Flags = { is_accepted: boolean; is_beyond_tolerance: boolean };
export type Residual = Flags & { shot: string; d_easting: number; d_northing: number; horizontal: number };

const METRES_PER_DEGREE = 111_320;
/** The longest arrow against the width of what is shown. */
const SHARE = 0.12;
/** Arrow heads: how long against the arrow, and how wide they open. */
const HEAD = { length: 0.25, angle: 0.4 };

function moved([longitude, latitude]: Lonlat, east: number, north: number): Lonlat {
  const per_degree = METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  return [longitude + east / per_degree, latitude + north / METRES_PER_DEGREE];
}

function widthOf({ bounds }: ProcessingPoints): number {
  if (!bounds) return 100;
  const [west, south, east, north] = bounds;
  const across = (east - west) * METRES_PER_DEGREE * Math.cos((south * Math.PI) / 180);
  return Math.max(across, (north - south) * METRES_PER_DEGREE, 20);
}

/** Arrows from the shifted shots to their published places, enlarged alike by a round number of times; one that does not count may be cut. */
export function residualArrows(points: ProcessingPoints, residuals: readonly Residual[]): { times: number; layer: FeatureLayer } {
  const counted = residuals.filter(({ is_accepted }) => is_accepted);
  const longest = (counted.length > 0 ? counted : residuals).reduce((most, { horizontal }) => Math.max(most, horizontal), 0.001);
  const most = widthOf(points) * SHARE;
  const times = Math.max(1, roundLength(most / longest));
  const features = residuals.flatMap((residual): MapFeature[] => {
    const from = lonlatOf(points, points.ids.indexOf(residual.shot));
    if (!from) return [];
    const long = Math.min(times, (2 * most) / Math.max(residual.horizontal, 0.001));
    const [east, north] = [residual.d_easting * long, residual.d_northing * long];
    const to = moved(from, east, north);
    const barb = (turn: number) => {
      const [cos, sin] = [Math.cos(turn) * HEAD.length, Math.sin(turn) * HEAD.length];
      return [to, moved(to, -(east * cos - north * sin), -(east * sin + north * cos))];
    };
    const coordinates = [[from, to], barb(HEAD.angle), barb(-HEAD.angle)];
    const tone = residual.is_beyond_tolerance ? 'error' : 'primary';
    return [{ type: 'Feature', id: `residual ${residual.shot}`, geometry: { type: 'MultiLineString', coordinates }, properties: { tone } }];
  });
  return { times, layer: { id: 'residuals', kind: 'features', features, is_background: true } };
}
