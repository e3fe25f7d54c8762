import type { BudgetEntry } from '@dmse/contract/work/budget';
import { sumCents } from '@dmse/domain/money/cents';
import { addSums, type BudgetSums, type BudgetTotals, sumBudget, typeIntoEntry } from '@dmse/domain/work/budget';
import type { PasteRow } from '@dmse/domain/work/budget-paste';
import type { CellValue } from '@dmse/domain/work/cell-value';
import { groupTasks, type WorkData } from '../board/work-data.ts';
import { type BudgetColumn, type BudgetNames, cellKey, type LineKey, lineOf, listColumns } from './budget-columns.ts';

export type BudgetLine = PasteRow & {
  name: string;
  task: number;
  entries: ReadonlyMap<LineKey, BudgetEntry>;
  totals: BudgetTotals;
  lock: 'all' | 'some' | 'none';
  /** Everything the row shows, so that a row that shows the same is not drawn again. */
  signature: string;
};

export type BudgetTask = {
  id: number;
  name: string;
  lines: readonly BudgetLine[];
  sums: BudgetSums;
  actual: number | null;
  /** What it was made from: where that is the same, it is not made again. */
  source: TaskSource;
};
type TaskSource = {
  task: WorkData['tasks'][number];
  own: readonly BudgetEntry[];
  columns: readonly BudgetColumn[];
  /** What is pending in its cells. */
  typed: string;
};
export type BudgetGroup = { id: number; name: string; tasks: readonly BudgetTask[] };

export type BudgetTable = {
  columns: readonly BudgetColumn[];
  groups: readonly BudgetGroup[];
  /** The rows that take figures, in the order shown. */
  lines: readonly BudgetLine[];
  sums: BudgetSums;
  actual: number | null;
};

export const NO_TOTALS: BudgetTotals = { minutes: 0, labour: 0, disbursements: 0, amount: 0 };
export const LOCKED = 'This row is locked: unlock it to change it.';

export type BudgetInput = {
  work: WorkData;
  entries: readonly BudgetEntry[];
  names: BudgetNames;
  /** Columns shown though nothing is in them yet. */
  extra: ReadonlySet<LineKey>;
  /** What was typed and is on its way to the server. */
  pending: ReadonlyMap<string, CellValue>;
  seesAmounts: boolean;
};

type Pending = BudgetInput['pending'];
const NOTHING: Pending = new Map();
type Summed = BudgetEntry & { rate: number | null; unit_cost: number | null; markup_pct: number | null; amount: number; task: number };

/** Amounts are absent for whoever may not see them; the sums then count time alone. */
function withAmount(entry: BudgetEntry, task: number): Summed {
  const { rate = null, unit_cost = null, markup_pct = null, amount = 0 } = entry;
  return { ...entry, rate, unit_cost, markup_pct, amount, task };
}

/** The row as it will be once what is on its way has landed: the sums follow at once. */
function withPending(entry: Summed, pending: Pending): Summed {
  if (pending.size === 0) return entry;
  const typed: Partial<Pick<Summed, 'minutes' | 'quantity' | 'unit_cost'>> = {};
  const line = lineOf(entry);
  const figure = pending.get(cellKey(entry.milestone, line));
  const cost = pending.get(cellKey(entry.milestone, `${line}-cost`));
  if (figure !== undefined) typed[entry.job_role === null ? 'quantity' : 'minutes'] = Number(figure ?? 0);
  if (typeof cost === 'number') typed.unit_cost = cost;
  return Object.keys(typed).length > 0 ? typeIntoEntry(entry, typed) : entry;
}

function sumActuals(actuals: readonly (number | null)[]): number | null {
  return actuals.length > 0 && actuals.every((one) => one !== null) ? sumCents(actuals) : null;
}

function isSameSource(one: TaskSource, other: TaskSource): boolean {
  return (
    one.task === other.task &&
    one.columns === other.columns &&
    one.typed === other.typed &&
    (one.own === other.own || (one.own.length === other.own.length && one.own.every((entry, at) => entry === other.own[at])))
  );
}

function buildTask(source: TaskSource, pending: Pending): BudgetTask {
  const { task, own, columns } = source;
  const entries = own.map((entry) => withPending(withAmount(entry, task.id), source.typed ? pending : NOTHING));
  const byMilestone = Map.groupBy(entries, ({ milestone }) => milestone);
  const sums = sumBudget(entries);
  const lines = task.milestones.map((milestone) =>
    lineFrom(
      milestone,
      task.id,
      byMilestone.get(milestone.id) ?? [],
      columns,
      source.typed ? pending : NOTHING,
      sums.by_milestone.get(milestone.id) ?? NO_TOTALS,
    ),
  );
  return { id: task.id, name: task.name, lines, sums, actual: task.actual ?? null, source };
}

/** What is pending, by milestone and in one text for each. */
function sayPending(pending: Pending): Map<number, string> {
  const cells = Map.groupBy(pending, ([cell]) => Number.parseInt(cell, 10));
  return new Map([...cells].map(([milestone, typed]) => [milestone, JSON.stringify(typed)]));
}

type Sorted = { used: ReadonlySet<LineKey>; entriesOf: (task: TaskSource['task']) => readonly BudgetEntry[] };
const SORTED = new WeakMap<readonly BudgetEntry[], Sorted>();

/** Once for each answer of the server, and not for every key. */
function sortEntries(entries: readonly BudgetEntry[]): Sorted {
  const known = SORTED.get(entries);
  if (known) return known;
  const byMilestone = Map.groupBy(entries, ({ milestone }) => milestone);
  const byTask = new WeakMap<TaskSource['task'], readonly BudgetEntry[]>();
  function entriesOf(task: TaskSource['task']): readonly BudgetEntry[] {
    const own = byTask.get(task) ?? task.milestones.flatMap(({ id }) => byMilestone.get(id) ?? []);
    byTask.set(task, own);
    return own;
  }
  const sorted = { used: new Set(entries.map(lineOf)), entriesOf };
  SORTED.set(entries, sorted);
  return sorted;
}

/**
 * The table of a budget: groups, tasks and milestones down, roles and disbursements across. Of the table before it is kept what has not
 * changed, so that a typed figure costs as much as its task and not as the whole budget.
 */
export function buildBudget({ work, entries, names, extra, pending, seesAmounts }: BudgetInput, before?: BudgetTable): BudgetTable {
  const { used, entriesOf } = sortEntries(entries);
  const listed = listColumns(names, new Set([...used, ...extra]), seesAmounts);
  const columns = before && JSON.stringify(before.columns) === JSON.stringify(listed) ? before.columns : listed;
  const known = new Map(before?.groups.flatMap(({ tasks }) => tasks.map((task) => [task.id, task] as const)));
  const typed = sayPending(pending);
  const groups = groupTasks(work).map(({ group, tasks }) => ({
    id: group.id,
    name: group.name,
    tasks: tasks.map((task) => {
      const source: TaskSource = {
        task,
        columns,
        own: entriesOf(task),
        typed: typed.size === 0 ? '' : task.milestones.map(({ id }) => typed.get(id) ?? '').join(''),
      };
      const same = known.get(task.id);
      return same && isSameSource(same.source, source) ? same : buildTask(source, pending);
    }),
  }));
  const tasks = groups.flatMap((group) => group.tasks);
  return {
    columns,
    groups,
    lines: tasks.flatMap(({ lines }) => lines),
    sums: addSums(tasks.map(({ sums }) => sums)),
    actual: sumActuals(tasks.map(({ actual }) => actual)),
  };
}

/** What of a budget changes while it is worked on. */
export type BudgetState = Pick<BudgetInput, 'work' | 'entries' | 'pending'>;
/** The table that is drawn, the one typed into a moment ago, and the one before. */
const TABLES_KEPT = 3;

/** Builds the tables of a budget as it changes, each from the one before and none twice: a key asks for the same that is drawn after it. */
export function openTables(fixed: Omit<BudgetInput, keyof BudgetState>): (state: BudgetState) => BudgetTable {
  let built: readonly { of: BudgetState; table: BudgetTable }[] = [];
  return ({ work, entries, pending }) => {
    const known = built.find(({ of }) => of.work === work && of.entries === entries && of.pending === pending);
    if (known) return known.table;
    const of = { work, entries, pending };
    const table = buildBudget({ ...fixed, ...of }, built[0]?.table);
    built = [{ of, table }, ...built].slice(0, TABLES_KEPT);
    return table;
  };
}

function lineFrom(
  milestone: { id: number; name: string },
  task: number,
  own: readonly Summed[],
  columns: readonly BudgetColumn[],
  pending: Pending,
  totals: BudgetTotals,
): BudgetLine {
  const entries = new Map(own.map((entry) => [lineOf(entry), entry]));
  const values = Object.fromEntries(
    columns.map(({ key, line, field }) => {
      const cell = cellKey(milestone.id, key);
      return [key, pending.has(cell) ? (pending.get(cell) ?? null) : (entries.get(line)?.[field] ?? null)];
    }),
  );
  const locked = own.filter(({ is_locked }) => is_locked).length;
  const lock = locked === 0 ? 'none' : locked === own.length ? 'all' : 'some';
  const marks = own.map((entry) => [lineOf(entry), entry.is_scaled, entry.is_locked, entry.amount]);
  return {
    id: milestone.id,
    name: milestone.name,
    task,
    values,
    why_not: lock === 'all' ? LOCKED : null,
    entries,
    totals,
    lock,
    signature: JSON.stringify([milestone.name, values, marks, totals]),
  };
}
