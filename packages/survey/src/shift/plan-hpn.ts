import type { Projection } from '../geo/projection.ts';
import type { PppSummary } from '../read/ppp-records.ts';
import type { BaseRecord, RawFile } from '../read/raw-records.ts';
import type { LocFile, RefFile } from '../read/records.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { computeHpnShift, type HpnOutcome } from './hpn-shift.ts';
import { choosePppEstimate } from './ppp-checks.ts';
import { checkReference, ownBases } from './reference-checks.ts';

export interface HpnFiles {
  readonly raw: RawFile;
  readonly ref: RefFile | null;
  readonly ppp: PppSummary | null;
  readonly loc: LocFile | null;
}

/** The base shift that the files of a run give, or the sentence that says what is missing. Whether they are sound is for the conflicts. */
export function planHpn({ raw, ref, ppp, loc }: HpnFiles, projection: Projection, settings: SurveySettings): HpnOutcome {
  const [base, second] = ownBases(raw);
  if (!base)
    return {
      ok: false,
      sentence: 'The run had no base of its own (network corrections): there is no base shift. Use no shift, or control points.',
    };
  if (second) return { ok: false, sentence: `The run had several bases (${base.name}, ${second.name}, …); each needs its own files.` };
  if (!ref) return { ok: false, sentence: 'The .ref file of the base is missing.' };
  if (!ppp) return { ok: false, sentence: 'The PPP report (.sum) of the base is missing.' };
  const { mark } = checkReference(ref, base, projection, settings.tolerances);
  if (!mark) return { ok: false, sentence: 'The .ref file holds no position.' };
  const estimate = choosePppEstimate(ppp, settings.frame);
  if (estimate?.latitude == null || estimate.longitude === null || estimate.height === null)
    return { ok: false, sentence: 'The PPP report holds no position.' };
  return computeHpnShift({
    projection,
    reference: mark,
    ppp: { latitude: estimate.latitude, longitude: estimate.longitude, height: estimate.height },
    ppp_undulation: ppp.undulation,
    localization: loc?.points ?? [],
    base_applied_undulation: undulationAtBase(base),
  });
}

/** Less is the rounding of two printed heights. */
const PRINTED = 0.01;

function undulationAtBase({ mark_elevation, grid }: BaseRecord): number | null {
  const elevation = grid?.elevation ?? null;
  if (mark_elevation === null || elevation === null) return null;
  const applied = mark_elevation - elevation;
  return Math.abs(applied) < PRINTED ? null : applied;
}
