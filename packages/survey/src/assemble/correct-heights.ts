import { type Decision, isMeasured, nameKey, type Shot } from './shot.ts';
import { metres } from './wording.ts';

/** A height that was typed wrongly, over a range of shots in the order of the raw file, both ends included. */
export interface HeightCorrection {
  /** The rod under antenna or prism, or the instrument above its station. */
  readonly what: 'rod' | 'instrument';
  readonly from: string;
  readonly to: string;
  /** Only shots that were measured with this height; null: all of the range. */
  readonly was: number | null;
  readonly height: number;
}

type Who = Omit<Decision, 'what'>;

/** Less is rounding. */
export const SAME_HEIGHT = 0.0005;

/**
 * Stores the right height and what it changes beside the shots of the range; what was measured stays. What was sighted from a
 * corrected shot rises with it. Answers the shots that change, by position; the sentence says why none does.
 */
export function correctHeights(
  shots: readonly Shot[],
  { what, from, to, was, height }: HeightCorrection,
  who: Who,
  index: ShotIndex = indexShots(shots),
): { readonly changed: ReadonlyMap<number, Shot> } | { readonly sentence: string } {
  const ends = [from, to].map((name) => shots[index.positions.get(nameKey(name)) ?? -1]?.raw_order ?? null);
  if (ends.includes(null)) return { sentence: `${from} to ${to} is no range of measured shots.` };
  const [first, last] = (ends as number[]).toSorted((a, b) => a - b) as [number, number];
  const field = what === 'rod' ? 'rod_height' : 'instrument_height';
  const isMeant = (shot: Shot) => {
    const measured = shot[field];
    if (measured === null || !isMeasured(shot)) return false;
    return was === null || Math.abs(measured - was) < SAME_HEIGHT;
  };
  const meant = positionsBetween(shots, index, first, last).filter((place) => isMeant(shots[place]!));
  if (meant.length === 0)
    return {
      sentence: `No shot from ${from} to ${to} was measured with ${was === null ? `any ${what} height` : `a ${what} height of ${metres(was)}`}.`,
    };
  const changed = new Map<number, Shot>();
  for (const place of meant) {
    const shot = shots[place]!;
    const decisions = [...shot.decisions, { what: `${what} height corrected from ${metres(shot[field]!)} to ${metres(height)}`, ...who }];
    const made = what === 'rod' ? { ...shot, corrected_rod: height, decisions } : { ...shot, corrected_instrument: height, decisions };
    changed.set(place, { ...made, height_correction: ownCorrection(made) });
  }
  if (!index.has_sights) return { changed };
  const spread = spreadCorrections(shots.map((shot, place) => changed.get(place) ?? shot));
  return { changed: new Map(spread.entries().filter(([place, shot]) => shot !== shots[place])) };
}

/** Where the shots of a run stand, so that a decision about a few need not look at all. */
export interface ShotIndex {
  /** By `nameKey`. */
  readonly positions: ReadonlyMap<string, number>;
  /** Positions of what the raw file holds, in its order. */
  readonly by_order: readonly number[];
  /** Without a sight nothing stands on another shot. */
  readonly has_sights: boolean;
}

export function indexShots(shots: readonly Shot[]): ShotIndex & { readonly positions: Map<string, number> } {
  const ordered = shots.flatMap((shot, place) => (shot.raw_order === null ? [] : place));
  return {
    positions: new Map(shots.map((shot, place) => [nameKey(shot.name), place])),
    by_order: ordered.sort((a, b) => shots[a]!.raw_order! - shots[b]!.raw_order!),
    has_sights: shots.some(({ station }) => station !== null),
  };
}

function positionsBetween(shots: readonly Shot[], { by_order }: ShotIndex, first: number, last: number): number[] {
  let [low, high] = [0, by_order.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (shots[by_order[middle]!]!.raw_order! < first) low = middle + 1;
    else high = middle;
  }
  const found: number[] = [];
  for (let at = low; at < by_order.length && shots[by_order[at]!]!.raw_order! <= last; at += 1) found.push(by_order[at]!);
  return found;
}

/** The mark under a base, where it is among the shots: higher by as much as its antenna stood lower. */
export function correctBaseMark(shots: readonly Shot[], base: string, was: number, height: number, who: Who): Shot[] {
  const what = `antenna height corrected from ${metres(was)} to ${metres(height)}`;
  return spreadCorrections(
    shots.map((shot) =>
      shot.origin === 'BASE' && shot.circumstances?.base === base
        ? { ...shot, height_correction: was - height, decisions: [...shot.decisions, { what, ...who }] }
        : shot,
    ),
  );
}

/** The rod as it is known now. */
export function rodOf({ corrected_rod, rod_height }: Pick<Shot, 'corrected_rod' | 'rod_height'>): number | null {
  return corrected_rod ?? rod_height;
}

function spreadCorrections(shots: readonly Shot[]): Shot[] {
  const by_name = new Map(shots.map((shot) => [nameKey(shot.name), shot]));
  const known = new Map<Shot, number>();
  return shots.map((shot) => {
    const height_correction = shot.station === null ? ownCorrection(shot) : correctionOf(shot, by_name, known);
    return height_correction === shot.height_correction ? shot : { ...shot, height_correction };
  });
}

/** Its own, and that of the stations it was sighted from. A traverse may be long, so it is followed without recursion. */
function correctionOf(shot: Shot, by_name: ReadonlyMap<string, Shot>, known: Map<Shot, number>): number {
  const way: Shot[] = [];
  const seen = new Set<Shot>();
  let at: Shot | undefined = shot;
  while (at && !known.has(at) && !seen.has(at)) {
    seen.add(at);
    way.push(at);
    const station: Shot | undefined = at.station === null ? undefined : by_name.get(nameKey(at.station));
    at = station && isMeasured(station) ? station : undefined;
  }
  let sum = at ? (known.get(at) ?? 0) : 0;
  for (const each of way.reverse()) {
    sum += ownCorrection(each);
    known.set(each, sum);
  }
  return known.get(shot)!;
}

function ownCorrection(shot: Shot): number {
  if (shot.origin === 'BASE') return shot.height_correction;
  const { rod_height, corrected_rod, instrument_height, corrected_instrument } = shot;
  const by_rod = rod_height === null || corrected_rod === null ? 0 : rod_height - corrected_rod;
  const by_instrument = instrument_height === null || corrected_instrument === null ? 0 : corrected_instrument - instrument_height;
  return by_rod + by_instrument;
}
