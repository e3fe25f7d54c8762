/** What the server holds of a run and the device has not got yet, and whether all of it has been here (SYNC-D14). */
export type NotLoaded = {
  readonly points: number;
  readonly pipes: number;
  readonly photos: number;
  readonly layers: number;
  readonly is_whole: boolean;
};

const WORDS = { points: 'point', pipes: 'pipe', photos: 'photo', layers: 'layer' } as const;
export type LoadedKind = keyof typeof WORDS;
const ALL = Object.keys(WORDS) as readonly LoadedKind[];
export const FIELD_RECORDS: readonly LoadedKind[] = ['points', 'pipes', 'photos'];

export const ALL_LOADED: NotLoaded = { points: 0, pipes: 0, photos: 0, layers: 0, is_whole: true };

/** Of several runs together. */
export function addNotLoaded(runs: readonly NotLoaded[]): NotLoaded {
  return runs.reduce(
    (sum, run) => ({
      points: sum.points + run.points,
      pipes: sum.pipes + run.pipes,
      photos: sum.photos + run.photos,
      layers: sum.layers + run.layers,
      is_whole: sum.is_whole && run.is_whole,
    }),
    ALL_LOADED,
  );
}

export function countNotLoaded(missing: NotLoaded, kinds: readonly LoadedKind[] = ALL): number {
  return kinds.reduce((sum, kind) => sum + missing[kind], 0);
}

/** "14 points and 2 pipes not loaded yet"; null where everything of these kinds is here. */
export function sayNotLoaded(missing: NotLoaded, kinds: readonly LoadedKind[] = ALL): string | null {
  const parts = kinds.filter((kind) => missing[kind] > 0).map((kind) => `${missing[kind]} ${WORDS[kind]}${missing[kind] === 1 ? '' : 's'}`);
  if (parts.length === 0) return missing.is_whole ? null : 'Not everything of this run is loaded yet';
  const last = parts.pop();
  return `${parts.length === 0 ? '' : `${parts.join(', ')} and `}${last} not loaded yet`;
}
