import type { Item, LightItem, Sent } from '../item.ts';
import type { Kind } from '../wire.ts';
import { isDue } from './backoff.ts';
import { isUnsettled } from './new-item.ts';
import { hashText } from './op-id.ts';
import { claimOf } from './patch.ts';

export type Step = 'push' | 'trash' | 'none';

/** Created and deleted before anything left the device: the server need never hear of it (A10). */
export function isNeverSent(item: LightItem): boolean {
  return item.new === 1 && item._tries === 0 && item._sent === null && item._ack === null && item._base === 0;
}

export function decideStep(item: LightItem): Step {
  if (!isUnsettled(item)) return 'none';
  return item.is_deleted === 1 && isNeverSent(item) ? 'trash' : 'push';
}

const RANK: Readonly<Record<Kind, number>> = { run: 0, point: 1, pipe: 2, image: 3 };

export type PassFacts = {
  readonly now: number;
  /** the user pressed the button: waiting times do not count */
  readonly force: boolean;
};

/** Everything of a run that is due, in push order: run, points, pipes, images; oldest revision first. */
export function planPush(items: readonly LightItem[], facts: PassFacts): readonly LightItem[] {
  return items
    .filter((item) => isUnsettled(item) && (facts.force || isDue(item._next, facts.now)))
    .sort((a, b) => RANK[a.kind] - RANK[b.kind] || a._rev - b._rev || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/**
 * A child waits for a run that the server may not have yet, unless the run itself was refused: then the child goes on its
 * own way to an answer the user can read.
 */
export function waitsForRun(run: LightItem | undefined): boolean {
  return run !== undefined && run.new === 1 && run.error_status_code === null;
}

/** An unknown outcome is settled before anything newer is sent; else the present content becomes the claim. */
export function freezeClaim(item: Item, op: (item: LightItem, rev: number) => string, at: string): Sent {
  if (item._sent !== null) return item._sent;
  const patch = claimOf(item);
  const body_hash = hashText(JSON.stringify(patch) + (item._sha256 ?? ''));
  return { rev: item._rev, op: op(item, item._rev), at, body_hash, patch, is_deleted: item.is_deleted };
}
