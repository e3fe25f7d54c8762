import type { Projection } from '../geo/projection.ts';
import type { BaseRecord } from '../read/raw/raw-records.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { computeHpnShift, type EllipsoidPosition, type HpnOutcome, type HpnShift } from './hpn-shift.ts';
import type { Localization } from './localization.ts';
import { choosePppEstimate } from './ppp-checks.ts';
import { checkReference, markOfRecord } from './reference-checks.ts';
import { type RunBase, usedBases } from './run-bases.ts';

export type HpnPlanOutcome =
  | {
      readonly ok: true;
      /** One for each base that has its files; of a run with one base, one that stands for everything. */
      readonly shifts: readonly HpnShift[];
    }
  | { readonly ok: false; readonly sentence: string };

/**
 * The base shifts that the files of a run give, or the sentence that says what is missing. Whether they are sound is for the
 * conflicts. Of several bases those without their files get no shift, and their shots are held.
 */
export function planHpn(
  bases: readonly RunBase[],
  localization: Localization | null,
  projection: Projection,
  settings: SurveySettings,
): HpnPlanOutcome {
  const outcomes = planBases(bases, localization, projection, settings);
  if (outcomes.length === 0) return { ok: false, sentence: NO_OWN_BASE };
  const shifts = outcomes.flatMap(({ outcome }) => (outcome.ok ? outcome.shift : []));
  if (shifts.length > 0) return { ok: true, shifts };
  const sentences = outcomes.flatMap(({ base, outcome }) =>
    outcome.ok ? [] : outcomes.length === 1 ? outcome.sentence : `${base}: ${outcome.sentence}`,
  );
  return { ok: false, sentence: sentences.join(' ') };
}

export const NO_OWN_BASE = 'The run had no base of its own (network corrections): there is no base shift. Use no shift, or control points.';

/** Each base that something was measured from, with its shift or what is missing for it. */
export function planBases(
  bases: readonly RunBase[],
  localization: Localization | null,
  projection: Projection,
  settings: SurveySettings,
): { readonly base: string; readonly outcome: HpnOutcome }[] {
  const used = usedBases(bases);
  return used.map((base) => ({
    base: base.key,
    outcome: planBase(base, used.length === 1 ? null : base.key, localization, projection, settings),
  }));
}

function planBase(
  { record, ref, ppp, placed, corrected_antenna }: RunBase,
  base_key: string | null,
  localization: Localization | null,
  projection: Projection,
  settings: SurveySettings,
): HpnOutcome {
  const missing = whatIsMissing({ ref, ppp, placed });
  if (missing) return { ok: false, sentence: missing };
  const reference = ref ? checkReference(ref, record, projection, settings.tolerances).mark : markOfRecord(record);
  if (!reference)
    return { ok: false, sentence: ref ? 'The .ref file holds no position.' : 'The raw file does not give the position of the base.' };
  const estimate = ppp && choosePppEstimate(ppp, settings.frame);
  const right: EllipsoidPosition | null =
    placed ??
    (estimate && estimate.latitude !== null && estimate.longitude !== null && estimate.height !== null
      ? { latitude: estimate.latitude, longitude: estimate.longitude, height: estimate.height }
      : null);
  if (!right) return { ok: false, sentence: 'The PPP report holds no position.' };
  return computeHpnShift({
    base_key,
    projection,
    reference: lowerBy(reference, record.antenna_height, corrected_antenna),
    // A published mark does not depend on the antenna; the report went down from it by the height it was given.
    ppp: lowerBy(right, placed ? null : (ppp?.antenna_height ?? record.antenna_height), corrected_antenna),
    ppp_undulation: placed?.undulation ?? ppp?.undulation ?? null,
    localization,
    base_applied_undulation: undulationAtBase(record),
  });
}

/** The mark as it lies under an antenna that stood at another height than was typed. */
function lowerBy({ latitude, longitude, height }: EllipsoidPosition, typed: number | null, right: number | null): EllipsoidPosition {
  return { latitude, longitude, height: typed === null || right === null ? height : height + typed - right };
}

/** null for a base that has what its shift needs: a given position, or a PPP report and the .ref it is compared with. */
export function whatIsMissing({ ref, ppp, placed }: Pick<RunBase, 'ref' | 'ppp' | 'placed'>): string | null {
  if (placed) return null;
  if (!ref) return 'The .ref file of the base is missing.';
  return ppp ? null : 'The PPP report (.sum) of the base is missing.';
}

/** Less is the rounding of two printed heights. */
const PRINTED = 0.01;

/** What the collector's own geoid gave at the base; null when it had none or does not say. */
export function undulationAtBase({ mark_elevation, grid }: BaseRecord): number | null {
  const elevation = grid?.elevation ?? null;
  if (mark_elevation === null || elevation === null) return null;
  const applied = mark_elevation - elevation;
  return Math.abs(applied) < PRINTED ? null : applied;
}
