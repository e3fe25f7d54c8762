import type { BudgetEntry } from '@dmse/contract/work/budget';
import { sayDuration } from '@dmse/domain/time/duration';
import { typeIntoEntry } from '@dmse/domain/work/budget';
import type { Context } from '../../http/context.ts';
import { invalid } from '../../http/refusal.ts';
import * as budget from './budget.queries.ts';
import { asLine, getWholeBudget, type Line, priceEntry, refuseUnusedKind, refuseWrongKind } from './budget.service.ts';
import { entryNoun, loadKinds } from './budget-words.ts';
import { insertEntries } from './draft.queries.ts';
import type { WorkChange } from './owner.queries.ts';
import { type Owner, openOwner, readOwner, tellOwner } from './owner.service.ts';
import { loadPricing } from './pricing.service.ts';
import { stampOf } from './stamp.ts';

type Cell = Line & { minutes?: number | null | undefined; quantity?: number | null | undefined };
type Named = { job?: number | undefined; quote?: number | undefined };

function keyOf({
  milestone,
  job_role,
  disbursement_type,
}: { milestone: number } & { [K in 'job_role' | 'disbursement_type']?: number | null | undefined }) {
  return `${milestone}/${job_role ?? ''}/${disbursement_type ?? ''}`;
}

/** What a cell shall hold; null empties it. A cell that says nothing is a slip of the caller's. */
function readCell(cell: Cell): number | null {
  const isRole = cell.job_role !== undefined;
  refuseWrongKind(isRole, cell);
  const value = isRole ? cell.minutes : cell.quantity;
  if (value === undefined) throw invalid({ cells: `Say ${isRole ? 'the minutes' : 'the quantity'} of each cell, or null to empty it.` });
  return value;
}

type Plan = { added: Cell[]; typed: { row: budget.EntryRow; cell: Cell }[]; emptied: budget.EntryRow[] };

/** Sorts cells into rows that come, change and go. The same cell twice: the later one counts, as when pasting over itself. */
function planCells(cells: readonly Cell[], entries: readonly budget.EntryRow[]): Plan {
  const rows = new Map(entries.map((row) => [keyOf(row), row]));
  const plan: Plan = { added: [], typed: [], emptied: [] };
  for (const [key, cell] of new Map(cells.map((one) => [keyOf(one), one]))) {
    const row = rows.get(key);
    const value = readCell(cell);
    if (value === null) plan.emptied.push(...(row ? [row] : []));
    else if (!row) plan.added.push(cell);
    else if ((row.job_role === null ? row.quantity : row.minutes) !== value || row.is_scaled) plan.typed.push({ row, cell });
  }
  return plan;
}

function sayValue(isRole: boolean, value: number | null): string | null {
  if (value === null) return null;
  return isRole ? sayDuration(value) : String(value);
}

/** Sets many cells at once, all or none, and answers the whole budget: what the table shows afterwards is what is stored. */
export async function setBudgetCells(
  context: Context,
  { cells, ...named }: Named & { cells: Cell[] },
): Promise<{ entries: BudgetEntry[] }> {
  const { tx, actor, now } = context;
  const owner = await openOwner(context, readOwner(named));
  const names = await budget.listMilestoneNames(tx, owner);
  if (cells.some((cell) => !names.has(cell.milestone)))
    throw invalid({ cells: `A cell names a milestone that is not of this ${owner.kind}.` });
  const kinds = await loadKinds(context);
  const plan = planCells(cells, await budget.listAll(tx, owner));
  for (const cell of plan.added) refuseUnusedKind(cell, kinds.kindOf(asLine(cell)));

  const pricing = await loadPricing(context, owner);
  const figuresOf = ({ minutes, quantity }: Cell) => ({ minutes: minutes ?? undefined, quantity: quantity ?? undefined });
  const added = plan.added.map((cell) => ({ ...priceEntry(owner, pricing, cell, figuresOf(cell)), ...stampOf(context) }));
  const ids = await insertEntries(tx, added);
  const typed = plan.typed.map(({ row, cell }) =>
    typeIntoEntry(row, row.job_role === null ? { quantity: readCell(cell) } : { minutes: readCell(cell) }),
  );
  const versions = await budget.setFigures(tx, typed, actor.id, now);
  await budget.remove(
    tx,
    plan.emptied.map((row) => row.id),
  );

  const describe = (
    line: { milestone: number } & ReturnType<typeof asLine>,
    id: number,
    version: number,
    from: number | null,
    to: number | null,
  ) => {
    const isRole = line.job_role !== null;
    const label = `${kinds.nameOf(line)}, ${names.get(line.milestone)}`;
    const field = isRole ? 'minutes' : 'quantity';
    return { field, label, from: sayValue(isRole, from), to: sayValue(isRole, to), record: entryNoun.noun, id, version };
  };
  const figureOf = (row: { minutes: number | null; quantity: number | null }) => row.minutes ?? row.quantity;
  await tellCells(context, owner, [
    ...added.map((row, at) => describe(row, ids[at]!, 1, null, figureOf(row))),
    ...typed.map((row, at) => describe(row, row.id, versions.get(row.id)!, figureOf(plan.typed[at]!.row), figureOf(row))),
    ...plan.emptied.map((row) => describe(row, row.id, row.version, figureOf(row), null)),
  ]);
  return { entries: await getWholeBudget(context, owner) };
}

async function tellCells(context: Context, owner: Owner, changes: WorkChange[]): Promise<void> {
  if (changes.length === 0) return;
  const [first] = changes;
  const what =
    changes.length === 1
      ? `the budget of ${first!.label} (${first!.to ? `to ${first!.to}` : 'emptied'})`
      : `${changes.length} cells of the budget`;
  await tellOwner(context, owner, `changed ${what} in`, changes);
}
