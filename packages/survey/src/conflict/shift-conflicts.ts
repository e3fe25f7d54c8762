import { isMeasured, type Shot } from '../assemble/shot.ts';
import { listNames, metres } from '../assemble/wording.ts';
import type { Projection } from '../geo/projection.ts';
import { applyShifts, findSides } from '../shift/apply-shifts.ts';
import { compareRecomputed } from '../shift/recompute.ts';
import { type GridVector, isLocalized, medianVector, noShift } from '../shift/vector.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { type Conflict, makeConflict, type Remedy } from './conflict.ts';
import type { RunFacts } from './run-facts.ts';

/** Whether every shot carries the shift that belongs to it, once. */
export function findShiftConflicts(facts: RunFacts, projection: Projection, settings: SurveySettings): Conflict[] {
  const mixed = findMixed(facts);
  const excused = new Set(mixed.flatMap((conflict) => conflict.shots));
  return [...mixed, ...findUnshifted(facts, excused, settings), ...findTouched(facts), ...findUnexplained(facts, projection, settings)];
}

/** Shots from before and after a localization: until the smaller side has been re-shifted by its own figures, or dropped. */
function findMixed({ shots, plan }: RunFacts): Conflict[] {
  if (plan?.recompute) return [];
  const { localized, unlocalized, main } = findSides(shots);
  const smaller = main ? unlocalized : localized;
  const is_settled = plan?.other_side === 'reshift' && smaller.every((shot) => shot.shift !== null);
  const mixed: Conflict[] = [];
  if (smaller.length > 0 && localized.length > 0 && unlocalized.length > 0 && !is_settled) {
    mixed.push(
      makeConflict('LOC_MIX', 'B', {
        shots: smaller,
        figures: { localized: localized.length, unlocalized: unlocalized.length },
        sentence: `${listNames(smaller.map((shot) => shot.name))} ${smaller.length === 1 ? 'was' : 'were'} shot ${main ? 'before' : 'after'} the localization, ${(main ? localized : unlocalized).length} others ${main ? 'after' : 'before'} it: re-shift one side by its own figures, or leave it out.`,
      }),
    );
  }
  return [...mixed, ...findTwoLocalizations(localized)];
}

function findTwoLocalizations(localized: readonly Shot[]): Conflict[] {
  const files = [...Map.groupBy(localized, (shot) => shot.circumstances?.localization_file?.toUpperCase() ?? '')].filter(
    ([file]) => file !== '',
  );
  if (files.length < 2) return [];
  const [most] = files.toSorted(([, a], [, b]) => b.length - a.length);
  const others = files.filter((file) => file !== most).flatMap(([, shots]) => shots);
  return [
    makeConflict('LOC_MIX', 'B', {
      shots: others,
      reason: 'two files',
      figures: { files: files.length },
      sentence: `The run used ${files.length} localization files; ${listNames(others.map((shot) => shot.name))} ${others.length === 1 ? 'does' : 'do'} not belong to the one of the others.`,
    }),
  ];
}

function findUnshifted({ shots, plan }: RunFacts, excused: ReadonlySet<string>, settings: SurveySettings): Conflict[] {
  const open = shots.filter((shot) => isMeasured(shot) && !shot.is_dropped && shot.shift === null && !excused.has(shot.id));
  if (open.length === 0) return [];
  const why = plan ? applyShifts(shots, plan, settings).held.filter((held) => held.reason === 'NO_SHIFT')[0]?.sentence : undefined;
  const sentence = plan
    ? `${listNames(open.map((shot) => shot.name))} ${open.length === 1 ? 'has' : 'have'} no shift.${why ? ` ${why}` : ''}`
    : `No shift has been decided yet (${open.length} shots).`;
  // The plan that is chosen has none for them: the same plan once more would not help.
  const remedies: readonly Remedy[] = plan ? ['shift_control', 'drop'] : ['apply_shifts', 'drop'];
  return [makeConflict('UNSHIFTED', 'B', { shots: open, figures: { shots: open.length }, sentence, remedies })];
}

/** Far below a rounding of the file: measured coordinates are never rewritten, so any difference is somebody's hand. */
const UNTOUCHED = 1e-6;

function findTouched({ shots }: RunFacts): Conflict[] {
  const touched = shots.filter(({ shift, easting, northing, elevation }) => {
    if (!shift) return false;
    const { applied_to } = shift;
    const away = Math.hypot(applied_to.easting - easting, applied_to.northing - northing, (applied_to.elevation ?? 0) - (elevation ?? 0));
    return away > UNTOUCHED;
  });
  if (touched.length === 0) return [];
  return [
    makeConflict('UNSHIFTED', 'B', {
      shots: touched,
      reason: 'twice',
      figures: { shots: touched.length },
      sentence: `The coordinates of ${listNames(touched.map((shot) => shot.name))} were changed after the shift was applied to them: apply the shifts again.`,
    }),
  ];
}

/** Shots that the shift does not explain: one conflict where all are off by the same vector, one for each where they are not. */
function findUnexplained({ shots, plan, geoid }: RunFacts, projection: Projection, { tolerances }: SurveySettings): Conflict[] {
  if (!plan || plan.recompute) return [];
  const hpn = plan.type === 'HPN' ? plan.shifts : [];
  const by_id = new Map(shots.map((shot) => [shot.id, shot]));
  const live = shots.filter((shot) => !shot.is_dropped);
  const compared = compareRecomputed(live, { projection, hpn, geoid }, tolerances);
  const off = compared.filter((again) => !again.is_explained);
  const vector = medianVector(off.map((again) => ({ ...again, d_elevation: again.d_elevation ?? 0 }))) ?? noShift;
  const together = off.filter(
    ({ d_easting, d_northing, d_elevation }) =>
      Math.hypot(d_easting - vector.d_easting, d_northing - vector.d_northing) <= tolerances.not_explained &&
      Math.abs((d_elevation ?? vector.d_elevation) - vector.d_elevation) <= tolerances.not_explained,
  );
  const is_common = together.length >= MIN_COMMON && together.length * 2 > compared.length;
  const alone = is_common ? off.filter((again) => !together.includes(again)) : off;
  return [
    ...(is_common
      ? [
          sayCommon(
            together.map(({ shot }) => by_id.get(shot)!),
            vector,
          ),
        ]
      : []),
    ...alone.map(({ shot, horizontal, d_elevation, undulation_source }) =>
      makeConflict('NOT_EXPLAINED', 'W', {
        shots: [by_id.get(shot)!],
        figures: { horizontal, d_elevation, undulation_source },
        sentence: `${by_id.get(shot)!.name} is not explained by the shift: computed from the raw file it comes out ${metres(horizontal)} away horizontally${d_elevation === null ? '' : ` and ${metres(Math.abs(d_elevation))} in height`}.`,
      }),
    ),
  ];
}

/** Two shots may agree by chance. */
const MIN_COMMON = 3;

function sayCommon(shots: readonly Shot[], vector: GridVector): Conflict {
  const by = `${metres(vector.d_easting)} in easting, ${metres(vector.d_northing)} in northing and ${metres(vector.d_elevation)} in height`;
  const is_localized = shots.some(isLocalized);
  const sentence = is_localized
    ? `The .loc file does not explain the shots: all ${shots.length} are off by ${by}. It may be the localization of another day or job.`
    : `All ${shots.length} shots are off by ${by} from what the raw file gives: the shift does not belong to them.`;
  return makeConflict(is_localized ? 'LOC_WHOSE' : 'NOT_EXPLAINED', 'B', {
    shots,
    reason: 'common vector',
    figures: { ...vector, shots: shots.length },
    sentence,
  });
}
