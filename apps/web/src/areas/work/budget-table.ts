import type { BudgetEntry } from '@dmse/contract/work/budget';
import { sumCents, typedCents } from '@dmse/domain/money/cents';
import { typedDuration } from '@dmse/domain/time/duration';
import { type BudgetSums, type BudgetTotals, sumBudget } from '@dmse/domain/work/budget';
import type { PasteColumn, PasteRow } from '@dmse/domain/work/budget-paste';
import type { CellKind, CellValue } from '@dmse/domain/work/cell-value';
import { groupTasks, type WorkData } from './work-data.ts';

/** What can be budgeted, by the names the firm gives it. */
export type BudgetNames = {
  roles: readonly { id: number; name: string }[];
  types: readonly { id: number; name: string; unit: string }[];
};

/** A job role or a disbursement type: what a row of the budget is for. */
export type LineKey = `role-${number}` | `type-${number}`;

export type BudgetColumn = PasteColumn & {
  line: LineKey;
  title: string;
  /** Under the title: the unit, or that it is a price. */
  unit: string;
  field: 'minutes' | 'quantity' | 'unit_cost';
};

export type BudgetLine = PasteRow & {
  name: string;
  task: number;
  entries: ReadonlyMap<LineKey, BudgetEntry>;
  totals: BudgetTotals;
  lock: 'all' | 'some' | 'none';
  /** Everything the row shows, so that a row that shows the same is not drawn again. */
  signature: string;
};

export type BudgetTask = { id: number; name: string; lines: readonly BudgetLine[]; sums: BudgetSums };
export type BudgetGroup = { id: number; name: string; tasks: readonly BudgetTask[] };

export type BudgetTable = {
  columns: readonly BudgetColumn[];
  groups: readonly BudgetGroup[];
  /** The rows that take figures, in the order shown. */
  lines: readonly BudgetLine[];
  sums: BudgetSums;
  entries: readonly BudgetEntry[];
  /** What has been used; null until that is known. */
  actual: number | null;
};

export const NO_LINE: BudgetTotals = { minutes: 0, labour: 0, disbursements: 0, amount: 0 };
const LOCKED = 'This row is locked: unlock it to change it.';

export function lineOf({ job_role, disbursement_type }: Pick<BudgetEntry, 'job_role' | 'disbursement_type'>): LineKey {
  return job_role === null ? `type-${disbursement_type as number}` : `role-${job_role}`;
}

/** What the contract calls a line: a job role or a disbursement type. */
export function namedLine(line: LineKey): { job_role: number } | { disbursement_type: number } {
  const [kind, id] = line.split('-') as ['role' | 'type', string];
  return kind === 'role' ? { job_role: Number(id) } : { disbursement_type: Number(id) };
}

/** A cell's place, for maps. */
export function cellKey(milestone: number, column: string): string {
  return `${milestone}/${column}`;
}

/** Roles before disbursements, each in the firm's order; what is no longer on the list stands behind. */
function listLines({ roles, types }: BudgetNames, used: ReadonlySet<LineKey>): LineKey[] {
  const order = (prefix: 'role' | 'type', ids: readonly number[]) => {
    const known = ids.map((id): LineKey => `${prefix}-${id}`);
    const gone = [...used].filter((line) => line.startsWith(prefix) && !known.includes(line));
    return [...known.filter((line) => used.has(line)), ...gone];
  };
  return [
    ...order(
      'role',
      roles.map(({ id }) => id),
    ),
    ...order(
      'type',
      types.map(({ id }) => id),
    ),
  ];
}

function columnsOf(line: LineKey, names: BudgetNames, seesAmounts: boolean): BudgetColumn[] {
  const named = namedLine(line);
  if ('job_role' in named) {
    const role = names.roles.find(({ id }) => id === named.job_role);
    return [{ key: line, line, kind: 'minutes', field: 'minutes', title: role?.name ?? 'A role no longer used', unit: 'h:mm' }];
  }
  const type = names.types.find(({ id }) => id === named.disbursement_type);
  const title = type?.name ?? 'A type no longer used';
  const quantity: BudgetColumn = { key: line, line, kind: 'quantity', field: 'quantity', title, unit: type?.unit || 'quantity' };
  const cost: BudgetColumn = { key: `${line}-cost`, line, kind: 'money', field: 'unit_cost', title, unit: 'CAD each' };
  return seesAmounts ? [quantity, cost] : [quantity];
}

/** Figures as they are typed, and as they are copied to a spreadsheet. */
export function typedValue(kind: CellKind, value: CellValue): string {
  if (value === null) return '';
  if (kind === 'minutes') return typedDuration(Number(value));
  return kind === 'money' ? typedCents(Number(value)) : String(value);
}

/** Amounts are absent for whoever may not see them; the sums then count time alone. */
function withAmount(entry: BudgetEntry, task: number) {
  const { rate = null, unit_cost = null, markup_pct = null, amount = 0 } = entry;
  return { ...entry, rate, unit_cost, markup_pct, amount, task };
}

export function valueOf(entry: BudgetEntry | undefined, field: BudgetColumn['field']): number | null {
  return entry?.[field] ?? null;
}

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

/** The table of a budget: groups, tasks and milestones down, roles and disbursements across. */
export function buildBudget({ work, entries, names, extra, pending, seesAmounts }: BudgetInput): BudgetTable {
  const used = new Set([...entries.map(lineOf), ...extra]);
  const columns = listLines(names, used).flatMap((line) => columnsOf(line, names, seesAmounts));
  const byMilestone = Map.groupBy(entries, (entry) => entry.milestone);
  const all: ReturnType<typeof withAmount>[] = [];
  const lines: BudgetLine[] = [];

  const groups = groupTasks(work).map(({ group, tasks }) => ({
    id: group.id,
    name: group.name,
    tasks: tasks.map((task) => {
      const ofTask: typeof all = [];
      const made = task.milestones.map((milestone) => {
        const own = (byMilestone.get(milestone.id) ?? []).map((entry) => withAmount(entry, task.id));
        ofTask.push(...own);
        return { milestone, own };
      });
      const sums = sumBudget(ofTask);
      all.push(...ofTask);
      const taskLines = made.map(({ milestone, own }) =>
        lineFrom(milestone, task.id, own, columns, pending, sums.by_milestone.get(milestone.id) ?? NO_LINE),
      );
      lines.push(...taskLines);
      return { id: task.id, name: task.name, lines: taskLines, sums };
    }),
  }));
  const actuals = all.map(({ actual }) => actual ?? null);
  const actual = actuals.length > 0 && actuals.every((one) => one !== null) ? sumCents(actuals) : null;
  return { columns, groups, lines, sums: sumBudget(all), entries, actual };
}

function lineFrom(
  milestone: { id: number; name: string },
  task: number,
  own: readonly (BudgetEntry & { amount: number })[],
  columns: readonly BudgetColumn[],
  pending: ReadonlyMap<string, CellValue>,
  totals: BudgetTotals,
): BudgetLine {
  const entries = new Map(own.map((entry) => [lineOf(entry), entry]));
  const values = Object.fromEntries(
    columns.map(({ key, line, field }) => {
      const cell = cellKey(milestone.id, key);
      return [key, pending.has(cell) ? (pending.get(cell) ?? null) : valueOf(entries.get(line), field)];
    }),
  );
  const locked = own.filter(({ is_locked }) => is_locked).length;
  const lock = locked === 0 ? 'none' : locked === own.length ? 'all' : 'some';
  const why_not = lock === 'all' ? LOCKED : null;
  const marks = own.map((entry) => [lineOf(entry), entry.is_scaled, entry.is_locked, entry.amount]);
  const signature = JSON.stringify([milestone.name, values, marks, totals]);
  return { id: milestone.id, name: milestone.name, task, values, why_not, entries, totals, lock, signature };
}
