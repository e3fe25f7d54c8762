import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, localDate, proseDate } from './local-date.ts';
import { relativeTime } from './relative.ts';

describe('localDate', () => {
  it("is the firm's day, not the machine's", () => {
    expect(localDate('2026-03-05T03:30:00.000Z', 'America/Moncton')).toBe('2026-03-04');
    expect(localDate('2026-03-05T03:30:00.000Z', 'Pacific/Auckland')).toBe('2026-03-05');
  });

  it('keeps its days through the nights when the clock changes', () => {
    expect(localDate('2026-03-08T04:30:00.000Z', 'America/Moncton')).toBe('2026-03-08');
    expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2);
  });

  it('adds and counts days without losing any', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
        fc.integer({ min: -4000, max: 4000 }),
        (date, days) => {
          const start = date.toISOString().slice(0, 10);
          expect(daysBetween(start, addDays(start, days))).toBe(days);
        },
      ),
    );
  });

  it('reads as prose', () => {
    expect(proseDate('2026-03-04')).toBe('4 Mar 2026');
  });
});

describe('relativeTime', () => {
  const now = '2026-03-04T12:00:00.000Z';
  it.each([
    ['2026-03-04T11:59:30.000Z', 'just now'],
    ['2026-03-04T11:59:00.000Z', '1 minute ago'],
    ['2026-03-04T09:00:00.000Z', '3 hours ago'],
    ['2026-03-03T11:00:00.000Z', '1 day ago'],
    ['2026-01-01T12:00:00.000Z', '2 months ago'],
    ['2022-03-04T12:00:00.000Z', '4 years ago'],
    ['2026-03-06T12:00:00.000Z', 'in 2 days'],
  ])('%s is %s', (instant, words) => {
    expect(relativeTime(instant, now)).toBe(words);
  });
});
