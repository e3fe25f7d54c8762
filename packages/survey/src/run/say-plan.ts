import { isMeasured, nameKey, type Shot } from '../assemble/shot.ts';
import { listNames, metres } from '../assemble/wording.ts';
import { GEOID_TILT_CM_PER_KM } from '../conflict/geoid-conflicts.ts';
import { distance2d } from '../geo/plane.ts';
import { AT_BASE } from '../shift/hpn-shift.ts';
import { type GridVector, medianVector, noShift } from '../shift/vector.ts';
import type { ProcessedRun } from './process-run.ts';

/** What a plan adds, for each base that has figures of its own. */
export interface PlanShift extends GridVector {
  /** null where one shift stands for the whole run. */
  readonly base: string | null;
  /** Controls that count, or shots that it moves; null of a plan without either. */
  readonly count: number | null;
}

type Planned = Pick<ProcessedRun, 'plan' | 'shots'>;

/** The figures of the plan. A base shift differs a little from shot to shot: the middle of what was applied stands for it. */
export function planShifts({ plan, shots }: Planned): PlanShift[] {
  if (!plan) return [];
  if (plan.type === 'NONE') return [{ ...pick(plan.typed ?? noShift), base: null, count: null }];
  if (plan.type === 'CONTROL') return plan.shifts.map((shift) => ({ ...pick(shift), base: shift.base_key, count: shift.count_horizontal }));
  const moved = shots.filter((shot) => isMeasured(shot) && shot.origin !== 'BASE' && !shot.is_dropped && shot.shift !== null);
  const by_base = Map.groupBy(moved, (shot) => nameKey(shot.circumstances?.base ?? ''));
  return plan.shifts.map(({ base_key, d_easting, d_northing, d_height, ppp_undulation }) => {
    const own = base_key === null ? moved : (by_base.get(nameKey(base_key)) ?? []);
    const usual = mainSide(own);
    const vector = medianVector(usual.map((shot) => shot.shift!)) ?? {
      d_easting,
      d_northing,
      d_elevation: d_height - (ppp_undulation ?? 0),
    };
    return { ...vector, base: base_key, count: own.length };
  });
}

/** Shots of the side of the localization on which most of them stand. */
function mainSide(shots: readonly Shot[]): readonly Shot[] {
  const localized = shots.filter((shot) => shot.shift!.is_localized);
  return localized.length * 2 >= shots.length ? localized : shots.filter((shot) => !shot.shift!.is_localized);
}

const pick = ({ d_easting, d_northing, d_elevation }: GridVector): GridVector => ({ d_easting, d_northing, d_elevation });

const KINDS = { NONE: 'No shift', HPN: 'Base shift (HPN)', CONTROL: 'Shift by control points' } as const;

/** The plan for a report: which shift, its figures, where the coordinates come from, who decided it and why. */
export function sayPlan(run: Planned): string[] {
  const { plan } = run;
  if (!plan) return ['No shift has been decided yet.'];
  const kind = plan.typed ? 'Typed shift' : KINDS[plan.type];
  const source = plan.recompute ? 'Coordinates are computed from the raw file.' : 'Coordinates come from the points file.';
  const figures = planShifts(run).map(({ base, count, ...vector }) => {
    const of = base === null ? '' : ` of ${base}`;
    const from = plan.type === 'CONTROL' && !plan.typed ? `, from ${count} ${count === 1 ? 'control' : 'controls'}` : '';
    const is_none = plan.type === 'NONE' && !plan.typed;
    return is_none ? 'No shift.' : `${kind}${of}: ${sayVector(vector)}${from}.`;
  });
  const who = plan.typed
    ? [`Typed by ${plan.decided_by ?? 'somebody'} because: ${plan.typed.why}`]
    : plan.decided_by === null
      ? []
      : [`Decided by ${plan.decided_by}.`];
  return [...figures, source, ...who];
}

function sayVector({ d_easting, d_northing, d_elevation }: GridVector): string {
  const signed = (value: number) => `${value < 0 ? '-' : '+'}${metres(Math.abs(value))}`;
  return `${signed(d_easting)} east, ${signed(d_northing)} north, ${signed(d_elevation)} up`;
}

/** By what the elevations became elevations: the grid, what stands in for it with the error to expect, or the collector. */
export function sayGeoid({ plan, shots, geoid, bases }: Pick<ProcessedRun, 'plan' | 'shots' | 'geoid' | 'bases'>): string {
  const live = shots.filter((shot) => isMeasured(shot) && !shot.is_dropped && shot.origin !== 'BASE');
  const by_base = live.filter((shot) => shot.shift?.undulation?.source.endsWith(AT_BASE));
  const parts: string[] = [];
  if (geoid) parts.push(`Geoid grid ${geoid.name}${geoid.vertical_system ? ` (${geoid.vertical_system})` : ''}.`);
  if (by_base.length > 0) parts.push(sayFallback(by_base, { plan, geoid }));
  if (geoid || by_base.length > 0) return parts.join(' ');
  const files = [...new Set(live.flatMap(({ circumstances }) => circumstances?.geoid_file ?? []))].map((path) =>
    path.split(/[\\/]/).at(-1)!.trim(),
  );
  const at_base = bases.find(({ ppp }) => ppp?.undulation != null)?.ppp?.undulation ?? null;
  const with_base = at_base === null ? '' : ` A base shift takes the undulation at the base, ${metres(at_base)}, for every shot.`;
  return files.length > 0
    ? `No geoid grid covers the run: elevations are as the collector computed them with ${listNames(files)}.${with_base}`
    : `No geoid grid covers the run and the collector used none.${with_base || ' Elevations are heights on the ellipsoid.'}`;
}

function sayFallback(shots: readonly Shot[], { plan, geoid }: Pick<ProcessedRun, 'plan' | 'geoid'>): string {
  const { value } = shots[0]!.shift!.undulation!;
  const bases = plan?.type === 'HPN' ? plan.shifts.map(({ ppp }) => ppp) : [];
  const distances = shots.map((shot) => bases.reduce((least, base) => Math.min(least, distance2d(shot, base)), Number.POSITIVE_INFINITY));
  const kilometres = distances.reduce((most, distance) => (Number.isFinite(distance) ? Math.max(most, distance) : most), 0) / 1000;
  const [least, most] = GEOID_TILT_CM_PER_KM.map((tilt) => (tilt * kilometres).toFixed(1));
  const whose = geoid ? `For ${shots.length} shots outside it` : 'No geoid grid covers the run: for every shot';
  return `${whose} the undulation at the base, ${metres(value)}, is used; up to ${kilometres.toFixed(1)} km away that may be ${least} to ${most} cm wrong in height.`;
}
