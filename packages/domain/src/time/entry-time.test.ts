import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typedDuration } from '../dates/duration.ts';
import { ENTRY_STEPS, MAX_DAY, readEntryTime, whyNotEntryMinutes } from './entry-time.ts';
import { roundTimer, stopTimer, TIMER_ROUNDINGS } from './timer.ts';

const seed = { seed: 20260304 };
const zone = 'America/Moncton';
const steps = fc.constantFrom(...ENTRY_STEPS);

describe('entry time', () => {
  it.each([
    ['2:30', 150],
    ['2.5', 150],
    ['2,5', 150],
    ['2h30m', 150],
    ['150m', 150],
    ['2', 120],
    ['12', 720],
    ['230', 150],
    ['0230', 150],
    ['1015', 615],
    [' 45m ', 45],
    ['2400', 1440],
  ])('entry time: %s is %d minutes', (text, minutes) => expect(readEntryTime(text, 15)).toEqual({ value: minutes }));

  it('entry time: off the step it names the nearest values', () => {
    expect(readEntryTime('2:20', 15)).toEqual({ problem: '2:20 is not in steps of 15 min; use 2:15 or 2:30.' });
    expect(readEntryTime('7m', 15)).toEqual({ problem: '0:07 is not in steps of 15 min; use 0:15.' });
    expect(readEntryTime('2:20', 5)).toEqual({ value: 140 });
  });

  it.each(['275', '25', '2415', '0', '12345', 'two', ''])('entry time: %j is refused in words', (text) => {
    expect(readEntryTime(text, 15)).toHaveProperty('problem');
  });

  it('entry time laws: what is accepted is on the step and fits a day; what is refused names values that are accepted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_DAY }), steps, (minutes, step) => {
        const read = readEntryTime(typedDuration(minutes), step);
        if ('value' in read) expect([read.value, minutes % step]).toEqual([minutes, 0]);
        else
          for (const [text] of read.problem.split('use ')[1]!.matchAll(/\d+:\d+/g))
            expect(readEntryTime(text, step)).toHaveProperty('value');
        expect('value' in read).toBe(whyNotEntryMinutes(minutes, step) === null);
      }),
      seed,
    );
  });
});

describe('timer', () => {
  it('timer: 37 minutes are 45, 30 or 30 by the setting; two minutes are a step', () => {
    expect(TIMER_ROUNDINGS.map((rounding) => roundTimer(37, 15, rounding))).toEqual([45, 30, 30]);
    expect(TIMER_ROUNDINGS.map((rounding) => roundTimer(38, 15, rounding))).toEqual([45, 45, 30]);
    expect(TIMER_ROUNDINGS.map((rounding) => roundTimer(2, 15, rounding))).toEqual([15, 15, 15]);
    expect(roundTimer(0, 15, 'up')).toBe(0);
  });

  it('timer: over midnight it is split by day, and the few minutes before it add no step', () => {
    const stop = (from: string, to: string) => stopTimer(from, to, zone, 15, 'nearest');
    expect(stop('2026-03-05T02:30:00.000Z', '2026-03-05T05:00:00.000Z')).toEqual([
      { date: '2026-03-04', minutes: 90 },
      { date: '2026-03-05', minutes: 60 },
    ]);
    expect(stop('2026-03-05T03:58:00.000Z', '2026-03-05T04:30:00.000Z')).toEqual([{ date: '2026-03-05', minutes: 30 }]);
    expect(stop('2026-03-05T03:58:00.000Z', '2026-03-05T03:58:40.000Z')).toEqual([]);
    // Forgotten for a day and a minute: rounding up gives no day more than it has.
    const forgotten = stopTimer('2026-03-05T03:59:00.000Z', '2026-03-06T04:00:00.000Z', zone, 15, 'up');
    expect(forgotten).toEqual([{ date: '2026-03-05', minutes: 1440 }]);
  });

  it('timer laws: days are on the step and fit a day; within a day they add up to the rounded whole', () => {
    const start = Date.parse('2026-03-05T10:00:00.000Z');
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1440 }),
        fc.nat(1440),
        steps,
        fc.constantFrom(...TIMER_ROUNDINGS),
        (length, at, step, rounding) => {
          const [from, to] = [start + at * 60_000, start + (at + length) * 60_000].map((moment) => new Date(moment).toISOString());
          const shares = stopTimer(from!, to!, zone, step, rounding);
          for (const { minutes } of shares) expect(whyNotEntryMinutes(minutes, step)).toBeNull();
          expect(shares.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(roundTimer(length, step, rounding));
        },
      ),
      seed,
    );
  });
});
