import { nameKey } from '../assemble/shot.ts';

/** A, B, … Z, then ZA, ZB, … ZZ, ZZA. */
export function nextSuffix(suffix: string): string {
  const last = suffix.at(-1);
  if (last === undefined) return 'A';
  if (last === 'Z') return `${suffix}A`;
  return suffix.slice(0, -1) + String.fromCharCode(last.charCodeAt(0) + 1);
}

/** Names already in the run, as `nameKey`: a set or the keys of an index. */
export interface TakenNames {
  has(key: string): boolean;
}

/**
 * The name of an average over a shot of that name: 5000A; the next letter when that is taken. Averaging is always by the
 * measured shots, so the name passed is a measured one; should it end in letters itself, they stay.
 */
export function nextAverageName(name: string, taken: TakenNames): string {
  let suffix = 'A';
  while (taken.has(nameKey(name + suffix))) suffix = nextSuffix(suffix);
  return name + suffix;
}
