import type { ManifestRow } from '@dmse/contract/sites/sync';
import type { LightItem } from '../item.ts';
import type { TrustedTime } from './clock-trust.ts';
import { isUnsettled } from './new-item.ts';

/** A manifest fetched in this session: the server's own list of what it holds. */
export type Proof = { readonly epoch: string; readonly seq: number; readonly rows: ReadonlyMap<string, ManifestRow> };

export type WhyNotErase =
  | 'UNSENT'
  | 'FAILED'
  | 'NOT_ACKNOWLEDGED'
  | 'FILE_NOT_CONFIRMED'
  | 'OTHER_EPOCH'
  | 'NOT_IN_MANIFEST'
  | 'CONFLICT_UNSEEN';

/**
 * L2: the only permission to erase a record. Nothing of its own to say, no error, a receipt, the bytes confirmed by hash, and
 * the server's manifest naming it at that version or a later one. Read inside the erasing transaction.
 */
export function whyNotErase(item: LightItem, proof: Proof | null): WhyNotErase | null {
  if (isUnsettled(item)) return 'UNSENT';
  if (item.error_status_code !== null) return 'FAILED';
  const ack = item._ack;
  if (ack === null || ack.version < 1) return 'NOT_ACKNOWLEDGED';
  if (item._sha256 !== null && ack.sha256 !== item._sha256) return 'FILE_NOT_CONFIRMED';
  if (proof === null) return 'NOT_IN_MANIFEST';
  if (ack.epoch !== proof.epoch) return 'OTHER_EPOCH';
  const row = proof.rows.get(item.id);
  if (row === undefined || row.version < ack.version) return 'NOT_IN_MANIFEST';
  if (row.version === ack.version && item._sha256 !== null && row.sha256 !== item._sha256) return 'FILE_NOT_CONFIRMED';
  return null;
}

/** P7: clean soft-deleted items go, where "clean" includes that the server itself said "deleted" (A6, A11). */
export function whyNotPurge(item: LightItem, proof: Proof | null): WhyNotErase | 'NOT_DELETED' | null {
  if (item.is_deleted === 0) return 'NOT_DELETED';
  const why = whyNotErase(item, proof);
  if (why !== null) return why;
  if (item._ack?.is_deleted !== true || proof?.rows.get(item.id)?.is_deleted !== true) return 'NOT_ACKNOWLEDGED';
  return item._conflict.length > 0 ? 'CONFLICT_UNSEEN' : null;
}

export const RUNS_KEPT = 3;
export const CLEAN_AFTER_MS = 4 * 24 * 3_600_000;

/** P11: at most three runs, the oldest by `stored_on` go. A run open in any tab is nobody's candidate (A2). */
export function whichRunsToWipe(runs: readonly LightItem[], open: ReadonlySet<string>): string[] {
  const surplus = runs.length - RUNS_KEPT;
  if (surplus <= 0) return [];
  return runs
    .filter((run) => !open.has(run.id))
    .sort((a, b) => Date.parse(a.stored_on) - Date.parse(b.stored_on) || (a.id < b.id ? -1 : 1))
    .slice(0, surplus)
    .map((run) => run.id);
}

/**
 * P12: not stored in the last four days. A stamp of a clock that has jumped since, or stood wrong for a while, says nothing: what the
 * server took only lately, or what was here before the clock became steady, is not old yet (A4).
 */
export function isOld(item: LightItem, { now, steady_since }: Pick<TrustedTime, 'now' | 'steady_since'>): boolean {
  const since = Math.max(Date.parse(item.stored_on), Date.parse(item.created_on) || 0, steady_since);
  return now - since > CLEAN_AFTER_MS;
}
