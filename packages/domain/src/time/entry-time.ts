import { readDuration, typedDuration } from '../dates/duration.ts';
import type { Reading } from '../text/reading.ts';
import type { Minutes } from '../values/brand.ts';

/** What the step of time entries can be set to: each divides the hour. */
export const ENTRY_STEPS = [1, 5, 6, 10, 15, 30, 60] as const;
export type EntryStep = (typeof ENTRY_STEPS)[number];
export const DEFAULT_ENTRY_STEP: EntryStep = 15;

export const MAX_DAY: Minutes = 24 * 60;

/** Why an entry cannot have these minutes; null when it can. */
export function whyNotEntryMinutes(minutes: Minutes, step: EntryStep): string | null {
  if (minutes <= 0) return 'An entry has more than no time; clear it to remove it.';
  if (minutes > MAX_DAY) return `${typedDuration(minutes)} is more than a day has.`;
  if (minutes % step === 0) return null;
  const below = minutes - (minutes % step);
  const nearest = [below, below + step].filter((value) => value > 0).map(typedDuration);
  return `${typedDuration(minutes)} is not in steps of ${step} min; use ${nearest.join(' or ')}.`;
}

/** Three or four digits alone are hours and minutes, as people type them on the number keys: 230 is 2:30. */
function asClock(digits: string): string {
  return /^\d{3,4}$/.test(digits) ? `${digits.slice(0, -2)}:${digits.slice(-2)}` : digits;
}

/** The time of an entry as people type it: `2:30`, `2.5`, `2h30m`, `150m`, `2`, `230`. Refused off the step, naming the nearest values. */
export function readEntryTime(text: string, step: EntryStep): Reading<Minutes> {
  const read = readDuration(asClock(text.trim()));
  if ('problem' in read) return read;
  const why = whyNotEntryMinutes(read.value, step);
  return why === null ? read : { problem: why };
}
