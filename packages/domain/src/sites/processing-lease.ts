import type { Reason } from '../values/reason.ts';
import { LEASE_MINUTES } from './processing.ts';

export type ProcessingLease = { holder: { id: number; full_name: string }; until: string };

/** May this person change a run that somebody may be working on? A hold that has run out holds nobody up. */
export function whyNotHold(lease: ProcessingLease | null, who: { id: number }, now: string): Reason {
  if (!lease || lease.holder.id === who.id || Date.parse(lease.until) <= Date.parse(now)) return null;
  return { code: 'CONFLICT', sentence: `${lease.holder.full_name} is working on this run. Take it over to change something.` };
}

/** Until when a run is held for somebody who has just done something. */
export function leaseUntil(now: string): string {
  return new Date(Date.parse(now) + LEASE_MINUTES * 60_000).toISOString();
}
