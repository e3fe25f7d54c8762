import type { Shot } from '../assemble/shot.ts';
import { findControls } from '../match/match-shots.ts';
import { applyShifts, type ShiftPlan } from '../shift/apply-shifts.ts';
import type { ControlObservation } from '../shift/control-shift.ts';
import { recomputePosition } from '../shift/recompute.ts';
import { correctedPosition, movePosition } from '../shift/vector.ts';
import type { SurveySettings } from '../survey-settings.ts';
import type { RunSurroundings } from './process-run.ts';

/** Each shot of a control code with the nearest published control around it, as the chosen source of coordinates has it. */
export function observeControls(
  shots: readonly Shot[],
  plan: ShiftPlan | null,
  settings: SurveySettings,
  { controls }: Pick<RunSurroundings, 'controls'>,
): ControlObservation[] {
  const measuredAt = (shot: Shot) => {
    if (!plan?.recompute) return correctedPosition(shot);
    const hpn = plan.type === 'HPN' ? plan.shifts : [];
    return recomputePosition(shot, { ...plan.recompute, hpn, is_source: true }) ?? correctedPosition(shot);
  };
  const near = findControls(shots, controls, measuredAt, settings);
  const by_id = new Map(controls.map((control) => [control.id, control]));
  return shots.flatMap((shot) => {
    const [closest] = near.get(shot.id) ?? [];
    const control = closest ? by_id.get(closest.id) : undefined;
    if (!control || shot.instrument_type === 'AVERAGE' || shot.is_dropped) return [];
    const { easting, northing, elevation } = measuredAt(shot);
    return { control, shot: shot.id, shot_name: shot.name, measured: { easting, northing, elevation }, is_accepted: true };
  });
}

/**
 * The same for a shift that is to be found, which the plan does not have yet: shots from the other side of a localization are brought
 * over first, as the shift will bring them.
 */
export function observeForShift(
  shots: readonly Shot[],
  plain: ShiftPlan,
  settings: SurveySettings,
  around: Pick<RunSurroundings, 'controls'>,
): ControlObservation[] {
  if (plain.recompute || plain.type !== 'NONE' || !plain.localization) return observeControls(shots, plain, settings, around);
  const { shots: over } = applyShifts(shots, { ...plain, other_side: 'reshift' }, settings);
  const moved = over.map((shot) => (shot.shift ? { ...shot, ...movePosition(shot, shot.shift) } : shot));
  return observeControls(moved, plain, settings, around);
}
