import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localTime, splitByDay, startOfDay } from './day-parts.ts';
import { addDays, daysBetween, localDate } from './local-date.ts';
import { daysOfWeek, startOfWeek, WEEK_STARTS } from './week.ts';

const seed = { seed: 20260304 };
const zone = 'America/Moncton';
const day = fc.integer({ min: -20_000, max: 30_000 }).map((days) => addDays('2026-03-04', days));

describe('week', () => {
  it('week: Wednesday 4 March 2026 lies in the week of Monday 2, or of Sunday 1', () => {
    expect(startOfWeek('2026-03-04', 'Monday')).toBe('2026-03-02');
    expect(startOfWeek('2026-03-04', 'Sunday')).toBe('2026-03-01');
    expect(startOfWeek('2026-03-01', 'Monday')).toBe('2026-02-23');
    expect(daysOfWeek('2026-03-01', 'Sunday').at(-1)).toBe('2026-03-07');
  });

  it('week laws: seven days, the day among them, every one of them names the same week', () => {
    fc.assert(
      fc.property(day, fc.constantFrom(...WEEK_STARTS), (date, first) => {
        const days = daysOfWeek(date, first);
        expect(days).toContain(date);
        expect(daysBetween(days[0]!, days[6]!)).toBe(6);
        expect(new Set(days.map((other) => startOfWeek(other, first)))).toEqual(new Set([days[0]]));
        expect(new Date(`${days[0]}T00:00:00Z`).getUTCDay()).toBe(first === 'Monday' ? 1 : 0);
      }),
      seed,
    );
  });
});

describe('day', () => {
  it('day: it begins at the firm’s midnight, also in the nights when the clock changes', () => {
    expect(startOfDay('2026-03-04', zone)).toBe('2026-03-04T04:00:00.000Z');
    expect(startOfDay('2026-03-09', zone)).toBe('2026-03-09T03:00:00.000Z');
    expect(startOfDay('2026-11-02', zone)).toBe('2026-11-02T04:00:00.000Z');
    expect(localTime('2026-03-04T12:05:00.000Z', zone)).toBe('08:05');
    expect(localTime('2026-03-04T04:00:00.000Z', zone)).toBe('00:00');
  });

  it('day: a stretch over midnight is cut there; the short night has 23 hours', () => {
    expect(splitByDay('2026-03-05T02:30:30.000Z', '2026-03-05T05:00:00.000Z', zone)).toEqual([
      { date: '2026-03-04', start: '2026-03-05T02:30:30.000Z', end: '2026-03-05T04:00:00.000Z', minutes: 89 },
      { date: '2026-03-05', start: '2026-03-05T04:00:00.000Z', end: '2026-03-05T05:00:00.000Z', minutes: 60 },
    ]);
    expect(splitByDay('2026-03-08T04:00:00.000Z', '2026-03-09T03:00:00.000Z', zone).map(({ minutes }) => minutes)).toEqual([1380]);
    expect(splitByDay('2026-03-05T05:00:00.000Z', '2026-03-05T05:00:00.000Z', zone)).toEqual([]);
  });

  it('day: a night in which the clock was set back over midnight comes to an end', () => {
    const parts = splitByDay('2005-10-30T02:30:00.000Z', '2005-10-30T06:00:00.000Z', zone);
    expect(parts.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(210);
    expect(parts.at(-1)?.date).toBe('2005-10-30');
  });

  it('day law: the parts follow one another, each on its day, and together have the whole minutes', () => {
    const zones = fc.constantFrom(zone, 'America/St_Johns', 'America/Vancouver', 'Pacific/Auckland', 'UTC');
    const moment = fc.integer({ min: Date.parse('2010-01-01'), max: Date.parse('2030-01-01') });
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 4 * 86_400_000 }), zones, (from, length, timeZone) => {
        const [start, end] = [new Date(from).toISOString(), new Date(from + length).toISOString()];
        const parts = splitByDay(start, end, timeZone);
        expect(parts.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(Math.floor(length / 60_000));
        expect([parts[0]?.start, ...parts.map((part) => part.end)]).toEqual([...parts.map((part) => part.start), end]);
        for (const part of parts) {
          expect(localDate(part.start, timeZone)).toBe(part.date);
          expect(localDate(new Date(Date.parse(part.end) - 1).toISOString(), timeZone)).toBe(part.date);
        }
      }),
      { ...seed, numRuns: 60 },
    );
  });
});
