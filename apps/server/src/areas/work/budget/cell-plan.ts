import type { BudgetCell, HeldFigures } from '@dmse/contract/work/budget';
import { entryAmount, typeIntoEntry } from '@dmse/domain/work/budget';
import { invalid } from '../../../call/refusal.ts';
import type { Owner } from '../work-record/owner.service.ts';
import type { FigureRow } from './budget.queries.ts';
import { priceEntry, refuseWrongKind } from './budget.service.ts';
import type { Pricing } from './pricing.service.ts';

type Named = { milestone: number; job_role?: number | null | undefined; disbursement_type?: number | null | undefined };

function keyOf({ milestone, job_role, disbursement_type }: Named): string {
  return `${milestone}/${job_role ?? ''}/${disbursement_type ?? ''}`;
}

const SAID = ['minutes', 'quantity', 'unit_cost', 'markup_pct', 'is_locked', 'held'] as const;

/** What a cell shall hold; null empties it. A cell that says nothing is a slip of the caller's. */
function figureIn(cell: BudgetCell): number | null | undefined {
  const isRole = cell.job_role !== undefined;
  refuseWrongKind(isRole, cell);
  if (SAID.every((field) => cell[field] === undefined))
    throw invalid({ cells: `Say ${isRole ? 'the minutes' : 'the quantity'} of each cell, or null to empty it.` });
  return isRole ? cell.minutes : cell.quantity;
}

type Draft = ReturnType<typeof priceEntry>;
/** What a row that is there and one that comes have in common. */
type Whole = Omit<Draft, 'job' | 'quote'>;

/** A figure nobody means, whose product could not be stored to the cent. */
const TOO_MUCH = 1e13;
function refuseTooMuch({ quantity, unit_cost, markup_pct }: Pick<FigureRow, 'quantity' | 'unit_cost' | 'markup_pct'>): void {
  if ((quantity ?? 0) * (unit_cost ?? 0) * (1 + (markup_pct ?? 0) / 100) > TOO_MUCH)
    throw invalid({ cells: 'A quantity at this unit cost comes to more money than a budget holds.' });
}

type Typed = Partial<Pick<FigureRow, 'minutes' | 'quantity' | 'unit_cost' | 'markup_pct'>>;

/** What a cell says to its row; nothing where it only locks. */
function typedIn(cell: BudgetCell, pricing: Pricing): Typed {
  const figure = figureIn(cell) ?? undefined;
  const typed: Typed = {};
  if (figure !== undefined) typed[cell.job_role === undefined ? 'quantity' : 'minutes'] = figure;
  if (cell.unit_cost !== undefined) typed.unit_cost = cell.unit_cost ?? pricing.priceOf(cell.disbursement_type ?? 0)?.unit_cost ?? 0;
  if (cell.markup_pct !== undefined) typed.markup_pct = cell.markup_pct;
  return typed;
}

/** The row put back as it was held: at the rate or price it had, and with the amount it had been scaled to. */
function putBack<R extends Whole>(row: R, typed: Typed, held: HeldFigures): R {
  const { is_scaled, is_locked } = held;
  const prices =
    row.job_role === null
      ? { unit_cost: held.unit_cost ?? row.unit_cost, markup_pct: held.markup_pct ?? row.markup_pct }
      : { rate: held.rate ?? row.rate, rate_rule: held.rate_rule };
  const whole = { ...row, ...typed, ...prices, is_scaled, is_locked };
  refuseTooMuch(whole);
  return { ...whole, amount: is_scaled ? held.amount : entryAmount(whole) };
}

/** The row with what the cell says: as it was held where that is told, otherwise priced by its own figures. */
function applyCell<R extends Whole>(row: R, cell: BudgetCell, pricing: Pricing): R {
  const typed = typedIn(cell, pricing);
  if (cell.held) return putBack(row, typed, cell.held);
  refuseTooMuch({ ...row, ...typed });
  const next = Object.keys(typed).length > 0 ? typeIntoEntry(row, typed) : row;
  return { ...next, is_locked: cell.is_locked ?? row.is_locked };
}

/** The cells made against a row that is no longer the one their person was looking at. */
export function listStale(cells: readonly BudgetCell[], entries: readonly FigureRow[]): BudgetCell[] {
  const versions = new Map(entries.map((row) => [keyOf(row), row.version]));
  return cells.filter((cell) => cell.version !== undefined && cell.version !== (versions.get(keyOf(cell)) ?? null));
}

export type CellPlan = {
  added: { row: Draft /** It stood there before, so it may be of a role that is no longer used. */; is_put_back: boolean }[];
  changed: { before: FigureRow; after: FigureRow }[];
  emptied: FigureRow[];
};

/** Sorts cells into rows that come, change and go. The same cell twice: the later one counts, as when pasting over itself. */
export function planCells(owner: Owner, cells: readonly BudgetCell[], entries: readonly FigureRow[], pricing: Pricing): CellPlan {
  const rows = new Map(entries.map((row) => [keyOf(row), row]));
  const plan: CellPlan = { added: [], changed: [], emptied: [] };
  for (const [key, cell] of new Map(cells.map((one) => [keyOf(one), one]))) {
    const before = rows.get(key);
    const figure = figureIn(cell);
    if (figure === null) plan.emptied.push(...(before ? [before] : []));
    else if (before) {
      const after = applyCell(before, cell, pricing);
      if (JSON.stringify(after) !== JSON.stringify(before)) plan.changed.push({ before, after });
      // A lock alone has nothing to hold on to where no row is.
    } else if (figure !== undefined || cell.unit_cost != null || cell.held) {
      const { milestone, job_role, disbursement_type } = cell;
      const row = applyCell(priceEntry(owner, pricing, { milestone, job_role, disbursement_type }, {}), cell, pricing);
      plan.added.push({ row, is_put_back: cell.held !== undefined });
    }
  }
  return plan;
}
