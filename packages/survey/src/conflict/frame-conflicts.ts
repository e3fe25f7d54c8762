import { listNames } from '../assemble/wording.ts';
import type { Projection } from '../geo/projection.ts';
import type { Check } from '../shift/check.ts';
import { computeLocalization } from '../shift/hpn-shift.ts';
import { checkPpp } from '../shift/ppp-checks.ts';
import { checkReference, ownBases } from '../shift/reference-checks.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { type Conflict, makeConflict } from './conflict.ts';
import type { RunFacts } from './run-facts.ts';

/** Whether the files speak of the same frame, the same base and the same units. */
export function findFrameConflicts(facts: RunFacts, projection: Projection, settings: SurveySettings): Conflict[] {
  return [
    ...findPpp(facts, settings),
    ...findReference(facts, projection, settings),
    ...findLocalization(facts, projection),
    ...findUnits(facts, settings),
    ...findMovedBase(facts),
  ];
}

/** Wrong frame or epoch, wrong vertical system: nothing can be right on top of them. The rest is for the eye. */
function findPpp(facts: RunFacts, settings: SurveySettings): Conflict[] {
  if (!facts.ppp) return [];
  const times = facts.shots
    .map((shot) => shot.datetime)
    .filter((time) => time !== null)
    .sort();
  const geoid_file = facts.shots.find((shot) => shot.circumstances?.geoid_file)?.circumstances?.geoid_file ?? null;
  const checks = checkPpp(
    facts.ppp,
    {
      base: facts.raw ? (ownBases(facts.raw)[0] ?? null) : null,
      job_name: facts.raw?.job_name ?? null,
      first_shot: times[0] ?? null,
      last_shot: times.at(-1) ?? null,
      geoid_file,
      geoid: facts.geoid,
    },
    settings,
  );
  return checks.flatMap((check) => {
    if (check.check === 'estimate' || check.check === 'frame') return fromCheck('FRAME', 'B', check);
    if (check.check === 'epoch')
      return check.outcome === 'unknown'
        ? [makeConflict('PPP', 'W', { reason: 'epoch', sentence: check.sentence })]
        : fromCheck('FRAME', 'B', check);
    if (check.check === 'vertical_system') return geoid_file ? fromCheck('GEOID', 'B', check) : fromCheck('PPP', 'W', check);
    return fromCheck('PPP', 'W', check);
  });
}

function findReference({ ref, raw }: RunFacts, projection: Projection, { tolerances }: SurveySettings): Conflict[] {
  const [base] = raw ? ownBases(raw) : [];
  if (!ref) return [];
  return checkReference(ref, base ?? null, projection, tolerances).checks.flatMap((check) => fromCheck('FRAME', 'B', check));
}

function findLocalization({ shots, loc }: RunFacts, projection: Projection): Conflict[] {
  const localized = shots.filter((shot) => shot.circumstances?.localization_file && !shot.is_dropped);
  const [first] = localized;
  if (!loc) {
    if (!first) return [];
    return [
      makeConflict('FRAME', 'B', {
        reason: 'loc missing',
        figures: { localization_file: first.circumstances?.localization_file ?? null, shots: localized.length },
        sentence: `The raw file used the localization ${first.circumstances?.localization_file} and no .loc file was given.`,
      }),
    ];
  }
  const outcome = computeLocalization(loc.points, projection);
  return outcome.ok ? [] : [makeConflict('FRAME', 'B', { reason: 'loc', sentence: outcome.sentence })];
}

function findUnits({ raw, shots }: RunFacts, { tolerances }: SurveySettings): Conflict[] {
  if (!raw) return [];
  const found: Conflict[] = [];
  if (raw.unit !== 'm') {
    const unit = raw.unit === null ? 'does not say its unit' : `is in ${raw.unit === 'us_ft' ? 'US survey feet' : 'feet'}`;
    found.push(
      makeConflict('FRAME', 'B', {
        reason: 'unit',
        figures: { unit: raw.unit },
        sentence: `The raw file ${unit}; only metres can be processed.`,
      }),
    );
  }
  const on_ground = raw.setups.filter((setup) => setup.gps_scale !== null && Math.abs(setup.gps_scale - 1) > tolerances.scale_factor);
  const [scaled] = on_ground;
  if (scaled && shots.length > 0) {
    found.push(
      makeConflict('FRAME', 'B', {
        reason: 'scale',
        figures: { gps_scale: scaled.gps_scale },
        sentence: `The collector worked with a GPS scale of ${scaled.gps_scale}: the job is on the ground, not on the grid.`,
      }),
    );
  }
  return found;
}

function findMovedBase({ raw }: RunFacts): Conflict[] {
  const bases = raw ? ownBases(raw) : [];
  if (bases.length < 2) return [];
  return [
    makeConflict('BASE_MOVED', 'B', {
      figures: { bases: bases.length },
      sentence: `The run had ${bases.length} bases (${listNames(bases.map((base) => base.name))}); each needs its own .ref and .sum file.`,
    }),
  ];
}

function fromCheck(id: 'FRAME' | 'GEOID' | 'PPP', severity: 'B' | 'W', { check, outcome, found, expected, sentence }: Check): Conflict[] {
  return outcome === 'bad' ? [makeConflict(id, severity, { reason: check, figures: { found, expected }, sentence })] : [];
}
