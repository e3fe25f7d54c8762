import type { Processing } from '@dmse/contract/sites/processing/run';
import { leaseUntil, whyNotHold } from '@dmse/domain/sites/processing-lease';
import { whyNotProcess, whyNotReopen, whyNotReset } from '@dmse/domain/states/field-run';
import type { Context } from '../../../call/context.ts';
import { notFound, refuse } from '../../../call/refusal.ts';
import * as runs from '../field-run/field-run.queries.ts';
import { getFieldRun } from '../field-run/field-run.service.ts';
import { writeRun } from '../field-run/field-run-update.service.ts';
import * as attempts from './attempt.queries.ts';
import { keepPlan, planAgain, tell } from './decide.service.ts';
import { getProcessing, holderOf, openAttempt } from './processing.service.ts';

type Locked = { run: runs.FieldRunRow; present: attempts.AttemptRow | undefined };

/** The run, locked, with the attempt that is worked on, which nobody else must hold. */
async function lockRun(context: Context, id: string): Promise<Locked> {
  const { tx, actor, now } = context;
  const run = await runs.lock(tx, id);
  if (!run) throw notFound();
  const present = await attempts.findPresent(tx, id);
  if (present) refuse(whyNotHold(holderOf(present), actor, now));
  return { run, present };
}

/** Puts an attempt aside: it can be read, compared and gone on with. */
async function archive({ tx, actor, now }: Context, attempt: attempts.AttemptRow, reason: string): Promise<void> {
  const ended = attempt.state === 'finished' ? {} : { ended_on: now, ended_by: actor.id, reason };
  await attempts.update(tx, attempt.id, { state: 'archived', lease_by: null, lease_until: null, ...ended });
}

export async function resetRun(context: Context, id: string, reason = ''): Promise<Processing> {
  refuse(whyNotReset(await getFieldRun(context, id), context.actor));
  const { run, present } = await lockRun(context, id);
  if (present) await archive(context, present, reason);
  await writeRun(context, run, null, { state: 'Active' });
  await keepPlan(context, (await runs.peek(context.tx, id))!, null);
  await tell(context, run, `attempt ${present?.number ?? ''} put aside`, reason || null);
  return getProcessing(context, id);
}

/** Goes on with files and decisions of an earlier attempt, in a new one: what was put aside stays as it was. */
export async function restoreAttempt(context: Context, id: string, earlier: number): Promise<Processing> {
  const { attempt: from } = await openAttempt(context, id, earlier);
  refuse(whyNotProcess(await getFieldRun(context, id), context.actor));
  const { run, present } = await lockRun(context, id);
  if (present?.id === from.id) return getProcessing(context, id);
  if (present) await archive(context, present, `attempt ${from.number} was gone on with`);
  await goOnWith(context, from);
  if (run.state !== 'Processing') await writeRun(context, run, null, { state: 'Processing' });
  await planAgain(context, id);
  await tell(context, run, `gone on with attempt ${from.number}`, null);
  return getProcessing(context, id);
}

async function goOnWith({ tx, actor, now }: Context, from: attempts.AttemptRow): Promise<void> {
  const made = await attempts.insert(tx, {
    field_run: from.field_run,
    started_on: now,
    started_by: actor.id,
    lease_by: actor.id,
    lease_until: leaseUntil(now),
  });
  await attempts.copyContent(tx, from.id, made.id);
}

/** A finished run is worked on again: what was finished stays as it was, with its package. */
export async function reopenRun(context: Context, id: string, reason: string): Promise<Processing> {
  refuse(whyNotReopen(await getFieldRun(context, id), context.actor));
  const { run, present } = await lockRun(context, id);
  if (present) {
    await archive(context, present, reason);
    await goOnWith(context, present);
  }
  await writeRun(context, run, null, { state: 'Processing', finished_on: null });
  await tell(context, run, 'reopened', reason);
  return getProcessing(context, id);
}
