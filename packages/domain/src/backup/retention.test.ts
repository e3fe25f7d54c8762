import { expect, it } from 'vitest';
import { firstNeededBase, isWalNeeded, keptBackups } from './retention.ts';

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

const base = (name: string, start_wal: string, system = 'one') => ({ name, taken_on: `${name}T02:00:00.000Z`, system, start_wal });
const wal = (name: string, day: string, system = 'one') => ({ system, wal: `${name}.gz`, stored_at: Date.parse(`${day}T03:00:00.000Z`) });

it('to the minute: the days begin at the newest copy from before them', () => {
  const bases = [base('2026-03-01', ''), base('2026-03-02', ''), base('2026-03-03', '')];
  expect(firstNeededBase(bases, '2026-03-03T01:00:00.000Z')?.name).toBe('2026-03-02');
  expect(firstNeededBase(bases, '2026-03-01T01:00:00.000Z')).toBeNull();
});

it('to the minute: what the oldest kept copy of each timeline needs stays, and nothing from before it', () => {
  // The second timeline began at an earlier piece than the first had come to.
  const kept = [base('2026-03-02', '000000010000000000000064'), base('2026-03-03', '000000020000000000000034')];
  const needed = (name: string, day: string, system?: string) => isWalNeeded(wal(name, day, system), kept);
  expect(needed('000000010000000000000064', '2026-03-02')).toBe(true);
  expect(needed('000000010000000000000063', '2026-03-02')).toBe(false);
  expect(needed('000000020000000000000034', '2026-03-03')).toBe(true);
  expect(needed('000000020000000000000033', '2026-03-03')).toBe(false);
  expect(needed('00000002.history', '2026-01-01')).toBe(true);
  // Of a timeline, or a database, of which no copy is known yet.
  expect([needed('000000030000000000000001', '2026-03-04'), needed('000000030000000000000001', '2026-03-01')]).toEqual([true, false]);
  expect([needed('000000010000000000000001', '2026-03-04', 'two'), isWalNeeded(wal('000000010000000000000001', '2026-03-01'), [])]).toEqual(
    [true, true],
  );
});
