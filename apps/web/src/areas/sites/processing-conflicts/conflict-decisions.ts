import type { ProcessingDecision } from '@dmse/contract/sites/processing/decision';
import type { ProcessingConflict } from '@dmse/contract/sites/processing/result';

/** Leaving a conflict as it is. Of a pair it is the pair that is left, so that each is held against its next neighbour. */
export function ignoreConflict({ id, key, names }: ProcessingConflict): ProcessingDecision {
  const [first, second] = names;
  return id === 'SAME_PLACE' && first !== undefined && second !== undefined
    ? { kind: 'ignore_pair', first, second }
    : { kind: 'ignore', conflict: key };
}

/** The names a decision about shots is made for; what is not imported is named by its figures alone. */
export function namesOf({ names, figures }: ProcessingConflict): string[] {
  return names.length > 0 ? [...names] : typeof figures.name === 'string' ? [figures.name] : [];
}

export const BULK_WAYS = ['ignore', 'drop', 'import'] as const;
export type BulkWay = (typeof BULK_WAYS)[number];

/** One decision over many conflicts where there is one, else one for each. */
export function decideAll(way: BulkWay, conflicts: readonly ProcessingConflict[]): ProcessingDecision[] {
  if (way === 'ignore') return conflicts.map(ignoreConflict);
  const names = [...new Set(conflicts.flatMap(namesOf))];
  if (names.length === 0) return [];
  return [way === 'drop' ? { kind: 'drop', names } : { kind: 'import_unlisted', names }];
}
