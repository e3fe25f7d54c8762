import type { CrsSetting } from '../survey-settings.ts';
import { makeProjection } from './projection.ts';

/** Degrees; a hair in the plane, far below what any survey sees. */
const CLOSE = 1e-7;
const AWAY = 0.1;

/** Why a definition cannot be the office grid; null when a position beside its own origin goes to metres on a grid and comes back. */
export function whyNotCrs(crs: CrsSetting): string | null {
  if (/\+(units=(?!m(\s|$))|to_meter=(?!1(\.0*)?(\s|$)))/.test(crs.proj)) return 'Use a definition in metres (+units=m).';
  try {
    const { origin, toGrid, toGeographic } = makeProjection(crs);
    const from = { latitude: origin.latitude + AWAY, longitude: origin.longitude + AWAY };
    const there = toGrid(from);
    const back = there && toGeographic(there);
    if (!there || Math.abs(there.easting) < 1000) return 'This definition does not lead to a grid in metres.';
    const isBack = back && Math.abs(back.latitude - from.latitude) < CLOSE && Math.abs(back.longitude - from.longitude) < CLOSE;
    return isBack ? null : 'Positions do not come back from this grid as they went in.';
  } catch {
    return 'This definition cannot be read.';
  }
}
