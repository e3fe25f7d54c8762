import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_DATE, MIN_DATE, whyNotDate } from './date-range.ts';
import { addDays, daysBetween, proseDate } from './local-date.ts';
import { addMonths, readDate, sayWeekday } from './read-date.ts';

const seed = { seed: 20260304 };
/** A Wednesday. */
const today = '2026-03-04';
const day = fc.integer({ min: 0, max: daysBetween(MIN_DATE, MAX_DATE) }).map((days) => addDays(MIN_DATE, days));

describe('readDate', () => {
  it.each([
    ['2026-03-04', '2026-03-04'],
    ['2026/3/4', '2026-03-04'],
    ['2026.03.04', '2026-03-04'],
    ['2026 3 4', '2026-03-04'],
    ['20260304', '2026-03-04'],
    ['  2028-02-29 ', '2028-02-29'],
    ['today', '2026-03-04'],
    ['tod', '2026-03-04'],
    ['Tomorrow', '2026-03-05'],
    ['yesterday', '2026-03-03'],
    ['+3d', '2026-03-07'],
    ['+ 3 days', '2026-03-07'],
    ['+3', '2026-03-07'],
    ['3d', '2026-03-07'],
    ['in 3 days', '2026-03-07'],
    ['-1w', '2026-02-25'],
    ['2 weeks', '2026-03-18'],
    ['+1m', '2026-04-04'],
    ['+1y', '2027-03-04'],
    ['fri', '2026-03-06'],
    ['Friday', '2026-03-06'],
    ['tues', '2026-03-10'],
    ['wed', '2026-03-11'],
    ['4 mar', '2026-03-04'],
    ['mar 4', '2026-03-04'],
    ['4 Mar 2027', '2027-03-04'],
    ['March 4, 2027', '2027-03-04'],
    ['1st may', '2026-05-01'],
    ['4-mar-2027', '2027-03-04'],
    ['20 dec', '2025-12-20'],
    ['29 feb 2028', '2028-02-29'],
  ])('date: %s is %s', (text, date) => expect(readDate(text, today)).toEqual({ value: date }));

  it.each([
    '',
    '2026-02-31',
    '2026-13-01',
    '3/4/2026',
    '03-04',
    '5',
    'f',
    'th',
    'someday',
    '31 feb',
    '2026-3',
    '+d',
    '0001-01-01',
    '1799-12-31',
    '2200-01-01',
    '-9999y',
  ])('date: %j is refused in words', (text) => expect(readDate(text, today)).toHaveProperty('problem'));

  it('date: the range is said', () => {
    expect(readDate('0001-01-01', today)).toEqual({ problem: 'Use a date from 1800-01-01 to 2199-12-31.' });
    expect([MIN_DATE, MAX_DATE].map(whyNotDate)).toEqual([null, null]);
  });

  it('date law: what is printed reads back, on whatever day it is read', () => {
    fc.assert(
      fc.property(day, day, (date, now) => {
        expect(readDate(date, now)).toEqual({ value: date });
        expect(readDate(date.replaceAll('-', ''), now)).toEqual({ value: date });
        expect(readDate(proseDate(date), now)).toEqual({ value: date });
      }),
      seed,
    );
  });

  it('date law: a weekday is the next one after today, and a day of a month the nearest', () => {
    const near = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2000-01-01', days));
    fc.assert(
      fc.property(near, fc.integer({ min: 1, max: 7 }), fc.integer({ min: -180, max: 180 }), (now, ahead, days) => {
        expect(readDate(sayWeekday(addDays(now, ahead)), now)).toEqual({ value: addDays(now, ahead) });
        const date = addDays(now, days);
        if (!date.endsWith('02-29')) expect(readDate(proseDate(date).slice(0, -5), now)).toEqual({ value: date });
      }),
      seed,
    );
  });

  it('date law: days and weeks add up, and a month later is in the next month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), (count) => {
        expect(readDate(`+${count}d`, today)).toEqual({ value: addDays(today, count) });
        expect(readDate(`-${count}w`, today)).toEqual({ value: addDays(today, -7 * count) });
        const later = addMonths('2026-01-31', count);
        const [year, month] = later.split('-').map(Number) as [number, number];
        expect(year * 12 + month).toBe(2026 * 12 + 1 + count);
      }),
      seed,
    );
  });
});
