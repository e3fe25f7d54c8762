import { type BudgetCell, type BudgetEntry, scaleBudget, setBudgetCells, undoScale } from '@dmse/contract/work/budget';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { ProblemError } from '../../../api/problem-error.ts';
import type { WorkOwner } from '../board/work-data.ts';
import { cellsToPutBack, type Entries, indexEntries, placeKey, placeOf, placesOf } from '../budget-grid/budget-cells.ts';
import { budgetKey } from './use-budget.ts';

/** More cells than this go in several calls. */
const MAX_CELLS_PER_CALL = 1000;
/** Somebody who types as fast as this page asks is given way to after so many tries. */
const TRIES = 4;

/** What the server answered: the rows of these milestones, which take the place of those that were there. */
type Answer = { milestones: ReadonlySet<number>; entries: readonly BudgetEntry[] };

/** A row that is newer than the answer, as when all was fetched anew meanwhile, stays as it is. */
function withAnswer(before: readonly BudgetEntry[], { milestones, entries }: Answer): BudgetEntry[] {
  const ids = new Set(entries.map(({ id }) => id));
  const known = new Map(before.flatMap((entry) => (ids.has(entry.id) ? [[entry.id, entry]] : [])));
  return [
    ...before.filter(({ id, milestone }) => !milestones.has(milestone) && !ids.has(id)),
    ...entries.map((entry) => {
      const old = known.get(entry.id);
      return old && old.version > entry.version ? old : entry;
    }),
  ];
}

function stampOf(entry: BudgetEntry | undefined): string {
  return entry ? `${entry.id}:${entry.version}` : '';
}

export type BudgetSender = ReturnType<typeof openBudgetSender>;

/**
 * Sends cells to the server and keeps the budget it answers. Every cell carries the version of the row this page knows, so that nobody's
 * figure is written over unseen.
 */
export function openBudgetSender(client: QueryClient, owner: WorkOwner) {
  const key = budgetKey(owner);
  /** The state in which this page itself left a row: what it then finds there is no surprise. */
  const mine = new Map<string, string>();

  /** Answers the screen has not been told of: to draw them would hold up the next key of who is typing. */
  let untold: readonly Answer[] = [];
  type Read = { of: BudgetEntry[]; with: readonly Answer[]; rows: BudgetEntry[]; entries: Entries };
  let last: Read = { of: [], with: untold, rows: [], entries: new Map() };

  function read(): Entries {
    const of = client.getQueryData<BudgetEntry[]>(key) ?? last.of;
    if (of === last.of && untold === last.with) return last.entries;
    // Who types for long has many answers untold: only the new ones are put in.
    const isFurther = of === last.of && last.with.every((answer, at) => untold[at] === answer);
    const { with: known, rows: base } = isFurther ? last : { with: [], rows: of };
    const rows = untold.slice(known.length).reduce(withAnswer, base);
    last = { of, with: untold, rows, entries: indexEntries(rows) };
    return last.entries;
  }
  /** Tells the screen: whoever sends says when. */
  function tell(): void {
    const answers = untold;
    untold = [];
    if (answers.length > 0) client.setQueryData<BudgetEntry[]>(key, (before = []) => answers.reduce(withAnswer, before));
  }
  function keep({ entries }: { entries: BudgetEntry[] }): void {
    tell();
    client.setQueryData<BudgetEntry[]>(key, entries);
  }
  function keepRows(milestones: ReadonlySet<number>, { entries }: { entries: BudgetEntry[] }): Entries {
    untold = [...untold, { milestones, entries }];
    return read();
  }
  async function post(cells: BudgetCell[]): Promise<Entries> {
    await client.cancelQueries({ queryKey: key });
    const milestones = new Set(cells.map(({ milestone }) => milestone));
    const left = keepRows(milestones, await call(setBudgetCells, {}, { ...owner, cells }));
    for (const place of placesOf(cells)) mine.set(placeKey(place), stampOf(left.get(placeKey(place))));
    return left;
  }
  async function send(cells: readonly BudgetCell[], before: Entries): Promise<Entries> {
    let left = before;
    for (let at = 0; at < cells.length; at += MAX_CELLS_PER_CALL) {
      try {
        left = await post(cells.slice(at, at + MAX_CELLS_PER_CALL));
      } catch (error) {
        // All or none, also in several calls: what has landed is put back.
        if (at > 0) await post(cellsToPutBack(placesOf(cells.slice(0, at)), before)).catch(() => {});
        throw error;
      }
    }
    return left;
  }

  return {
    read,
    tell,
    /** Whether somebody else has written a row since it looked as in `seen`. */
    isTheirs(cell: BudgetCell, seen: Entries, now: Entries): boolean {
      const place = placeKey(placeOf(cell));
      const stamp = stampOf(now.get(place));
      return stamp !== stampOf(seen.get(place)) && stamp !== mine.get(place);
    },
    /** Sends what `makeCells` wants by the budget as it is; when somebody was faster the budget is read again and asked anew. */
    async sendFresh(makeCells: (now: Entries) => readonly BudgetCell[]): Promise<Entries> {
      for (let tries = 1; ; tries += 1) {
        const now = read();
        const cells = makeCells(now).map((cell) => ({ ...cell, version: now.get(placeKey(placeOf(cell)))?.version ?? null }));
        try {
          return await send(cells, now);
        } catch (error) {
          const isConflict = error instanceof ProblemError && error.code === 'CONFLICT';
          if (!isConflict || tries === TRIES) throw error;
          tell();
          await client.refetchQueries({ queryKey: key, exact: true }, { throwOnError: true });
        }
      }
    },
    async scale(total: number): Promise<void> {
      keep(await call(scaleBudget, {}, { ...owner, total }));
    },
    async undoScale(): Promise<void> {
      keep(await call(undoScale, {}, { ...owner }));
    },
  };
}
