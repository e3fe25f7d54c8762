import type { Shot } from '../assemble/shot.ts';
import { metres } from '../assemble/wording.ts';
import { makeProjection } from '../geo/projection.ts';
import { type FinalCoordinate, finalCoordinates } from '../group/final-coordinates.ts';
import { checkPipes } from '../pipe/pipe-checks.ts';
import { type ControlResidual, controlResiduals } from '../shift/control-shift.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { findAppConflicts } from './app-conflicts.ts';
import { findBaseConflicts } from './base-conflicts.ts';
import { type Conflict, makeConflict, sortConflicts } from './conflict.ts';
import { findFrameConflicts } from './frame-conflicts.ts';
import { findGeoidConflicts } from './geoid-conflicts.ts';
import { findImportConflicts } from './import-conflicts.ts';
import { findLocalizationConflicts } from './localization-conflicts.ts';
import { findPlaceConflicts } from './place-conflicts.ts';
import { findQualityConflicts } from './quality-conflicts.ts';
import { findRodConflicts } from './rod-conflicts.ts';
import type { RunFacts } from './run-facts.ts';
import { findShiftConflicts } from './shift-conflicts.ts';
import { findTimeConflicts } from './time-conflicts.ts';

/** Everything a processor must see, worst first. Near-linear in the number of shots; the same facts give the same list. */
export function findConflicts(facts: RunFacts, settings: SurveySettings): Conflict[] {
  const projection = makeProjection(settings.office_crs);
  const finals = finalCoordinates(facts.shots);
  return sortConflicts([
    ...findBaseConflicts(facts, finals, projection, settings),
    ...findFrameConflicts(facts, projection, settings),
    ...findLocalizationConflicts(facts, projection, settings),
    ...findGeoidConflicts(facts, settings),
    ...findShiftConflicts(facts, projection, settings),
    ...findImportConflicts(facts, settings),
    ...findPlaceConflicts(facts, finals, settings),
    ...findQualityConflicts(facts, finals, settings),
    ...findTimeConflicts(facts, settings),
    ...findRodConflicts(facts, settings),
    ...findAppConflicts(facts, finals, projection, settings),
    ...findControlConflicts(facts, finals, settings),
    ...findPipeConflicts(facts, settings),
  ]);
}

/** Why a run may not be finished; empty when it may. What a Field Admin waived is named by its key. */
export function whyNotFinish(conflicts: readonly Conflict[], waived: { has(key: string): boolean } = new Set()): Conflict[] {
  return conflicts.filter((conflict) => conflict.severity === 'B' && !waived.has(conflict.key));
}

function findControlConflicts(
  { controls, shots, plan }: RunFacts,
  finals: ReadonlyMap<string, FinalCoordinate>,
  { tolerances }: SurveySettings,
): Conflict[] {
  const by_id = new Map(shots.map((shot) => [shot.id, shot]));
  const limits = { control_reject_horizontal: tolerances.check_horizontal, control_reject_vertical: tolerances.check_vertical };
  // The final coordinate already holds the shift.
  const observed = controls.map((observation) => ({ ...observation, measured: finals.get(observation.shot) ?? observation.measured }));
  return controlResiduals(observed, () => null, limits).flatMap((residual) => {
    const shot = by_id.get(residual.shot);
    return shot && !shot.is_dropped ? sayResidual(residual, shot, plan !== null) : [];
  });
}

/** Before a shift is chosen a control cannot agree, and what is missing is said once. */
function sayResidual(residual: ControlResidual, shot: Shot, is_shifted: boolean): Conflict[] {
  const { control_name, horizontal, d_elevation } = residual;
  const found: Conflict[] = [];
  if (is_shifted && residual.is_beyond_tolerance) {
    const height = d_elevation === null ? '' : ` and ${metres(Math.abs(d_elevation))} in height`;
    found.push(
      makeConflict('CONTROL_RESID', 'W', {
        shots: [shot],
        reason: control_name,
        figures: { horizontal, d_elevation },
        sentence: `After the shift ${shot.name} is ${metres(horizontal)} horizontally${height} off the published ${control_name}.`,
      }),
    );
  }
  if (residual.control_destroyed) {
    found.push(
      makeConflict('CONTROL_RESID', 'W', {
        shots: [shot],
        reason: `${control_name} destroyed`,
        sentence: `${shot.name} was shot on ${control_name}, which is marked as destroyed.`,
      }),
    );
  }
  return found;
}

function findPipeConflicts({ pipes }: RunFacts, { tolerances }: SurveySettings): Conflict[] {
  return checkPipes(pipes, tolerances).map(({ fault, pipes: ids, structures, figures, sentence }) =>
    makeConflict('PIPE_END', 'W', { reason: [fault, ...ids, ...structures].join(':'), figures: { ...figures, fault }, sentence }),
  );
}
