import type { ScaleAnswer } from '@dmse/contract/work/budget';
import { sayCents, sumCents } from '@dmse/domain/money/cents';
import { isEqual } from '@dmse/domain/values/is-equal';
import { scaleBudget as scaleRows } from '@dmse/domain/work/scale-budget';
import type { Context } from '../../../call/context.ts';
import { Refusal } from '../../../call/refusal.ts';
import { getOwner, type Owner, openOwner, ownerColumns, readOwner, refuseChange, tellOwner } from '../work-record/owner.service.ts';
import * as budget from './budget.queries.ts';
import { getWholeBudget } from './budget.service.ts';
import * as scalings from './scale.queries.ts';

type Named = { job?: number | undefined; quote?: number | undefined };

function figuresOf({ id, minutes, quantity, amount, is_scaled }: budget.EntryFigures): budget.EntryFigures {
  return { id, minutes, quantity, amount, is_scaled };
}

async function scale({ tx }: Context, owner: Owner, total: number) {
  const before = await budget.listAll(tx, owner);
  const scaled = scaleRows(before, total);
  if ('problem' in scaled) throw new Refusal('WRONG_STATE', scaled.problem);
  return { before, after: scaled.entries };
}

export async function previewScale(context: Context, { total, ...named }: Named & { total: number }): Promise<ScaleAnswer> {
  const owner = await getOwner(context, readOwner(named));
  refuseChange(context, owner);
  const { before, after } = await scale(context, owner, total);
  const rows = after.map(({ id, amount, minutes, is_locked }, at) => ({
    id,
    before: before[at]!.amount,
    after: amount,
    minutes,
    is_locked,
  }));
  return { from: sumCents(before.map((row) => row.amount)), to: total, rows };
}

/** Who scaled, and for those who may see it from what to what. */
async function tellTotal(context: Context, owner: Owner, action: string, snapshot: number, rows: readonly budget.EntryFigures[][]) {
  const [from, to] = rows.map((list) => sayCents(sumCents(list.map((row) => row.amount))));
  const change = { field: 'total', label: 'Budget', from: from ?? null, to: to ?? null, record: 'scaling', id: snapshot, version: 1 };
  await tellOwner(context, owner, action, [change]);
}

export async function scaleBudget(context: Context, { total, ...named }: Named & { total: number }) {
  const { tx, actor, now } = context;
  const owner = await openOwner(context, readOwner(named));
  const { before, after } = await scale(context, owner, total);
  const changed = after.flatMap((row, at) =>
    isEqual(figuresOf(row), figuresOf(before[at]!)) ? [] : [{ id: row.id, before: figuresOf(before[at]!), after: figuresOf(row) }],
  );
  const snapshot = await scalings.insert(tx, { ...ownerColumns(owner), created_on: now, created_by: actor.id }, changed);
  await budget.setFigures(
    tx,
    changed.map((row) => row.after),
    actor.id,
    now,
  );
  if (changed.length > 0) await tellTotal(context, owner, 'scaled the budget of', snapshot, [before, after]);
  return { snapshot, entries: await getWholeBudget(context, owner) };
}

/** Takes the last scaling back. A row somebody has typed into since keeps what they typed. */
export async function undoScale(context: Context, named: Named) {
  const { tx, actor, now } = context;
  const owner = await openOwner(context, readOwner(named));
  const last = await scalings.findLast(tx, owner);
  if (!last) throw new Refusal('WRONG_STATE', `The budget of this ${owner.kind} has not been scaled, or it was taken back already.`);
  const { id, entries } = last;
  const current = await budget.listAll(tx, owner);
  const rows = new Map(current.map((row) => [row.id, row]));
  const untouched = entries.filter(({ id: entry, after }) => rows.has(entry) && isEqual(figuresOf(rows.get(entry)!), after));
  if (entries.length > 0 && untouched.length === 0)
    throw new Refusal('WRONG_STATE', 'Every row has been changed since it was scaled; there is nothing left to take back.');
  await budget.setFigures(
    tx,
    untouched.map((row) => row.before),
    actor.id,
    now,
  );
  await scalings.markUndone(tx, id, now);
  if (untouched.length > 0)
    await tellTotal(context, owner, 'took back the scaling of the budget of', id, [current, await budget.listAll(tx, owner)]);
  return { entries: await getWholeBudget(context, owner) };
}

export function listScalings({ tx }: Context, named: Named) {
  return scalings.list(tx, readOwner(named));
}
