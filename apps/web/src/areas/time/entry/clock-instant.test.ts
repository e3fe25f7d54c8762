import { expect, it } from 'vitest';
import { instantOf } from './clock-instant.ts';

it('clock instant: a time on the firm’s clock, also when the clocks were set that night', () => {
  const zone = 'America/Moncton';
  expect(instantOf('2026-03-04', '08:30', zone)).toBe('2026-03-04T12:30:00.000Z');
  expect(instantOf('2026-03-08', '08:30', zone)).toBe('2026-03-08T11:30:00.000Z');
  expect(instantOf('2026-11-01', '08:30', zone)).toBe('2026-11-01T12:30:00.000Z');
});
