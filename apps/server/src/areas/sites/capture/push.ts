import type { PushHeaders } from '@dmse/contract/sites/field-item';
import type { Context } from '../../../call/context.ts';
import type { Tx } from '../../../db/database.ts';
import * as ops from './applied-op.queries.ts';

/** A write as a tablet sends it: applied once, however often it arrives. What comes without an operation is the office at its desk. */
export type Push = { op: string; device: string; rev: number; captured_by: number | null };

/** An operation is named `{item}:{revision}:{device}`. */
export async function readPush(tx: Tx, headers: PushHeaders): Promise<Push | null> {
  const op = headers['x-op-id'];
  if (!op) return null;
  const [, rev = '', device = ''] = op.split(':');
  const captured_by = headers['x-captured-by'] ? await ops.findPerson(tx, Number(headers['x-captured-by'])) : null;
  return { op, device: headers['x-device'] ?? device, rev: /^\d{1,9}$/.test(rev) ? Number(rev) : 0, captured_by };
}

/** Whose work this is: who captured it, where somebody else brings it up. */
export function authorOf({ actor }: Context, push: Push | null): number {
  return push?.captured_by ?? actor.id;
}

/** The answer already given to this operation. Ask only while holding the lock that its first arrival held. */
export async function findReplay<T>(tx: Tx, push: Push | null): Promise<T | null> {
  return push ? ((await ops.find(tx, push.op)) as T | null) : null;
}

/** Has this device already brought a newer revision of the item? Then the older one changes nothing any more. */
export async function isStraggler(tx: Tx, push: Push, item: string): Promise<boolean> {
  return push.rev < (await ops.latestRev(tx, item, push.device));
}

export async function rememberAnswer(tx: Tx, push: Push | null, item: string, response: unknown, now: string): Promise<void> {
  if (push)
    await ops.insert(tx, { op_id: push.op, item, rev: push.rev, device_id: push.device, response: JSON.stringify(response), at: now });
}
