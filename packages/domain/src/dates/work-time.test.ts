import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueTone, isOverdue, sayDue } from './due-date.ts';
import { readDuration, sayDuration, typedDuration } from './duration.ts';
import { addDays } from './local-date.ts';
import { staleness } from './staleness.ts';
import { addWorkingDays, isWorkingDay, workingDaysBetween } from './working-days.ts';

const seed = { seed: 20260304 };

describe('durations', () => {
  it.each([
    ['2:30', 150],
    ['2.5', 150],
    ['2,5', 150],
    ['2h30m', 150],
    ['2 h 30 min', 150],
    ['2h30', 150],
    ['150m', 150],
    ['150 minutes', 150],
    ['2h', 120],
    ['2.5h', 150],
    ['2 hours', 120],
    ['1 hr', 60],
    ['2 heures', 120],
    ['2:30:00', 150],
    ['2:29:30', 150],
    ['36:15', 2175],
    ['.25', 15],
    ['0.333', 20],
    ['0', 0],
    ['8', 480],
    ['0:05', 5],
  ])('%s is %d minutes', (text, minutes) => expect(readDuration(text)).toEqual({ value: minutes }));

  it.each(['', 'two', '2:75', '-2', '(2)', '2.5h30m', '2h75m', ':30', '2:', 'h', 'm', '2::3', '1e3', '200000'])(
    'refuses %j in words',
    (text) => {
      expect(readDuration(text)).toHaveProperty('problem');
    },
  );

  it('law: what is printed reads back', () => {
    expect([sayDuration(150), sayDuration(120), sayDuration(5), typedDuration(65)]).toEqual(['2 h 30 min', '2 h', '5 min', '1:05']);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 6_000_000 }), (minutes) => {
        expect(readDuration(typedDuration(minutes))).toEqual({ value: minutes });
        expect(readDuration(sayDuration(minutes))).toEqual({ value: minutes });
        expect(readDuration(`${minutes}m`)).toEqual({ value: minutes });
      }),
      seed,
    );
  });
});

describe('stale jobs', () => {
  const today = '2026-03-04';
  const job = (days: number | null) =>
    ({ state: 'IN PROGRESS', last_time_entry_date: days === null ? null : addDays(today, -days) }) as const;

  it('flags four weeks and eight, on the day', () => {
    expect(staleness(job(27), today)).toBeNull();
    expect(staleness(job(28), today)).toEqual({ says: '≥ 1 Months ago', tone: 'warning' });
    expect(staleness(job(55), today)).toEqual({ says: '≥ 1 Months ago', tone: 'warning' });
    expect(staleness(job(56), today)).toEqual({ says: '≥ 2 Months ago', tone: 'error' });
  });

  it('says nothing of a job that is closed, or where nobody has worked yet', () => {
    expect(staleness({ ...job(90), state: 'CLOSED' }, today)).toBeNull();
    expect(staleness({ ...job(90), state: 'CANCELLED' }, today)).toBeNull();
    expect(staleness(job(null), today)).toBeNull();
  });
});

it('a due date is red when it has passed, amber today, green to come', () => {
  const today = '2026-03-04';
  expect(['2026-03-03', '2026-03-04', '2026-03-05', null].map((date) => dueTone(date, today))).toEqual([
    'error',
    'warning',
    'success',
    null,
  ]);
  expect(['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-06', null].map((date) => sayDue(date, today))).toEqual([
    '2 days overdue',
    '1 day overdue',
    'due today',
    'due in 2 days',
    null,
  ]);
  expect(isOverdue('2026-03-04', today)).toBe(false);
});

describe('working days', () => {
  const goodFriday = new Set(['2026-04-03']);
  const day = fc.integer({ min: 0, max: 2000 }).map((days) => addDays('2025-01-01', days));
  const holidays = fc.array(day, { maxLength: 40 }).map((days) => new Set(days));

  it('pass over weekends and holidays', () => {
    expect(addWorkingDays('2026-04-02', 1)).toBe('2026-04-03');
    expect(addWorkingDays('2026-04-02', 1, goodFriday)).toBe('2026-04-06');
    expect(addWorkingDays('2026-04-06', -1, goodFriday)).toBe('2026-04-02');
    expect(workingDaysBetween('2026-04-02', '2026-04-07', goodFriday)).toBe(2);
    expect(workingDaysBetween('2026-04-07', '2026-04-02', goodFriday)).toBe(-2);
    expect(addWorkingDays('2026-04-05', 0)).toBe('2026-04-05');
    expect(isWorkingDay('2026-04-05')).toBe(false);
  });

  it('laws: counting undoes adding; there and back is home for a working day', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -120, max: 120 }), holidays, (date, days, closed) => {
        const to = addWorkingDays(date, days, closed);
        expect(workingDaysBetween(date, to, closed)).toBe(days === 0 ? 0 : days);
        if (days !== 0) expect(isWorkingDay(to, closed)).toBe(true);
        if (isWorkingDay(date, closed)) expect(addWorkingDays(to, -days, closed)).toBe(date);
      }),
      { ...seed, numRuns: 50 },
    );
  });
});
