import type { RequestBody } from '@dmse/contract/endpoint';
import type { leaseProcessing } from '@dmse/contract/sites/processing/run';
import { leaseUntil, whyNotHold } from '@dmse/domain/sites/processing-lease';
import { whyNotProcess } from '@dmse/domain/states/field-run';
import type { Context } from '../../../call/context.ts';
import { conflict, notFound, Refusal, refuse } from '../../../call/refusal.ts';
import * as runs from '../field-run/field-run.queries.ts';
import { getFieldRun } from '../field-run/field-run.service.ts';
import * as attempts from './attempt.queries.ts';
import { holderOf, type Open, openAttempt } from './processing.service.ts';

/** Refuses what this person may not change now. Nothing is locked yet: working out what a change leads to may take seconds. */
export async function readyForChange(context: Context, open: Open): Promise<Open> {
  refuse(whyNotProcess(await getFieldRun(context, open.run.id), context.actor));
  if (open.attempt.state !== 'open') throw new Refusal('LOCKED', 'This attempt is no longer worked on.');
  refuse(whyNotHold(holderOf(open.attempt), context.actor, context.now));
  return open;
}

export async function openForChange(context: Context, id: string): Promise<Open> {
  return readyForChange(context, await openAttempt(context, id));
}

/** Locks the run as it was looked at, and holds it for whoever changes it. Tablets that send wait only from here on. */
export async function lockForChange(context: Context, seen: Open): Promise<Open> {
  const { tx, actor, now } = context;
  const run = await runs.lock(tx, seen.run.id);
  if (!run) throw notFound();
  const attempt = await attempts.findPresent(tx, run.id);
  if (attempt?.id !== seen.attempt.id || attempt.revision !== seen.attempt.revision || run.state !== seen.run.state)
    throw conflict('Somebody has changed this run meanwhile. Look at it again, then repeat this.');
  refuse(whyNotHold(holderOf(attempt), actor, now));
  await attempts.update(tx, attempt.id, { lease_by: actor.id, lease_until: leaseUntil(now) });
  return { run, attempt };
}

export async function holdRun(context: Context, id: string, { take_over, release }: RequestBody<typeof leaseProcessing>) {
  const { tx, actor, now } = context;
  const { run } = await openAttempt(context, id);
  await runs.lock(tx, run.id);
  const { attempt } = await openAttempt(context, id);
  if (attempt.state !== 'open') return { lease: null };
  const held = holderOf(attempt);
  if (release) {
    if (held?.holder.id === actor.id) await attempts.update(tx, attempt.id, { lease_by: null, lease_until: null });
    return { lease: null };
  }
  if (!take_over) refuse(whyNotHold(held, actor, now));
  const until = leaseUntil(now);
  await attempts.update(tx, attempt.id, { lease_by: actor.id, lease_until: until });
  return { lease: { holder: { id: actor.id, full_name: actor.full_name }, until, is_mine: true } };
}
