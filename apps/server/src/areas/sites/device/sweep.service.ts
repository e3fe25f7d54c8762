import type { Database } from '../../../db/database.ts';
import * as ops from '../capture/applied-op.queries.ts';
import * as uploads from '../upload/upload.queries.ts';

const DAY = 24 * 3_600_000;

/** A tablet that was lost in a truck for a year may still come back and ask what became of its last operation. */
const KEEP_OPERATIONS_DAYS = 400;

/** How long a file that comes in pieces may take. */
const KEEP_UPLOADS_DAYS = 30;

/** What tablets no longer need of us. Nothing that was captured is among it. */
export async function sweepFieldWork(db: Database, now: string): Promise<{ operations: number; field_uploads: number }> {
  const daysAgo = (days: number) => new Date(Date.parse(now) - days * DAY).toISOString();
  const operations = await db.write((tx) => ops.removeBefore(tx, daysAgo(KEEP_OPERATIONS_DAYS)));
  const field_uploads = await db.write((tx) => uploads.removeBefore(tx, daysAgo(KEEP_UPLOADS_DAYS)));
  return { operations, field_uploads };
}
