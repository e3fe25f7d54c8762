import { describe, expect, test } from 'vitest';
import { gpsTimeToUtc, joinCollectorTime, parseCollectorClock, parseCollectorDate } from './clock.ts';

const at = (end_week: number | null, end_ms: number | null) => gpsTimeToUtc({ start_week: null, start_ms: null, end_week, end_ms });

describe('SUR-1 clocks', () => {
  test('GPS week and milliseconds become UTC, with the leap seconds of their day', () => {
    expect(at(2388, 218_056_000)).toBe('2025-10-14T12:33:58.000Z');
    expect(at(1721, 0)).toBe('2012-12-29T23:59:44.000Z');
    expect(at(900, 7)).toBe('1997-04-06T00:00:00.007Z');
  });

  test('an impossible week or time of week is no time', () => {
    expect([at(null, 0), at(2388, null), at(-1, 0), at(99_999, 0), at(2388, -5), at(2388, 700_000_000)]).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  test('collector dates are month first, or year first', () => {
    expect(parseCollectorDate('10-14-2025')).toBe('2025-10-14');
    expect(parseCollectorDate('2025-10-14')).toBe('2025-10-14');
    expect(parseCollectorDate('1/2/2025')).toBe('2025-01-02');
    expect(['14-10-2025', '02-30-2025', '10-14-25', 'x', ''].map(parseCollectorDate)).toEqual([null, null, null, null, null]);
  });

  test('collector clocks', () => {
    expect(['09:31:10', '9:31', '23:59:59.5', '24:00:00', '10:99', 'noon'].map(parseCollectorClock)).toEqual([
      '09:31:10',
      '09:31:00',
      '23:59:59',
      null,
      null,
      null,
    ]);
    expect([joinCollectorTime('2025-10-14', null), joinCollectorTime(null, '10:00:00')]).toEqual(['2025-10-14T00:00:00', null]);
  });
});
