import { type Assembly, importDeleted } from '../assemble/assemble.ts';
import { correctBaseMark, correctHeights, indexShots, type ShotIndex } from '../assemble/correct-heights.ts';
import { ownBases } from '../assemble/own-bases.ts';
import { isTopLevel, nameKey, type Shot } from '../assemble/shot.ts';
import { describeShot } from '../assemble/validate.ts';
import { listNames } from '../assemble/wording.ts';
import { conflictKey } from '../conflict/conflict.ts';
import type { JoinedFiles } from '../convert/join-files.ts';
import type { Projection } from '../geo/projection.ts';
import { distinctReadings, leavesUnder } from '../group/average.ts';
import { createSamePointShots, makeAverage, makeDropped, makeGiveWay } from '../group/resolve.ts';
import { pairKey } from '../group/same-place.ts';
import { applyShifts, type ShiftPlan } from '../shift/apply-shifts.ts';
import { type BaseChoices, noChoices } from '../shift/run-bases.ts';
import type { SurveySettings } from '../survey-settings.ts';
import type { RunDecision, ShiftChoice } from './decision.ts';
import { makePlan, placeBase } from './make-plan.ts';
import type { RunSurroundings } from './process-run.ts';

/**
 * The run between two decisions. One fold owns its lists and indexes and changes them in place: a run may have as many decisions
 * as shots, and copying them for each would make the two multiply. The shots themselves are never changed, only replaced.
 */
export interface Progress extends ShotIndex {
  readonly assembly: Assembly;
  readonly shots: Shot[];
  readonly positions: Map<string, number>;
  /** Positions of the shots that gave way to a shot, by its id; one that gave way to another since is passed over. */
  readonly children: Map<string, number[]>;
  readonly base_choices: BaseChoices;
  /** The shift that was decided last, and by whom: the plan is made again when the facts under it change. */
  readonly choice: Chosen | null;
  readonly plan: ShiftPlan | null;
  readonly ignored_shots: Set<string>;
  readonly ignored_pairs: Set<string>;
  /** What a person left as it is, and what a Field Admin waived, by the key of the conflict. */
  readonly ignored: Map<string, RunDecision>;
  readonly waived: Map<string, RunDecision>;
}

/** A shift with who decided it and why. */
export interface Chosen {
  readonly shift: ShiftChoice;
  readonly by: string;
  readonly why: string | null;
}

/** The run before its first decision. */
export function startProgress(assembly: Assembly, shots: readonly Shot[]): Progress {
  return {
    assembly,
    ...listShots(shots),
    base_choices: noChoices,
    choice: null,
    plan: null,
    ignored_shots: new Set(),
    ignored_pairs: new Set(),
    ignored: new Map(),
    waived: new Map(),
  };
}

function listShots(shots: readonly Shot[]) {
  const children = new Map<string, number[]>();
  shots.forEach(({ parent }, place) => {
    if (parent !== null) addChild(children, parent, place);
  });
  return { shots: [...shots], ...indexShots(shots), children };
}

function addChild(children: Map<string, number[]>, parent: string, place: number): void {
  const places = children.get(parent);
  if (places) places.push(place);
  else children.set(parent, [place]);
}

/** Puts a changed shot where it stood, under whoever it gave way to. */
function replaceShot({ shots, positions, children }: Progress, shot: Shot): void {
  const place = positions.get(nameKey(shot.name))!;
  if (shot.parent !== null && shot.parent !== shots[place]!.parent) addChild(children, shot.parent, place);
  shots[place] = shot;
}

/** What a decision makes of the run, or why it cannot. */
type Step = { readonly now: Progress } | { readonly sentence: string };

/** What every decision is judged against. */
export interface Given {
  readonly files: JoinedFiles;
  readonly settings: SurveySettings;
  readonly around: RunSurroundings;
  readonly projection: Projection;
}

/** One decision over the run as the earlier ones left it. Shots are never changed in place, so leaving one out is undoing it. */
export function applyDecision(
  now: Progress,
  decision: Exclude<RunDecision, { readonly kind: 'rename' | 'order_points' }>,
  given: Given,
): Step {
  const { settings, around } = given;
  const { by, at, why } = decision;
  const who = { by, at, why };
  const find = (names: readonly string[]) => findByName(now, names);
  const withShots = (shots: readonly Shot[]): Step => ({ now: { ...now, ...listShots(shots) } });
  const replace = (shots: Iterable<Shot>): Step => {
    for (const shot of shots) replaceShot(now, shot);
    return { now };
  };
  switch (decision.kind) {
    case 'import_unlisted': {
      const listed = [...now.assembly.raw_deleted, ...now.assembly.not_imported.flatMap(({ shot }) => shot ?? [])];
      const keys = new Set(listed.map((shot) => nameKey(shot.name)));
      const missing = decision.names.filter((name) => !keys.has(nameKey(name)));
      if (missing.length > 0) return { sentence: `${listNames(missing)} cannot be imported: the files do not list them so.` };
      const assembly = importDeleted({ ...now.assembly, shots: [...now.shots] }, decision.names);
      return { now: { ...now, ...listShots(assembly.shots), assembly } };
    }
    case 'correct_description': {
      const meant = now.shots.filter((shot) => shot.description === decision.from);
      if (meant.length === 0) return { sentence: `No shot has the description "${decision.from}".` };
      return replace(meant.map((shot) => describeShot(shot, decision.to, settings, who)));
    }
    case 'describe': {
      const named = find([decision.name]);
      return 'sentence' in named ? named : replace([describeShot(named.shots[0]!, decision.description, settings, who)]);
    }
    case 'drop': {
      const named = find(decision.names);
      return 'sentence' in named ? named : replace(new Set(named.shots).values().map((shot) => makeDropped(shot, who)));
    }
    case 'group_same_points':
      return withShots(createSamePointShots(shiftNow(now, settings), settings, around.newId, who));
    case 'keep': {
      const named = findOpen(now, [decision.kept, decision.other]);
      if ('sentence' in named) return named;
      const [kept, other] = named.shots as [Shot, Shot];
      return replace([makeGiveWay(other, kept, who)]);
    }
    case 'average': {
      const named = findOpen(now, [decision.first, decision.second]);
      if ('sentence' in named) return named;
      const [first, second] = named.shots as [Shot, Shot];
      const wanted = new Set(decision.ticked.map(nameKey));
      const childrenOf = (id: string) =>
        (now.children.get(id) ?? []).map((place) => now.shots[place]!).filter(({ parent }) => parent === id);
      const leaves = new Set([first, second].flatMap((shot) => leavesUnder(shot, childrenOf).map((leaf) => leaf.shot)));
      const roots = distinctReadings([...leaves].filter((leaf) => wanted.has(nameKey(leaf.name))));
      if (roots.length === 0)
        return { sentence: `None of ${listNames(decision.ticked)} was measured under ${first.name} or ${second.name}.` };
      const average = makeAverage(roots, now.positions, around.newId, who);
      now.positions.set(nameKey(average.name), now.shots.push(average) - 1);
      return replace([
        { ...first, parent: average.id },
        { ...second, parent: average.id },
      ]);
    }
    case 'ignore_shots': {
      const named = find(decision.names);
      if ('sentence' in named) return named;
      for (const { id, name } of named.shots) {
        now.ignored_shots.add(id);
        now.ignored.set(conflictKey('SAME_PLACE', [name]), decision);
      }
      return { now };
    }
    case 'ignore_pair': {
      const named = find([decision.first, decision.second]);
      if ('sentence' in named) return named;
      ignorePair(now, named.shots as [Shot, Shot], decision);
      return { now };
    }
    case 'ignore': {
      const pair = findPair(now, decision.conflict);
      if (pair) ignorePair(now, pair, decision);
      else now.ignored.set(decision.conflict, decision);
      return { now };
    }
    case 'attach': {
      const named = find([decision.name]);
      if ('sentence' in named) return named;
      const is_known = decision.app_shot === null || (around.app_shots ?? []).some(({ id }) => id === decision.app_shot);
      if (!is_known) return { sentence: 'The field-app shot is no longer there.' };
      const holder = decision.app_shot === null ? undefined : now.shots.find((shot) => shot.extended_data_shot === decision.app_shot);
      return replace([
        ...(holder ? [{ ...holder, extended_data_shot: null }] : []),
        { ...named.shots[0]!, extended_data_shot: decision.app_shot },
      ]);
    }
    case 'moves_with_run': {
      const named = find([decision.name]);
      if ('sentence' in named) return named;
      const [chosen] = named.shots;
      if (chosen!.instrument_type !== 'STORED') return { sentence: `${chosen!.name} was measured: it moves with the run in any case.` };
      const what = decision.does_move ? 'moves with the run' : 'stays where it is';
      return replace([{ ...chosen!, moves_with_run: decision.does_move, decisions: [...chosen!.decisions, { what, ...who }] }]);
    }
    case 'use_file': {
      const { base, file } = decision;
      const base_key = findBase(base, given.files.raw);
      if (base_key === null) return { sentence: `The run has no base ${base}.` };
      if (![...given.files.ref, ...given.files.ppp].some(({ name }) => name === file))
        return { sentence: `The run has no .ref or .sum file named ${file}.` };
      const others = [...now.base_choices.files].map(([key, names]) => [key, names.filter((name) => name !== file)] as const);
      const files = new Map(others).set(base_key, [...(new Map(others).get(base_key) ?? []), file]);
      return makePlanAgain({ ...now, base_choices: { ...now.base_choices, files } }, given);
    }
    case 'place_base': {
      const base_key = findBase(decision.base, given.files.raw);
      if (base_key === null) return { sentence: `The run has no base ${decision.base}.` };
      const place = placeBase(base_key, decision.position, now, given);
      if ('sentence' in place) return place;
      const places = new Map(now.base_choices.places).set(base_key, place);
      return makePlanAgain({ ...now, base_choices: { ...now.base_choices, places } }, given);
    }
    case 'correct_heights': {
      const corrected = correctHeights(now.shots, decision, who, now);
      if ('sentence' in corrected) return corrected;
      // Elevations count in a shift by control alone.
      for (const [place, shot] of corrected.changed) now.shots[place] = shot;
      return now.choice?.shift.type === 'CONTROL' ? makePlanAgain(now, given) : { now };
    }
    case 'correct_antenna': {
      const base = ownBases(given.files.raw).find(({ key }) => nameKey(key) === nameKey(decision.base));
      if (!base) return { sentence: `The run has no base ${decision.base}.` };
      const was = base.record.antenna_height;
      if (was === null) return { sentence: `The raw file gives no antenna height for the base ${base.key}.` };
      const antennas = new Map(now.base_choices.antennas).set(base.key, decision.antenna_height);
      const shots = correctBaseMark(now.shots, base.key, was, decision.antenna_height, who);
      return makePlanAgain({ ...now, ...listShots(shots), base_choices: { ...now.base_choices, antennas } }, given);
    }
    case 'shift':
      return makePlanAgain({ ...now, choice: { shift: decision.shift, by, why } }, given);
    case 'waive':
      now.waived.set(decision.conflict, decision);
      return { now };
  }
}

function findByName({ shots, positions }: Progress, names: readonly string[]): { readonly shots: Shot[] } | { readonly sentence: string } {
  const missing = names.filter((name) => !positions.has(nameKey(name)));
  if (missing.length > 0) return { sentence: `${listNames(missing)} ${missing.length === 1 ? 'is' : 'are'} not in the run.` };
  return { shots: names.map((name) => shots[positions.get(nameKey(name))!]!) };
}

/** Shots that still stand for themselves: what gave way or was left out can neither win nor lose again, or both would be gone. */
function findOpen(now: Progress, names: readonly string[]): { readonly shots: Shot[] } | { readonly sentence: string } {
  const named = findByName(now, names);
  if ('sentence' in named) return named;
  if (named.shots[0] === named.shots[1]) return { sentence: `${names[0]} is one point, not two.` };
  const [gone] = named.shots.filter((shot) => !isTopLevel(shot));
  if (!gone) return named;
  return { sentence: `${gone.name} ${gone.is_dropped ? 'was left out' : 'gave way to another point'} already.` };
}

function ignorePair(now: Progress, [first, second]: readonly [Shot, Shot], decision: RunDecision): void {
  now.ignored_pairs.add(pairKey(first.id, second.id));
  now.ignored.set(conflictKey('SAME_PLACE', [first.name, second.name]), decision);
}

/** The two shots that a key of SAME_PLACE names: their pair is struck, so that what lies behind it can be seen. */
function findPair({ shots, positions }: Progress, key: string): readonly [Shot, Shot] | null {
  const [id, ...parts] = key.split(':');
  if (id !== 'SAME_PLACE') return null;
  const named = (names: readonly string[]) => shots[positions.get(nameKey(names.join(':'))) ?? -1];
  for (let place = 1; place < parts.length; place += 1) {
    const [first, second] = [named(parts.slice(0, place)), named(parts.slice(place))];
    if (first && second) return [first, second];
  }
  return null;
}

function findBase(wanted: string, raw: JoinedFiles['raw']): string | null {
  return ownBases(raw).find(({ key }) => nameKey(key) === nameKey(wanted))?.key ?? null;
}

function makePlanAgain(now: Progress, given: Given): Step {
  if (!now.choice) return { now };
  const plan = makePlan(now, now.choice, given);
  return 'sentence' in plan ? plan : { now: { ...now, plan } };
}

/** Shots as they stand with the shift that is decided, for what is judged by final coordinates. */
function shiftNow({ shots, plan }: Progress, settings: SurveySettings): readonly Shot[] {
  return plan ? applyShifts(shots, plan, settings).shots : shots;
}
