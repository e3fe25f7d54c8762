import { nameKey } from '../assemble/shot.ts';
import type { ShiftPlan } from '../shift/apply-shifts.ts';
import { type ControlObservation, computeControlShift, typedControlShift } from '../shift/control-shift.ts';
import { type LocalizationOptions, solveLocalization } from '../shift/localization.ts';
import { planHpn, undulationAtBase } from '../shift/plan-hpn.ts';
import { type BasePlace, matchBases, usedBases } from '../shift/run-bases.ts';
import type { Chosen, Given, Progress } from './apply-decision.ts';
import type { BasePosition } from './decision.ts';
import { observeForShift } from './observe-controls.ts';

type Refusal = { readonly sentence: string };

/** The figures of a chosen shift, computed from the files and decisions as they are. */
export function makePlan(
  { shots, base_choices }: Progress,
  { shift, by: decided_by, why }: Chosen,
  { files, settings, around, projection }: Given,
): ShiftPlan | Refusal {
  const { type, source, other_side, accepted, localization: chosen } = shift;
  const { geoid } = around;
  if (shift.typed && type === 'HPN')
    return { sentence: 'A typed shift takes the place of a computed one: choose it with no shift or with control points.' };
  if (shift.typed && !why?.trim()) return { sentence: 'A typed shift needs a reason.' };
  const typed = shift.typed ? { ...shift.typed, why: why! } : null;
  const marks = files.loc?.points ?? [];
  const solve = (options: LocalizationOptions) => solveLocalization(marks, projection, settings.tolerances, options);
  if (source === 'raw' && chosen) {
    if (type !== 'NONE' || typed)
      return { sentence: 'A localization and a shift cannot both be applied to coordinates from the raw file.' };
    const by_grid = geoid ? solve({ ...chosen, undulationAt: (at) => geoid.undulationAt(at) }) : null;
    // Without a grid over the marks the plane takes up the slope of the geoid.
    const applied = by_grid?.ok ? by_grid : solve({ ...chosen, undulationAt: () => 0 });
    if (!applied.ok) return { sentence: applied.sentence };
    if (!applied.localization) return { sentence: 'No mark of a .loc file counts: there is nothing to localize by.' };
    const { localization } = applied;
    return { type, other_side, decided_by, recompute: { projection, geoid: by_grid?.ok ? geoid : null, localization }, localization };
  }
  if (chosen && chosen.left_out.length > 0)
    return { sentence: 'The collector used every mark: leaving one out needs coordinates from the raw file.' };
  const recompute = source === 'raw' ? { projection, geoid } : null;
  const shared = { other_side, decided_by, recompute, typed };
  const { bases } = matchBases(files.raw, files, base_choices, settings);
  if (type === 'HPN') {
    // From the raw file the localization plays no part, so a .loc that cannot be taken back does not hinder.
    const found = recompute ? { ok: true as const, localization: null } : solve(chosen ?? {});
    if (!found.ok) return { sentence: found.sentence };
    const outcome = planHpn(bases, found.localization, projection, settings);
    return outcome.ok ? { ...shared, type, shifts: outcome.shifts, geoid } : { sentence: outcome.sentence };
  }
  const found = solve(chosen ?? {});
  const localization = found.ok ? found.localization : null;
  if (type === 'NONE') return { ...shared, type, localization };
  const plain: ShiftPlan = { ...shared, type: 'NONE', localization, typed: null };
  const wanted = new Set(accepted.map(nameKey));
  const observed = observeForShift(shots, plain, settings, around).map((observation) => ({
    ...observation,
    is_accepted: wanted.has(nameKey(observation.shot_name)),
  }));
  if (typed) return { ...shared, type, shifts: [typedControlShift(observed, typed, settings.tolerances)], localization };
  const base_of = new Map(shots.map((shot) => [shot.id, shot.circumstances?.base ?? null]));
  // Every base that was not placed stands wrong by a vector of its own, so each needs control of its own.
  const groups: (readonly [string | null, readonly ControlObservation[]])[] =
    usedBases(bases).length > 1 ? [...Map.groupBy(observed, ({ shot }) => base_of.get(shot) ?? null)] : [[null, observed]];
  const shifts = groups.flatMap(([base, group]) => computeControlShift(group, settings.tolerances, base) ?? []);
  return shifts.length > 0
    ? { ...shared, type, shifts, localization }
    : { sentence: 'No control that was shot is chosen: there is nothing to shift by.' };
}

/** The mark under a base on the ellipsoid. An elevation needs the undulation there: of the grid, the PPP report or the collector. */
export function placeBase(
  base_key: string,
  at: BasePosition,
  { base_choices }: Progress,
  { files, settings, around, projection }: Given,
): BasePlace | Refusal {
  const control = 'control' in at ? around.controls.find(({ id }) => id === at.control) : null;
  if (control === undefined) return { sentence: 'The control point is no longer there.' };
  const { easting, northing, ...high } = control ?? (at as Exclude<BasePosition, { control: string }>);
  const geographic = projection.toGeographic({ easting, northing });
  if (!geographic) return { sentence: 'The position lies outside the office coordinate system.' };
  const source = control ? `published ${control.name}` : 'typed';
  if ('height' in high) return { ...geographic, height: high.height, undulation: null, source };
  if (high.elevation === null) return { sentence: `${control?.name} has no elevation: a base needs one.` };
  const base = matchBases(files.raw, files, base_choices, settings).bases.find(({ key }) => key === base_key)!;
  const undulation = around.geoid?.undulationAt(geographic) ?? base.ppp?.undulation ?? undulationAtBase(base.record);
  if (undulation === null) return { sentence: `No undulation is known at the base ${base_key}: give its height on the ellipsoid.` };
  return { ...geographic, height: high.elevation + undulation, undulation, source };
}
