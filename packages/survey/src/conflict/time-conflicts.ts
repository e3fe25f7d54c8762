import type { Shot } from '../assemble/shot.ts';
import { listNames } from '../assemble/wording.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { type Conflict, makeConflict } from './conflict.ts';
import { makeLocalClock } from './local-clock.ts';
import type { RunFacts } from './run-facts.ts';

/** GPS time is the clock; the collector's is only compared with it. */
export function findTimeConflicts({ shots, run_date }: RunFacts, settings: SurveySettings): Conflict[] {
  const timed = shots
    .filter((shot) => shot.datetime !== null && shot.raw_order !== null && !shot.is_dropped)
    .sort((a, b) => a.raw_order! - b.raw_order!)
    .map((shot) => ({ shot, at: Date.parse(shot.datetime!) }))
    .filter(({ at }) => Number.isFinite(at));
  const toLocal = makeLocalClock(settings.time_zone);
  return [...findGoingBack(timed), ...findClockGap(timed, toLocal, settings), ...findOtherDay(timed, toLocal, run_date)];
}

type Timed = { readonly shot: Shot; readonly at: number };

function findGoingBack(timed: readonly Timed[]): Conflict[] {
  return timed.flatMap(({ shot, at }, place) => {
    const before = timed[place - 1];
    if (!before || at >= before.at || before.shot.raw_file !== shot.raw_file) return [];
    const seconds = (before.at - at) / 1000;
    return makeConflict('TIME_ORDER', 'W', {
      shots: [shot],
      reason: 'back',
      figures: { seconds },
      sentence: `${shot.name} follows ${before.shot.name} in the raw file but was measured ${seconds.toFixed(0)} s earlier.`,
    });
  });
}

/** One sentence for the whole file: a clock is wrong for everybody or for nobody. */
function findClockGap(timed: readonly Timed[], toLocal: (at: number) => number, { tolerances, time_zone }: SurveySettings): Conflict[] {
  const gaps = timed.flatMap(({ shot, at }) => {
    const clock = shot.collector_time === null ? Number.NaN : Date.parse(`${shot.collector_time}Z`);
    const gap = (clock - toLocal(at)) / 1000;
    return Math.abs(gap) > tolerances.clock_gap_seconds ? [{ shot, gap }] : [];
  });
  const worst = gaps.reduce<number>((most, { gap }) => (Math.abs(gap) > Math.abs(most) ? gap : most), 0);
  if (gaps.length === 0) return [];
  return [
    makeConflict('TIME_ORDER', 'W', {
      shots: gaps.map(({ shot }) => shot),
      reason: 'clock',
      figures: { shots: gaps.length, worst_seconds: worst },
      sentence: `The collector's clock differs from GPS time (${time_zone}) by up to ${describe(worst)} at ${listNames(gaps.map(({ shot }) => shot.name))}.`,
    }),
  ];
}

function findOtherDay(timed: readonly Timed[], toLocal: (at: number) => number, run_date: string | null): Conflict[] {
  if (run_date === null) return [];
  const begin = Date.parse(`${run_date}T00:00:00Z`);
  const others = timed.filter(({ at }) => {
    const since = toLocal(at) - begin;
    return since < 0 || since >= DAY;
  });
  const [first] = others;
  if (!first) return [];
  const day = dayOf(toLocal(first.at));
  return [
    makeConflict('TIME_ORDER', 'W', {
      shots: others.map(({ shot }) => shot),
      reason: 'day',
      figures: { shots: others.length, day, run_date },
      sentence: `${listNames(others.map(({ shot }) => shot.name))} ${others.length === 1 ? 'was' : 'were'} measured on ${day}, the run is of ${run_date}.`,
    }),
  ];
}

const DAY = 86_400_000;

function dayOf(local: number): string {
  return new Date(local).toISOString().slice(0, 10);
}

function describe(seconds: number): string {
  const size = Math.abs(seconds);
  if (size < 120) return `${size.toFixed(0)} s`;
  return size < 7200 ? `${(size / 60).toFixed(0)} min` : `${(size / 3600).toFixed(1)} h`;
}
