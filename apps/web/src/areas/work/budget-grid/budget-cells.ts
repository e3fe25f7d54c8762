import type { BudgetCell, BudgetEntry } from '@dmse/contract/work/budget';
import type { CellChange } from '@dmse/domain/work/budget-paste';
import type { CellValue } from '@dmse/domain/work/cell-value';
import { type BudgetColumn, type LineKey, lineOf, namedLine } from './budget-columns.ts';

/** A row of the budget by where it stands: milestone and line. */
export type Place = { milestone: number; line: LineKey };
export function placeKey({ milestone, line }: Place): string {
  return `${milestone}/${line}`;
}

/** The rows of the budget as they are, by where they stand. */
export type Entries = ReadonlyMap<string, BudgetEntry>;
export function indexEntries(entries: readonly BudgetEntry[]): Entries {
  return new Map(entries.map((entry) => [placeKey({ milestone: entry.milestone, line: lineOf(entry) }), entry]));
}

type Columns = ReadonlyMap<string, BudgetColumn>;
export function indexColumns(columns: readonly BudgetColumn[]): Columns {
  return new Map(columns.map((column) => [column.key, column]));
}

type Typed = Place & { after: Partial<Record<BudgetColumn['field'], number | null>> };

/** Changes of cells gathered by the row they belong to: quantity and price are two cells of one. */
function gather(changes: readonly CellChange[], columns: Columns): Typed[] {
  const rows = new Map<string, Typed>();
  for (const { row, column, after } of changes) {
    const found = columns.get(column);
    if (!found) continue;
    const place = { milestone: row, line: found.line };
    const typed = rows.get(placeKey(place)) ?? { ...place, after: {} };
    typed.after[found.field] = after as number | null;
    rows.set(placeKey(place), typed);
  }
  return [...rows.values()];
}

function isWritten({ quantity, unit_cost, minutes }: Typed['after'], isThere: boolean): boolean {
  return isThere || quantity != null || unit_cost != null || minutes != null;
}

/** What the server is asked to write. A price without a quantity is one for nothing yet, not an empty row. */
export function cellsToWrite(changes: readonly CellChange[], columns: Columns, entries: Entries): BudgetCell[] {
  return gather(changes, columns)
    .filter((typed) => isWritten(typed.after, entries.has(placeKey(typed))))
    .map(({ milestone, line, after }) => {
      const place = { milestone, ...namedLine(line) };
      if ('minutes' in after) return { ...place, minutes: after.minutes ?? null };
      if (after.quantity === null && after.unit_cost == null) return { ...place, quantity: null };
      return { ...place, ...after, ...(after.quantity === null ? { quantity: 0 } : {}) };
    });
}

function heldIn(entry: BudgetEntry): Pick<BudgetCell, 'held'> {
  const { rate, rate_rule, unit_cost, markup_pct, amount, is_scaled, is_locked } = entry;
  // Whoever sees no amounts has none to put back.
  if (amount === undefined || rate === undefined || unit_cost === undefined || markup_pct === undefined) return {};
  return { held: { rate, rate_rule: rate_rule ?? '', unit_cost, markup_pct, amount, is_scaled, is_locked } };
}

/** What puts rows back exactly as they were, with the rate, the lock and the scaled amount they had. */
export function cellsToPutBack(places: readonly Place[], before: Entries): BudgetCell[] {
  return places.map((place) => {
    const entry = before.get(placeKey(place));
    const named = { milestone: place.milestone, ...namedLine(place.line) };
    if (!entry) return 'job_role' in named ? { ...named, minutes: null } : { ...named, quantity: null };
    const figure = 'job_role' in named ? { minutes: entry.minutes } : { quantity: entry.quantity };
    return { ...named, ...figure, ...heldIn(entry) };
  });
}

export function placeOf({ milestone, job_role, disbursement_type }: BudgetCell): Place {
  return { milestone, line: job_role === undefined ? `type-${disbursement_type as number}` : `role-${job_role}` };
}
export function placesOf(cells: readonly BudgetCell[]): Place[] {
  return cells.map(placeOf);
}

function figuresOf(entry: BudgetEntry | undefined): string {
  return JSON.stringify(entry ? [entry.minutes, entry.quantity, entry.unit_cost, entry.markup_pct, entry.amount] : null);
}

/** Of these places, those that hold now what they were left with. Where somebody else has typed since, what they typed stays. */
export function untouchedSince(places: readonly Place[], left: Entries, now: Entries): Place[] {
  return places.filter((place) => figuresOf(left.get(placeKey(place))) === figuresOf(now.get(placeKey(place))));
}

type Pending = ReadonlyMap<string, CellValue>;
const TYPED = new WeakMap<object, Map<string, CellValue>>();

/**
 * What was typed since a table was drawn, by row and cell: it is laid over that table until a newer one is drawn. It stays when it has been
 * saved meanwhile, or the figures from before it would flash up.
 */
export function listTyped(pending: Pending, drawn: { pending: Pending }): ReadonlyMap<number, Pending> {
  const typed = TYPED.get(drawn) ?? new Map<string, CellValue>();
  TYPED.set(drawn, typed);
  for (const [cell, value] of pending) {
    if (drawn.pending.get(cell) === value) typed.delete(cell);
    else typed.set(cell, value);
  }
  const byRow = Map.groupBy(typed, ([cell]) => Number.parseInt(cell, 10));
  return new Map([...byRow].map(([row, cells]) => [row, new Map(cells)]));
}
