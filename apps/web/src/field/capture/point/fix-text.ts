import { isStale } from '@dmse/domain/sites/position-age';
import type { Fix } from '../../../parts/map/own-position.ts';

/** Whole seconds since the device took it; never negative, whatever the clocks say. */
export function ageOf(fix: Fix, now: number): number {
  return Math.max(0, Math.floor((now - fix.at) / 1000));
}

export function isStaleFix(fix: Fix, now: number): boolean {
  return isStale(ageOf(fix, now));
}

export type FixTone = 'success' | 'warning' | 'error';

/** Green well within the gate, amber within, red beyond it or too old. */
export function toneOfFix(fix: Fix | null, now: number, gate: number): FixTone {
  if (!fix || isStaleFix(fix, now) || fix.accuracy > gate) return 'error';
  return fix.accuracy > gate / 2 ? 'warning' : 'success';
}
