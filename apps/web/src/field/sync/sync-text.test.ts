import { describe, expect, it } from 'vitest';
import { sayClock } from '../frame/clock-text.ts';
import { sayTimes } from './sync-text.ts';

const NOW = '2026-03-04T12:00:00.000Z';
const verified = { at: '2026-03-04T11:57:00.000Z', matched: 5, total: 5 };

describe('sync sheet', () => {
  it('sync sheet: what was verified never stands for what is still on the device only', () => {
    const say = (unsynced: number, confirmed: number) => sayTimes({ verified, last_sync: NOW, unsynced, confirmed }, NOW);
    expect(say(0, 5)).toBe('Verified on the server 3 minutes ago (5 of 5 records).');
    expect(say(1, 4)).toBe('The other 4 records were verified on the server 3 minutes ago.');
    expect(say(4, 1)).toBe('The other record was verified on the server 3 minutes ago.');
    expect(say(5, 0)).toBe('Last verified on the server 3 minutes ago.');
  });
});

describe('device clock', () => {
  it('device clock: how far off it is, and which way', () => {
    const HOUR = 3_600_000;
    expect(sayClock(-26 * HOUR)).toBe('This device’s clock is 26 h fast');
    expect(sayClock(5 * 60_000)).toBe('This device’s clock is 5 min slow');
    expect(sayClock(72 * HOUR)).toBe('This device’s clock is 3 days slow');
  });
});
