import { compareNames, isTopLevel } from '@dmse/survey/assemble/shot';
import { describePlan } from '@dmse/survey/run/overview';
import { controlResiduals } from '@dmse/survey/shift/control-shift';
import type { Finals } from '../question.ts';
import type { WorkedOut } from '../run-keeper.ts';
import { toProcessingConflict } from './answer-conflicts.ts';

/** What is written when the run is finished. */
export function answerFinals({ inputs, run }: WorkedOut): Finals {
  const { check_horizontal, check_vertical } = inputs.settings.tolerances;
  const limits = { control_reject_horizontal: check_horizontal, control_reject_vertical: check_vertical };
  // The final coordinate already holds the shift.
  const observed = run.controls.map((each) => ({ ...each, measured: run.finals.get(each.shot) ?? each.measured }));
  return {
    to_do: run.to_do.map(toProcessingConflict),
    points: run.shots
      .filter(isTopLevel)
      .sort((a, b) => compareNames(a.name, b.name))
      .map((shot) => {
        const { id, name, code, description, instrument_type, datetime, extended_data_shot: app_shot } = shot;
        const { easting, northing, elevation, is_final } = run.finals.get(id)!;
        return { id, name, code, description, easting, northing, elevation, is_final, instrument_type, datetime, app_shot };
      }),
    controls: controlResiduals(observed, () => null, limits),
    plan: describePlan(run),
  };
}
