import { type DayPart, splitByDay } from '../dates/day-parts.ts';
import type { LocalDate } from '../dates/local-date.ts';
import { splitCents } from '../money/split.ts';
import type { Instant, Minutes } from '../values/brand.ts';
import { type EntryStep, MAX_DAY } from './entry-time.ts';

export const TIMER_ROUNDINGS = ['up', 'nearest', 'down'] as const;
export type TimerRounding = (typeof TIMER_ROUNDINGS)[number];
export const DEFAULT_TIMER_ROUNDING: TimerRounding = 'nearest';

const ROUND: Record<TimerRounding, (steps: number) => number> = {
  up: Math.ceil,
  nearest: (steps) => Math.floor(steps + 0.5),
  down: Math.floor,
};

/** Measured minutes in steps by the setting. Whoever worked at all gets one step: a stopped timer does not vanish. */
export function roundTimer(minutes: Minutes, step: EntryStep, rounding: TimerRounding): Minutes {
  return minutes <= 0 ? 0 : Math.max(step, ROUND[rounding](minutes / step) * step);
}

export type TimerShare = { date: LocalDate; minutes: Minutes };

/**
 * What a stopped timer becomes: one share per day. The whole is rounded once and then given to the days in steps, so that midnight adds
 * nothing; a day that got no step is left out, and no day gets more than it has.
 */
export function stopTimer(started_on: Instant, now: Instant, timeZone: string, step: EntryStep, rounding: TimerRounding): TimerShare[] {
  const parts: DayPart[] = splitByDay(started_on, now, timeZone);
  const measured = parts.reduce((sum, part) => sum + part.minutes, 0);
  if (measured === 0) return [];
  const steps = splitCents(
    roundTimer(measured, step, rounding) / step,
    parts.map((part) => part.minutes),
  );
  return parts.map(({ date }, at) => ({ date, minutes: Math.min(MAX_DAY, steps[at]! * step) })).filter(({ minutes }) => minutes > 0);
}
