import { isControl, isMeasured, type Shot } from '../assemble/shot.ts';
import { listNames, metres } from '../assemble/wording.ts';
import { indexPoints, type NearIndex } from '../geo/near.ts';
import { distance2d } from '../geo/plane.ts';
import type { GridPoint, Projection } from '../geo/projection.ts';
import type { FinalCoordinate } from '../group/final-coordinates.ts';
import type { Check } from '../shift/check.ts';
import { whatIsMissing } from '../shift/plan-hpn.ts';
import { checkPpp } from '../shift/ppp-checks.ts';
import { checkReference, markOfRecord } from '../shift/reference-checks.ts';
import { type RunBase, usedBases } from '../shift/run-bases.ts';
import { type GridVector, medianVector } from '../shift/vector.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { type Conflict, type ConflictId, makeConflict, type Remedy, settleConflict } from './conflict.ts';
import type { RunFacts } from './run-facts.ts';

/** Whether every base of the crew has its own files, whether these are sound, and whether the bases agree with each other. */
export function findBaseConflicts(
  facts: RunFacts,
  finals: ReadonlyMap<string, FinalCoordinate>,
  projection: Projection,
  settings: SurveySettings,
): Conflict[] {
  const used = usedBases(facts.bases);
  const is_only = used.length === 1;
  const of_files = [
    ...used.flatMap((base) => findPpp(base, is_only, facts, projection, settings)),
    ...used.flatMap((base) => findReference(base, is_only, projection, settings)),
  ];
  // A shift that needs neither report nor reference is not wrong because of them.
  const is_needed = facts.plan === null || facts.plan.type === 'HPN';
  return [
    ...(is_needed ? of_files : of_files.map(settleConflict)),
    ...findMovedBase(used, facts),
    ...findUnused(facts),
    ...findDisagreement(used, facts, finals, settings),
  ];
}

/** Wrong frame or epoch, wrong vertical system: nothing can be right on top of them. The rest is for the eye. */
function findPpp(base: RunBase, is_only: boolean, facts: RunFacts, projection: Projection, settings: SurveySettings): Conflict[] {
  if (!base.ppp || base.placed) return [];
  const shots = is_only ? facts.shots : facts.shots.filter((shot) => shot.circumstances?.base === base.key);
  const times = shots
    .map((shot) => shot.datetime)
    .filter((time) => time !== null)
    .sort();
  const geoid_file = shots.find((shot) => shot.circumstances?.geoid_file)?.circumstances?.geoid_file ?? null;
  const by_ref = base.ref ? checkReference(base.ref, base.record, projection, settings.tolerances).mark : null;
  const checks = checkPpp(
    base.ppp,
    {
      base: base.record,
      mark: markOfRecord(base.record) ?? by_ref,
      job_name: facts.raw?.job_name ?? null,
      first_shot: times[0] ?? null,
      last_shot: times.at(-1) ?? null,
      geoid_file,
      geoid: facts.geoid,
    },
    settings,
  );
  const say = (id: ConflictId, severity: 'B' | 'W', check: Check) => fromCheck(id, severity, check, is_only ? null : base.key);
  return checks.flatMap((check) => {
    if (check.check === 'estimate' || check.check === 'frame') return say('FRAME', 'B', check);
    if (check.check === 'epoch')
      return check.outcome === 'unknown'
        ? [makeConflict('PPP', 'W', { reason: is_only ? 'epoch' : `epoch ${base.key}`, sentence: check.sentence })]
        : say('FRAME', 'B', check);
    // Coordinates from the raw file have nothing of the collector's geoid in them.
    if (check.check === 'vertical_system') return geoid_file && !facts.plan?.recompute ? say('GEOID', 'B', check) : say('PPP', 'W', check);
    if (check.check === 'place') return say('PPP_PLACE', 'B', check);
    if (check.check === 'antenna_height' && base.corrected_antenna !== null) return [];
    if (check.check === 'antenna_height' || check.check === 'time') return say('PPP_WHOSE', 'B', check);
    if (check.check === 'name') return say('PPP_WHOSE', 'W', check);
    return say('PPP', 'W', check);
  });
}

function findReference(
  { ref, record, key }: RunBase,
  is_only: boolean,
  projection: Projection,
  { tolerances }: SurveySettings,
): Conflict[] {
  if (!ref) return [];
  return checkReference(ref, record, projection, tolerances).checks.flatMap((check) =>
    fromCheck('FRAME', 'B', check, is_only ? null : key, ['give_ref', 'shift_control']),
  );
}

/** Each of several bases stands wrong by a vector of its own: it needs its own files, its own position or its own control. */
function findMovedBase(used: readonly RunBase[], { plan, shots }: RunFacts): Conflict[] {
  if (used.length < 2) return [];
  const open = used.filter((base) =>
    plan?.type === 'CONTROL' ? !plan.shifts.some(({ base_key }) => base_key === base.key) : isOpen(base),
  );
  if (open.length === 0) return [];
  const keys = new Set(open.map(({ key }) => key));
  const concerned = shots.filter((shot) => keys.has(shot.circumstances?.base ?? '') && isMeasured(shot) && !shot.is_dropped);
  if (concerned.length === 0) return [];
  const lacking = plan?.type === 'CONTROL' ? 'has no control that counts' : 'has no .ref and .sum file or given position of its own';
  return [
    makeConflict('BASE_MOVED', 'B', {
      reason: [...keys].join(' '),
      figures: { bases: used.length, open: open.length },
      sentence: `The run had ${used.length} bases (${listNames(used.map(({ key }) => key))}); ${listNames([...keys])} ${lacking}.`,
    }),
  ];
}

function isOpen(base: RunBase): boolean {
  return whatIsMissing(base) !== null;
}

function findUnused({ unused_base_files }: RunFacts): Conflict[] {
  if (unused_base_files.length === 0) return [];
  return [
    makeConflict('BASE_FILES', 'W', {
      reason: unused_base_files.join(' '),
      figures: { files: unused_base_files.length },
      sentence: `${listNames(unused_base_files)} ${unused_base_files.length === 1 ? 'belongs' : 'belong'} to no base of the run by position; a person can say to which.`,
    }),
  ];
}

/** Two shots of one code this near, from two bases, are on the same control even when the bases disagree. */
const SAME_CONTROL = 0.5;

interface Tie {
  readonly pair: readonly [Shot, Shot];
  readonly vector: GridVector;
}

/** Points measured from two bases tell whether both are right. Without a shift of both there is nothing to compare. */
function findDisagreement(
  used: readonly RunBase[],
  { shots, plan }: RunFacts,
  finals: ReadonlyMap<string, FinalCoordinate>,
  settings: SurveySettings,
): Conflict[] {
  if (used.length < 2 || !plan) return [];
  const live = shots.filter((shot) => isMeasured(shot) && shot.origin !== 'BASE' && !shot.is_dropped && shot.shift !== null);
  const by_base = Map.groupBy(live, (shot) => shot.circumstances?.base ?? '');
  const present = used.map(({ key }) => key).filter((key) => by_base.has(key));
  const groups = present.map((key) => by_base.get(key)!);
  const ties = findTies(groups, finals, settings);
  const compared = [...ties].flatMap(([pair, list]) => {
    const [first, second] = pair.split(' ').map((place) => present[Number(place)]!) as [string, string];
    return checkTies(first, second, list, settings);
  });
  return [...compared, ...sayUntied(present, ties.keys())];
}

/** So many other bases are asked about one point: enough for every pair of a long day, and no more however many a file names. */
const MOST_BASES = 6;

/** Shots of one code from two bases that stand on one point, by the places of both bases in the list, the lower first. */
function findTies(
  groups: readonly (readonly Shot[])[],
  finals: ReadonlyMap<string, FinalCoordinate>,
  { control_codes, tolerances }: SurveySettings,
): Map<string, Tie[]> {
  const ties = new Map<string, Tie[]>();
  const coded = groups.flatMap((group, base) => group.map((shot) => ({ shot, base, at: finals.get(shot.id)! })));
  for (const [code, points] of Map.groupBy(coded, ({ shot }) => shot.code.toUpperCase())) {
    const radius = isControl({ code }, control_codes) ? SAME_CONTROL : tolerances.same_point;
    const basesNear = makeBaseCells(points, radius);
    const lists = Map.groupBy(points, ({ base }) => base);
    const indexes = new Map<number, NearIndex>();
    for (const { shot, base, at: here } of points)
      for (const other of basesNear(base, here)) {
        const candidates = lists.get(other)!;
        const index = indexes.get(other) ?? indexPoints(candidates.map(({ at }) => at));
        indexes.set(other, index);
        const near = index.nearest(here, radius, (place) => distance2d(here, candidates[place]!.at));
        if (!near) continue;
        const { shot: partner, at: there } = candidates[near.index]!;
        const d_elevation = here.elevation === null || there.elevation === null ? 0 : there.elevation - here.elevation;
        const vector = { d_easting: there.easting - here.easting, d_northing: there.northing - here.northing, d_elevation };
        const pair = `${base} ${other}`;
        const list = ties.get(pair);
        if (list) list.push({ pair: [shot, partner], vector });
        else ties.set(pair, [{ pair: [shot, partner], vector }]);
      }
  }
  return ties;
}

/** The next few bases after a given one that measured something in the cells around a place. */
function makeBaseCells(points: readonly { readonly base: number; readonly at: GridPoint }[], size: number) {
  const cellOf = (value: number) => Math.floor(value / size);
  const cells = new Map<string, number[]>();
  for (const { base, at } of points) {
    const key = `${cellOf(at.easting)}:${cellOf(at.northing)}`;
    const bases = cells.get(key);
    if (!bases) cells.set(key, [base]);
    else if (bases.at(-1) !== base) bases.push(base); // points come base after base
  }
  return (base: number, at: GridPoint): number[] => {
    const around = new Set<number>();
    for (const x of [-1, 0, 1])
      for (const y of [-1, 0, 1]) {
        const bases = cells.get(`${cellOf(at.easting) + x}:${cellOf(at.northing) + y}`) ?? [];
        let [low, high] = [0, bases.length];
        while (low < high) {
          const middle = (low + high) >> 1;
          if (bases[middle]! <= base) low = middle + 1;
          else high = middle;
        }
        for (const other of bases.slice(low, low + MOST_BASES)) around.add(other);
      }
    return [...around].sort((a, b) => a - b).slice(0, MOST_BASES);
  };
}

function checkTies(first: string, second: string, ties: readonly Tie[], { tolerances }: SurveySettings): Conflict[] {
  const vector = medianVector(ties.map((tie) => tie.vector))!;
  const horizontal = Math.hypot(vector.d_easting, vector.d_northing);
  if (horizontal <= tolerances.check_horizontal && Math.abs(vector.d_elevation) <= tolerances.check_vertical) return [];
  const shots = [...new Set(ties.flatMap(({ pair }) => pair))];
  return [
    makeConflict('BASES_DISAGREE', 'B', {
      shots,
      reason: `${first} ${second}`,
      figures: { ...vector, horizontal, points: ties.length },
      sentence: `${ties.length} ${ties.length === 1 ? 'point' : 'points'} measured from ${first} and from ${second} lie ${metres(horizontal)} apart horizontally and ${metres(Math.abs(vector.d_elevation))} in height: one of the two bases is wrong.`,
    }),
  ];
}

/** Bases that no chain of common points joins to the first one. */
function sayUntied(bases: readonly string[], tied: Iterable<string>): Conflict[] {
  const root = bases.map((_, place) => place);
  const rootOf = (place: number): number => {
    let at = place;
    while (root[at] !== at) {
      root[at] = root[root[at]!]!;
      at = root[at]!;
    }
    return at;
  };
  for (const pair of tied) {
    const [first, second] = pair.split(' ').map(Number) as [number, number];
    root[rootOf(second)] = rootOf(first);
  }
  const apart = bases.filter((_, place) => rootOf(place) === place);
  if (apart.length < 2) return [];
  const said = apart.length === 2 ? `both ${apart[0]} and ${apart[1]}` : `two of ${listNames(apart)}`;
  return [
    makeConflict('BASES_DISAGREE', 'I', {
      reason: `${listNames(apart)} untied`,
      figures: { bases: apart.length },
      sentence: `No point was measured from ${said}: nothing checks one base against the other.`,
    }),
  ];
}

function fromCheck(
  id: ConflictId,
  severity: 'B' | 'W',
  { check, outcome, found, expected, sentence }: Check,
  base: string | null,
  remedies?: readonly Remedy[],
): Conflict[] {
  const reason = base === null ? check : `${check} ${base}`;
  const said = base === null ? sentence : `${base}: ${sentence}`;
  const parts = { reason, figures: { found, expected, ...(base === null ? {} : { base }) }, sentence: said };
  return outcome === 'bad' ? [makeConflict(id, severity, { ...parts, ...(remedies ? { remedies } : {}) })] : [];
}
