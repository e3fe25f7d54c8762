import type { DeviceReport } from '@dmse/contract/sites/device';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { type PageInput, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';

type Reported = { id: string; user_id: number; report: DeviceReport; clock_offset: number | null; now: string };

/** The last word of a tablet is the one that counts. */
export async function save(tx: Tx, { id, user_id, report, clock_offset, now }: Reported): Promise<void> {
  const values = { user_id, report: JSON.stringify(report), clock_offset, last_seen_on: now, reported_on: now };
  await tx
    .insertInto('device')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

const HELD = sql<boolean>`coalesce((report ->> 'waiting')::int + (report ->> 'failed')::int + (report ->> 'rescue')::int, 0) > 0`;

export function list(tx: Tx, { pending_only, ...page }: PageInput & { pending_only?: boolean | undefined }) {
  let rows = tx
    .selectFrom('device')
    .select(['id', 'last_seen_on', 'report', 'reported_on', 'clock_offset', personRef('device.user_id').as('user')]);
  if (pending_only) rows = rows.where(HELD);
  return pageOf(rows, page, [sql`case when ${HELD} then report ->> 'oldest_unsynced' end nulls last`, sql`last_seen_on desc`, sql`id`]);
}

export function sumUp(tx: Tx): Promise<{ behind: number; silent_since: string | null }> {
  return tx
    .selectFrom('device')
    .select([sql<number>`count(*)`.as('behind'), sql<string | null>`min(last_seen_on)`.as('silent_since')])
    .where(HELD)
    .executeTakeFirstOrThrow();
}
