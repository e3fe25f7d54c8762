import { expect, it } from 'vitest';
import { keptBackups } from './retention.ts';

const day = (at: number, hour = 2) => new Date(Date.UTC(2026, 0, 1 + at, hour)).toISOString().slice(0, 19).replaceAll(':', '-').concat('Z');

it('backups: of a year of nights the last days, week ends and month ends are kept', () => {
  const names = Array.from({ length: 365 }, (_, at) => day(at));
  const kept = keptBackups(names, { daily: 3, weekly: 3, monthly: 3 });
  // 31 December 2026 is a Thursday: its week, and the two Sundays before.
  const days = ['2026-10-31', '2026-11-30', '2026-12-20', '2026-12-27', '2026-12-29', '2026-12-30', '2026-12-31'];
  expect(kept.map((name) => name.slice(0, 10))).toEqual(days);
});

it('backups: the newest of a day is kept, the newest of all always, and a pause removes nothing', () => {
  expect(keptBackups([day(0, 2), day(0, 14), day(1, 15)], { daily: 2, weekly: 0, monthly: 0 })).toEqual([day(0, 14), day(1, 15)]);
  expect(keptBackups([day(0)], { daily: 0, weekly: 0, monthly: 0 })).toEqual([day(0)]);
  expect(keptBackups([day(0), day(200)], { daily: 7, weekly: 0, monthly: 0 })).toEqual([day(0), day(200)]);
  expect(keptBackups([], { daily: 7, weekly: 4, monthly: 12 })).toEqual([]);
});

it('backups: one that is taken later on the same day does not push out the one before it', () => {
  expect(keptBackups([day(0, 2), day(0, 14)], { daily: 1, weekly: 0, monthly: 0 })).toEqual([day(0, 2), day(0, 14)]);
});
