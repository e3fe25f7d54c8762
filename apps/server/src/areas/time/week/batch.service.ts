import type { RequestBody } from '@dmse/contract/endpoint';
import type * as wire from '@dmse/contract/time/week';
import type { TimeBatch } from '@dmse/contract/time/week';
import type { Approver } from '@dmse/domain/states/approver';
import { stateOnLock, type TimeBatchState, whyNotLockThrough, whyNotMoveBatch } from '@dmse/domain/states/time-batch';
import { whyNotReady } from '@dmse/domain/time/entry-rules';
import type { Context } from '../../../call/context.ts';
import { notFound, Refusal, refuse } from '../../../call/refusal.ts';
import { getLock, lockPeriod } from '../../../records/posted.ts';
import { type Changeable, changeRecord, type RowOf, type Writable } from '../../../records/record.ts';
import { recordHistories } from '../../../records/record-bulk.ts';
import { getToday } from '../../settings/setting/setting.service.ts';
import * as entries from '../entry/entry.queries.ts';
import { getApprover, seenBy } from '../entry/time-facts.service.ts';
import * as batches from './batch.queries.ts';
import { batchNoun } from './batch-noun.ts';

export const hasTime = batches.hasAny;

async function getBatch({ tx }: Context, id: number): Promise<TimeBatch> {
  const found = await batches.find(tx, id);
  if (!found) throw notFound();
  return found;
}

/** Somebody's batch is there for them, their supervisor and Timesheet Admins. */
async function refuseUnseen(context: Context, { user }: RowOf<'time_batch'>): Promise<void> {
  const { all, people } = seenBy(await getApprover(context));
  if (!all && !people.includes(user)) throw notFound();
}

const changeableBatch: Changeable<'time_batch', TimeBatch> = { ...batchNoun, get: getBatch, refuse: refuseUnseen };

/** What a batch becomes, when the rules let it. An approved one whose days are locked already is locked at once. */
async function planMove(
  context: Context,
  who: Approver,
  batch: RowOf<'time_batch'>,
  to: TimeBatchState,
  comment: string | undefined,
): Promise<{ values: Writable<'time_batch'> }> {
  const { tx, now, actor } = context;
  if (to === batch.state) return { values: {} };
  const locked_through = await entries.holdLockDate(tx);
  const why_not_ready = to === 'SUBMITTED' && batch.state === 'OPEN' ? whyNotReady(await batches.listNotes(tx, batch.id)) : null;
  const last_day = batch.last_day!;
  refuse(whyNotMoveBatch(to, { batch: { ...batch, last_day }, who, comment, why_not_ready, locked_through }));
  const isDecided = batch.state === 'SUBMITTED' && batch.user !== actor.id;
  const stamps =
    to === 'SUBMITTED' ? { submitted_on: batch.submitted_on ?? now } : isDecided ? { decided_on: now, decided_by: actor.id } : {};
  return {
    values: { state: stateOnLock({ state: to, last_day }, locked_through), comment: to === 'OPEN' ? (comment ?? '') : '', ...stamps },
  };
}

export async function updateTimeBatch(
  context: Context,
  id: number,
  { state, comment }: RequestBody<typeof wire.updateTimeBatch>,
): Promise<TimeBatch> {
  const who = await getApprover(context);
  return changeRecord(context, changeableBatch, id, (batch) => planMove(context, who, batch, state, comment));
}

/** Each by itself: what cannot be approved is named, the others are. */
export async function approveTimeBatches(context: Context, { batches: named }: RequestBody<typeof wire.approveTimeBatches>) {
  const who = await getApprover(context);
  const [approved, refused]: [TimeBatch[], { id: number; sentence: string }[]] = [[], []];
  for (const { id, version } of named.toSorted((a, b) => a.id - b.id)) {
    try {
      const asked = { ...context, if_match: version };
      approved.push(await changeRecord(asked, changeableBatch, id, (batch) => planMove(asked, who, batch, 'APPROVED', undefined)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ id, sentence: error.message });
    }
  }
  return { approved, refused };
}

export const getTimeLock = ({ tx }: Context) => getLock(tx, 'time');

/** Locks time through a day. What was approved until then is locked with it, or open to correction again. */
export async function setTimeLock(context: Context, through: string | null) {
  const { tx, actor } = context;
  refuse(whyNotLockThrough(through, actor, await getToday(context)));
  await lockPeriod(context, 'time', through);
  const rows = await batches.listToLock(tx, through);
  for (const [state, group] of Map.groupBy(rows, (row) => stateOnLock({ state: row.state, last_day: row.last_day! }, through)))
    await batches.setStates(
      tx,
      group.map(({ id }) => id),
      state,
    );
  await recordHistories(
    context,
    rows.map((row) => ({
      noun: batchNoun.noun,
      record_id: String(row.id),
      record_name: batchNoun.nameOf(row),
      version: row.version,
      action: row.state === 'APPROVED' ? 'locked' : 'unlocked',
      changes: [],
    })),
  );
  return getLock(tx, 'time');
}
