import { type OwnBase, ownBases } from '../assemble/own-bases.ts';
import { distanceOnEarth, type Geographic } from '../geo/projection.ts';
import type { PppSummary } from '../read/ppp/ppp-records.ts';
import type { RawFile } from '../read/raw/raw-records.ts';
import type { RefFile, Source } from '../read/records.ts';
import type { SurveySettings } from '../survey-settings.ts';
import type { EllipsoidPosition } from './hpn-shift.ts';
import { choosePppEstimate, doSpansOverlap } from './ppp-checks.ts';

/** An own base of the run with the files that belong to it. */
export interface RunBase extends OwnBase {
  readonly ref: RefFile | null;
  readonly ppp: PppSummary | null;
  /** Names of these files. */
  readonly ref_file: string | null;
  readonly sum_file: string | null;
  /** A published or typed position of its mark, which takes the place of a PPP report. */
  readonly placed: BasePlace | null;
  /** The right height of its antenna, where the raw file or the PPP report has a wrong one. */
  readonly corrected_antenna: number | null;
}

export interface BasePlace extends EllipsoidPosition {
  /** Where the position comes from, for the report. */
  readonly source: string;
  /** N by which its elevation was made a height; null when the height itself was given. */
  readonly undulation: number | null;
}

/** What people decided about bases, by key. */
export interface BaseChoices {
  /** Names of files that a person gave to a base; of each kind the last counts. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  readonly places: ReadonlyMap<string, BasePlace>;
  /** Right antenna heights. */
  readonly antennas: ReadonlyMap<string, number>;
}

export const noChoices: BaseChoices = { files: new Map(), places: new Map(), antennas: new Map() };

export interface BaseFiles {
  readonly ref: readonly Source<RefFile>[];
  readonly ppp: readonly Source<PppSummary>[];
}

export interface MatchedBases {
  readonly bases: readonly RunBase[];
  /** Names of the .ref and .sum files that no base took. */
  readonly unused: readonly string[];
}

/**
 * Which .ref and .sum belong to which base: what a person said, then what lies nearest. A run with one base takes the only
 * file it is given wherever it lies; whether it is the right one is for the conflicts.
 */
export function matchBases(raw: RawFile, files: BaseFiles, choices: BaseChoices, settings: SurveySettings): MatchedBases {
  const own = ownBases(raw);
  const refs = pairFiles(own, files.ref, choices, ({ record }, ref) => {
    const away = distanceTo(record, ref);
    return away === null ? null : { away, is_near: away <= settings.tolerances.ref_other_base };
  });
  const ppps = pairFiles(own, files.ppp, choices, (base, ppp) => {
    const away = distanceTo(base.record, choosePppEstimate(ppp, settings.frame));
    if (away === null) return null;
    // Of two set-ups on one mark the report belongs to the one it was logged at.
    const is_other_time = doSpansOverlap(ppp, base) === false;
    const heights = [ppp.antenna_height, base.record.antenna_height] as const;
    const is_other_height =
      heights[0] !== null && heights[1] !== null && Math.abs(heights[0] - heights[1]) > settings.tolerances.antenna_height;
    const penalty = (Number(is_other_time) + Number(is_other_height)) * settings.tolerances.ppp_place_horizontal;
    return { away: away + penalty, is_near: away <= settings.tolerances.ppp_place_horizontal };
  });
  const taken = new Set([...refs.values(), ...ppps.values()].map(({ name }) => name));
  return {
    bases: own.map((base) => ({
      ...base,
      ref: refs.get(base.key)?.read ?? null,
      ppp: ppps.get(base.key)?.read ?? null,
      ref_file: refs.get(base.key)?.name ?? null,
      sum_file: ppps.get(base.key)?.name ?? null,
      placed: choices.places.get(base.key) ?? null,
      corrected_antenna: choices.antennas.get(base.key) ?? null,
    })),
    unused: [...files.ref, ...files.ppp].map(({ name }) => name).filter((name) => !taken.has(name)),
  };
}

/** Bases that something was measured from; the only base of a run in any case. */
export function usedBases<B extends OwnBase>(bases: readonly B[]): readonly B[] {
  const used = bases.filter(({ shot_count }) => shot_count > 0);
  return used.length > 0 || bases.length !== 1 ? used : bases;
}

type Nearness = { readonly away: number; readonly is_near: boolean };

function pairFiles<T>(
  own: readonly OwnBase[],
  files: readonly Source<T>[],
  choices: BaseChoices,
  check: (base: OwnBase, read: T) => Nearness | null,
): Map<string, Source<T>> {
  const pairs = new Map<string, Source<T>>();
  for (const base of own) {
    const [file] = (choices.files.get(base.key) ?? []).toReversed().flatMap((named) => files.find(({ name }) => name === named) ?? []);
    if (file) pairs.set(base.key, file);
  }
  const claimed = new Set([...choices.files.values()].flat());
  const free = files.filter((file) => !claimed.has(file.name));
  const candidates = own
    .flatMap((base) => free.map((file) => ({ base, file, near: check(base, file.read) })))
    .filter(({ near }) => near?.is_near)
    .sort((a, b) => a.near!.away - b.near!.away);
  const given = new Set<Source<T>>();
  for (const { base, file } of candidates) {
    if (pairs.has(base.key) || given.has(file)) continue;
    pairs.set(base.key, file);
    given.add(file);
  }
  const [only, second] = own;
  if (only && !second && free.length === 1 && !pairs.has(only.key)) pairs.set(only.key, free[0]!);
  return pairs;
}

type Placed = { readonly latitude: number | null; readonly longitude: number | null };

function distanceTo(a: Placed, b: Placed | null): number | null {
  return isPlaced(a) && b && isPlaced(b) ? distanceOnEarth(a, b) : null;
}

function isPlaced(at: Placed): at is Geographic {
  return at.latitude !== null && at.longitude !== null;
}
