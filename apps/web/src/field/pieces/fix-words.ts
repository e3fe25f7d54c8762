import type { Fix } from '../../parts/map/own-position.ts';

/** Seconds after which a position is no longer where one stands. */
export const STALE_AFTER = 10;

/** Whole seconds since the device took it; never negative, whatever the clocks say. */
export function ageOf(fix: Fix, now: number): number {
  return Math.max(0, Math.floor((now - fix.at) / 1000));
}

export function isStaleFix(fix: Fix, now: number): boolean {
  return ageOf(fix, now) > STALE_AFTER;
}

export function sayAge(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}

/** "±0.8 m", "±12 m": no more figures than the device can mean. */
export function sayAccuracy(metres: number): string {
  return `±${metres < 10 ? metres.toFixed(1) : Math.round(metres)} m`;
}

export type FixTone = 'success' | 'warning' | 'error';

/** Green well within the gate, amber within, red beyond it or too old. */
export function toneOfFix(fix: Fix | null, now: number, gate: number): FixTone {
  if (!fix || isStaleFix(fix, now) || fix.accuracy > gate) return 'error';
  return fix.accuracy > gate / 2 ? 'warning' : 'success';
}
