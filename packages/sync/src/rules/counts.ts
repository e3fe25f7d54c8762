import type { LightItem } from '../item.ts';
import { isUnsettled } from './new-item.ts';

export type Counts = {
  readonly waiting: number;
  readonly failed: number;
  readonly conflicts: number;
  readonly oldest_unsynced: string | null;
};

/** The badge's three numbers: not yet on the server, refused by it, and settled with two values to look at. */
export function countItems(items: Iterable<LightItem>): Counts {
  let waiting = 0;
  let failed = 0;
  let conflicts = 0;
  let oldest: string | null = null;
  for (const item of items) {
    if (item.error_status_code !== null) failed++;
    else if (isUnsettled(item)) waiting++;
    if (item._conflict.length > 0) conflicts++;
    const since = item.updated_on ?? item.stored_on;
    if (isUnsettled(item) && (oldest === null || since < oldest)) oldest = since;
  }
  return { waiting, failed, conflicts, oldest_unsynced: oldest };
}
