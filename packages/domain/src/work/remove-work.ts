import { sayDuration } from '../dates/duration.ts';
import type { Minutes } from '../values/brand.ts';
import type { Reason } from '../values/reason.ts';

/** Work somebody has entered time on stays: the time would be left without what it was for. */
export function whyNotRemoveWork(what: 'task' | 'milestone', minutes: Minutes): Reason {
  if (minutes === 0) return null;
  return { code: 'IN_USE', sentence: `This ${what} has ${sayDuration(minutes)} of time on it; move the time to another task first.` };
}
