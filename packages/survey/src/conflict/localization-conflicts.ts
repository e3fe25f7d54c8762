import { listNames, metres } from '../assemble/wording.ts';
import type { Projection } from '../geo/projection.ts';
import { toPpm } from '../geo/scale-factor.ts';
import { type Localization, solveLocalization } from '../shift/localization.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { type Conflict, type ConflictParts, makeConflict, settleConflict } from './conflict.ts';
import type { RunFacts } from './run-facts.ts';

/** Whether the localization is there, can be solved, and fits its own marks. Coordinates from the raw file need none. */
export function findLocalizationConflicts(
  { shots, loc, plan }: RunFacts,
  projection: Projection,
  { tolerances }: SurveySettings,
): Conflict[] {
  if (plan?.recompute) return plan.recompute.localization ? check(plan.recompute.localization) : [];
  const localized = shots.filter((shot) => shot.circumstances?.localization_file && !shot.is_dropped);
  const [first] = localized;
  const blockUnlessControl = (parts: ConflictParts): Conflict => {
    const conflict = makeConflict('FRAME', 'B', parts);
    // Control that was shot on the same side takes the localization with it; the other side is for LOC_MIX.
    return plan?.type === 'CONTROL' ? settleConflict(conflict) : conflict;
  };
  if (!loc) {
    if (!first) return [];
    return [
      blockUnlessControl({
        reason: 'loc missing',
        figures: { localization_file: first.circumstances?.localization_file ?? null, shots: localized.length },
        sentence: `The raw file used the localization ${first.circumstances?.localization_file} and no .loc file was given.`,
        remedies: ['give_loc', 'recompute', 'shift_control'],
      }),
    ];
  }
  const outcome = solveLocalization(loc.points, projection, tolerances);
  if (!outcome.ok) return [blockUnlessControl({ reason: 'loc', sentence: outcome.sentence, remedies: ['recompute', 'shift_control'] })];
  const taken = plan && (plan.type === 'HPN' ? plan.shifts[0]?.localization : plan.localization);
  const localization = taken ?? outcome.localization;
  return localization && first ? check(localization) : [];
}

/** Far more than a grid and a height on it ask for; far less than two marks that were mixed up. */
const MOST_SCALE_PPM = 300;
const MOST_ROTATION_SECONDS = 180;

function check(localization: Localization): Conflict[] {
  return [...findBadMarks(localization), ...findTurn(localization), ...findUnchecked(localization)];
}

function findBadMarks({ residuals, suspects, name }: Localization): Conflict[] {
  const beyond = residuals.filter(({ is_beyond_tolerance }) => is_beyond_tolerance);
  if (beyond.length === 0) return [];
  const figures = beyond.map(
    (mark) =>
      `${mark.name} by ${metres(mark.horizontal)}${mark.d_elevation === null ? '' : ` and ${metres(Math.abs(mark.d_elevation))} in height`}`,
  );
  const guess = suspects.length === 1 ? ` Without ${suspects[0]} the others fit.` : '';
  return [
    makeConflict('LOC_RESID', 'B', {
      reason: name,
      figures: { marks: residuals.length, beyond: beyond.length, suspect: suspects.length === 1 ? suspects[0]! : null },
      sentence: `The marks of the localization do not fit each other: ${listNames(figures)}.${guess}`,
    }),
  ];
}

function findTurn({ scale, rotation, name }: Localization): Conflict[] {
  const [ppm, seconds] = [toPpm(scale), rotation * 3600];
  if (Math.abs(ppm) <= MOST_SCALE_PPM && Math.abs(seconds) <= MOST_ROTATION_SECONDS) return [];
  return [
    makeConflict('LOC_RESID', 'B', {
      reason: `turn ${name}`,
      figures: { scale_ppm: ppm, rotation_seconds: seconds },
      sentence: `The localization scales by ${ppm.toFixed(0)} ppm and turns by ${seconds.toFixed(0)}": two marks may have been mixed up or mistyped.`,
    }),
  ];
}

function findUnchecked({ residuals, redundancy, fit, name }: Localization): Conflict[] {
  if (fit === 'translation' || redundancy > 0) return [];
  return [
    makeConflict('LOC_RESID', 'W', {
      reason: `unchecked ${name}`,
      figures: { marks: residuals.length },
      sentence: `The localization stands on ${residuals.length} marks: with a turn and a scale they always fit, so nothing checks them.`,
    }),
  ];
}
