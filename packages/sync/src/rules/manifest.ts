import type { Manifest, ManifestRow } from '@dmse/contract/sites/sync';
import type { LightItem } from '../item.ts';
import { isUnsettled } from './new-item.ts';
import type { Proof } from './retention.ts';

export function readManifest(body: unknown, epoch: string): Proof | null {
  const manifest = body as Partial<Manifest> | null;
  if (typeof manifest !== 'object' || manifest === null || !Array.isArray(manifest.rows) || !Number.isInteger(manifest.seq)) return null;
  const rows = new Map<string, ManifestRow>();
  for (const row of manifest.rows) rows.set(row.id, row);
  return { epoch, seq: manifest.seq as number, rows };
}

export type Comparison = {
  /** settled here and confirmed there */
  readonly matched: number;
  readonly total: number;
  /** settled here, not there: to be offered again */
  readonly missing_there: readonly string[];
  /** alive there, unknown or older here: not pulled yet, or a cursor has slipped */
  readonly missing_here: readonly string[];
  /** settled and soft-deleted here: candidates for the purge */
  readonly deleted: number;
};

/** What a device believes against what the server lists. Records acknowledged after the list was made are left to the next one. */
export function compareManifest(items: readonly LightItem[], proof: Proof): Comparison {
  const missing_there: string[] = [];
  let matched = 0;
  let total = 0;
  let deleted = 0;
  const here = new Map<string, number>();
  for (const item of items) {
    here.set(item.id, isUnsettled(item) ? Number.POSITIVE_INFINITY : item._base);
    if (isUnsettled(item)) continue;
    total++;
    if (item.is_deleted === 1) deleted++;
    const row = proof.rows.get(item.id);
    if (row !== undefined && row.version >= (item._ack?.version ?? item._base) && hasBytes(item, row)) matched++;
    else if (row === undefined && item._ack !== null && item._ack.seq <= proof.seq) missing_there.push(item.id);
  }
  const missing_here: string[] = [];
  for (const row of proof.rows.values())
    if ((here.get(row.id) ?? (row.is_deleted ? row.version : 0)) < row.version) missing_here.push(row.id);
  return { matched, total, missing_there, missing_here, deleted };
}

function hasBytes(item: LightItem, row: ManifestRow): boolean {
  return item._sha256 === null || row.sha256 === item._sha256 || (row.sha256 !== null && row.version > (item._ack?.version ?? 0));
}

export type GreenFacts = {
  readonly waiting: number;
  readonly failed: number;
  /** one entry per run on the device and per run with records in rescue: what this pass's manifest said, null without one */
  readonly comparisons: readonly (Comparison | null)[];
};

/**
 * C11: nothing waits, nothing failed, and the server's own list names everything of ours. That others have added rows we have not
 * pulled yet takes nothing from it.
 */
export function isGreen(facts: GreenFacts): boolean {
  if (facts.waiting > 0 || facts.failed > 0) return false;
  return facts.comparisons.every((seen) => seen !== null && seen.matched === seen.total);
}
