import { type Decision, isMeasured, isTopLevel, nameKey, type Shot } from '../assemble/shot.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { averageShots, distinctReadings, indexChildren, leavesUnder } from './average.ts';
import { finalCoordinates } from './final-coordinates.ts';
import type { TakenNames } from './naming.ts';
import { findSamePlacePairs, groupSamePoints, type IgnoredPairs, type SamePlacePair } from './same-place.ts';

export type Who = Omit<Decision, 'what'>;
type Codes = Pick<SurveySettings, 'control_codes' | 'tolerances'>;
type NewId = (name: string) => string;

/**
 * Averages every run of consecutive shots on one point. Shots that already gave way are left alone, so twice is once. What is
 * not fixed or beyond tolerance gives way without counting, as long as something better is there.
 */
export function createSamePointShots(shots: readonly Shot[], settings: Codes, newId: NewId, who: Who): Shot[] {
  const finals = finalCoordinates(shots);
  const open = shots.filter((shot) => isTopLevel(shot) && isMeasured(shot));
  const groups = groupSamePoints(open, (shot) => finals.get(shot.id)!, settings);
  return addAverages(
    shots,
    groups.flatMap((group) => {
      const readings = distinctReadings(group);
      const sound = readings.filter((shot) => !shot.bad_hrms && !shot.bad_vrms && !shot.bad_fixed_status);
      return readings.length < 2 ? [] : { roots: sound.length > 0 ? sound : readings, children: group };
    }),
    newId,
    who,
  );
}

/** "Recalculate as a new point": the mean of the ticked measured shots; both old points become its children. */
export function createResolutionShot(
  shots: readonly Shot[],
  first: Shot,
  second: Shot,
  ticked: readonly string[],
  newId: NewId,
  who: Who,
): Shot[] {
  const wanted = new Set(ticked);
  const childrenOf = indexChildren(shots);
  const leaves = [...leavesUnder(first, childrenOf), ...leavesUnder(second, childrenOf)].map((leaf) => leaf.shot);
  const roots = distinctReadings([...new Set(leaves)].filter((leaf) => wanted.has(leaf.id)));
  if (roots.length === 0) return [...shots];
  return addAverages(shots, [{ roots, children: [first, second] }], newId, who);
}

/** The other one gives way: it stays listed as a child and is not exported. */
export function keepShot(shots: readonly Shot[], kept: Shot, other: Shot, who: Who): Shot[] {
  const place = placeOf(shots, other);
  const shot = shots[place];
  if (!shot) return [...shots];
  return shots.with(place, makeGiveWay(shot, kept, who));
}

export function makeGiveWay(shot: Shot, kept: Shot, who: Who): Shot {
  return { ...shot, parent: kept.id, decisions: [...shot.decisions, { what: `gave way to ${kept.name}`, ...who }] };
}

/** The average of measured shots, under a name that is still free. */
export function makeAverage(roots: readonly Shot[], taken: TakenNames, newId: NewId, who: Who): Shot {
  const draft = averageShots({ id: '', roots, taken, decision: who });
  return { ...draft, id: newId(draft.name) };
}

/** The shot itself as a rule, else the one of its id; -1 for neither. */
function placeOf(shots: readonly Shot[], shot: Shot): number {
  const place = shots.indexOf(shot);
  return place >= 0 ? place : shots.findIndex(({ id }) => id === shot.id);
}

export function dropShots(shots: readonly Shot[], ids: ReadonlySet<string>, who: Who): Shot[] {
  return shots.map((shot) => (ids.has(shot.id) ? makeDropped(shot, who) : shot));
}

export function makeDropped(shot: Shot, who: Who): Shot {
  return { ...shot, is_dropped: true, decisions: [...shot.decisions, { what: 'left out', ...who }] };
}

export type PairChoice =
  | { readonly choice: 'ignore' }
  | { readonly choice: 'keep_1' }
  | { readonly choice: 'keep_2' }
  | { readonly choice: 'recalculate'; readonly ticked: readonly string[] };

export interface Settled {
  readonly shots: readonly Shot[];
  readonly ignored: IgnoredPairs;
}

/**
 * Asks about every pair and asks again about the pairs that the answers made, until there is none left. It ends: an answer
 * either takes one point away or strikes one pair for good.
 */
export function settlePairs(
  shots: readonly Shot[],
  settings: Codes,
  decide: (pair: SamePlacePair, shots: readonly Shot[]) => PairChoice,
  newId: NewId,
  who: Who,
): Settled {
  let now = shots;
  const struck = new Set<string>();
  const ignored: IgnoredPairs = { shots: new Set(), pairs: struck };
  for (;;) {
    const pairs = openPairs(now, settings, ignored);
    if (pairs.length === 0) return { shots: now, ignored };
    const touched = new Set<string>();
    for (const pair of pairs) {
      if (touched.has(pair.first.id) || touched.has(pair.second.id)) continue; // asked again in the next round, as it then stands
      const answer = decide(pair, now);
      const settled = settlePair(now, pair, answer, newId, who);
      if (settled === null) struck.add(pair.key);
      else {
        now = settled;
        touched.add(pair.first.id).add(pair.second.id);
      }
    }
  }
}

/** The pairs still to be decided, over final coordinates where there are any. */
export function openPairs(shots: readonly Shot[], settings: Codes, ignored: IgnoredPairs): SamePlacePair[] {
  const finals = finalCoordinates(shots);
  return findSamePlacePairs(shots.filter(isTopLevel), (shot) => finals.get(shot.id)!, settings, ignored);
}

/** null when the pair stays as it is. */
function settlePair(
  shots: readonly Shot[],
  { first, second }: SamePlacePair,
  answer: PairChoice,
  newId: NewId,
  who: Who,
): readonly Shot[] | null {
  if (answer.choice === 'keep_1') return keepShot(shots, first, second, who);
  if (answer.choice === 'keep_2') return keepShot(shots, second, first, who);
  if (answer.choice === 'ignore') return null;
  const after = createResolutionShot(shots, first, second, answer.ticked, newId, who);
  return after.length === shots.length ? null : after; // nothing was ticked
}

interface NewAverage {
  readonly roots: readonly Shot[];
  readonly children: readonly Shot[];
}

function addAverages(shots: readonly Shot[], wanted: readonly NewAverage[], newId: NewId, who: Who): Shot[] {
  const taken = new Set(shots.map((shot) => nameKey(shot.name)));
  const parents = new Map<string, string>();
  const averages = wanted.map(({ roots, children }) => {
    const average = makeAverage(roots, taken, newId, who);
    taken.add(nameKey(average.name));
    for (const child of children) parents.set(child.id, average.id);
    return average;
  });
  return [...shots.map((shot) => giveWay(shot, parents.get(shot.id))), ...averages];
}

function giveWay(shot: Shot, parent: string | undefined): Shot {
  return parent === undefined ? shot : { ...shot, parent };
}
