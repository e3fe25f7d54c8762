import type { BudgetCell, BudgetEntry } from '@dmse/contract/work/budget';
import { sayDuration } from '@dmse/domain/dates/duration';
import { typedCents } from '@dmse/domain/money/cents';
import type { Context } from '../../../call/context.ts';
import { conflict, invalid } from '../../../call/refusal.ts';
import type { WorkChange } from '../work-record/owner.queries.ts';
import { type Owner, openOwner, readOwner, tellOwner } from '../work-record/owner.service.ts';
import { stampOf } from '../work-record/stamp.ts';
import * as budget from './budget.queries.ts';
import { getBudgetOf, refuseUnusedKind } from './budget.service.ts';
import { entryNoun, loadKinds } from './budget-text.ts';
import { type CellPlan, listStale, planCells } from './cell-plan.ts';
import { insertEntries } from './draft.queries.ts';
import { loadPricing } from './pricing.service.ts';

type Named = { job?: number | undefined; quote?: number | undefined };
type Figures = Pick<budget.FigureRow, 'minutes' | 'quantity' | 'unit_cost' | 'markup_pct' | 'is_locked'>;
type Field = keyof Figures;

const SAY: { [F in Field]: (value: NonNullable<Figures[F]>) => string } = {
  minutes: sayDuration,
  quantity: String,
  unit_cost: typedCents,
  markup_pct: (value) => `${value} %`,
  is_locked: (value) => (value ? 'yes' : 'no'),
};
/** What a change of this field is a change of; the figure of the cell itself goes without saying. */
const LABEL: { [F in Field]: string } = {
  minutes: '',
  quantity: '',
  unit_cost: 'unit cost of ',
  markup_pct: 'markup of ',
  is_locked: 'lock of ',
};

function sayFigure(field: Field, figures: Figures | null): string | null {
  const value = figures?.[field] ?? null;
  return value === null ? null : (SAY[field] as (value: unknown) => string)(value);
}

/** What differs between two states of a row. A row that comes or goes is told by its figure alone. */
function fieldsOf(before: Figures | null, after: Figures | null): Field[] {
  const either = (after ?? before)!;
  if (!before || !after) return [either.minutes === null ? 'quantity' : 'minutes'];
  const changed = (Object.keys(SAY) as Field[]).filter((field) => before[field] !== after[field]);
  return changed.length > 0 ? changed : [either.minutes === null ? 'quantity' : 'minutes'];
}

function sayStale(cells: number): string {
  return `Somebody else changed ${cells === 1 ? 'a cell' : `${cells} of the cells`} meanwhile; nothing was written.`;
}

/** Sets many cells at once, all or none, and answers the whole budget: what the table shows afterwards is what is stored. */
export async function setBudgetCells(
  context: Context,
  { cells, ...named }: Named & { cells: BudgetCell[] },
): Promise<{ entries: BudgetEntry[] }> {
  const { tx, actor, now } = context;
  const owner = await openOwner(context, readOwner(named));
  const names = await budget.listMilestoneNames(tx, owner);
  if (cells.some((cell) => !names.has(cell.milestone)))
    throw invalid({ cells: `A cell names a milestone that is not of this ${owner.kind}.` });
  const kinds = await loadKinds(context);
  const figures = await budget.listFigures(tx, owner);
  const stale = listStale(cells, figures);
  if (stale.length > 0) throw conflict(sayStale(stale.length));
  const plan = planCells(owner, cells, figures, await loadPricing(context, owner));
  for (const { row, is_put_back } of plan.added) if (!is_put_back) refuseUnusedKind(row, kinds.kindOf(row));

  const ids = await insertEntries(
    tx,
    plan.added.map(({ row }) => ({ ...row, ...stampOf(context) })),
  );
  const versions = await budget.putEntries(
    tx,
    plan.changed.map(({ after }) => after),
    actor.id,
    now,
  );
  await budget.remove(
    tx,
    plan.emptied.map((row) => row.id),
  );
  const nameOf = (row: { milestone: number; job_role: number | null; disbursement_type: number | null }) =>
    `${kinds.nameOf(row)}, ${names.get(row.milestone)}`;
  await tellCells(context, owner, describePlan(plan, ids, versions, nameOf));
  return { entries: await getBudgetOf(context, [...new Set(cells.map(({ milestone }) => milestone))]) };
}

type NameOf = (row: { milestone: number; job_role: number | null; disbursement_type: number | null }) => string;

function describePlan(plan: CellPlan, ids: readonly number[], versions: ReadonlyMap<number, number>, nameOf: NameOf): WorkChange[] {
  const describe = (before: Figures | null, after: Figures | null, name: string, id: number, version: number) =>
    fieldsOf(before, after).map((field) => ({
      field,
      label: `${LABEL[field]}${name}`,
      from: sayFigure(field, before),
      to: sayFigure(field, after),
      record: entryNoun.noun,
      id,
      version,
    }));
  return [
    ...plan.added.flatMap(({ row }, at) => describe(null, row, nameOf(row), ids[at]!, 1)),
    ...plan.changed.flatMap(({ before, after }) => describe(before, after, nameOf(after), after.id, versions.get(after.id)!)),
    ...plan.emptied.flatMap((row) => describe(row, null, nameOf(row), row.id, row.version)),
  ];
}

/** The sentence is read by everybody: a cost that was typed is not in it. */
function sayChange({ field, label, to }: WorkChange): string {
  if (field === 'unit_cost' || field === 'markup_pct') return `the ${label}`;
  if (field === 'is_locked') return `the ${label} (to ${to})`;
  return `the budget of ${label} (${to ? `to ${to}` : 'emptied'})`;
}

async function tellCells(context: Context, owner: Owner, changes: WorkChange[]): Promise<void> {
  if (changes.length === 0) return;
  const cells = new Set(changes.map(({ id }) => id)).size;
  const what = cells === 1 ? sayChange(changes[0]!) : `${cells} cells of the budget`;
  await tellOwner(context, owner, `changed ${what} in`, changes);
}
