import type { BudgetEntry } from '@dmse/contract/work/budget';
import { typedDuration } from '@dmse/domain/dates/duration';
import { typedCents } from '@dmse/domain/money/cents';
import type { CellChange, PasteColumn } from '@dmse/domain/work/budget-paste';
import type { CellKind, CellValue } from '@dmse/domain/work/cell-value';

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

const COST = '-cost';
/** The row of the budget a column writes to. */
export function lineOfColumn(column: string): LineKey {
  return column.replace(COST, '') as LineKey;
}
function kindOfColumn(column: string): CellKind {
  if (column.startsWith('role-')) return 'minutes';
  return column.endsWith(COST) ? 'money' : 'quantity';
}

/** Figures as they are typed, and as they are copied to a spreadsheet. */
export function typedValue(kind: CellKind, value: CellValue): string {
  if (value === null) return '';
  if (kind === 'minutes') return typedDuration(Number(value));
  return kind === 'money' ? typedCents(Number(value)) : String(value);
}
/** What a change wants, as it is typed. */
export function typedAs({ column, after }: CellChange): string {
  return typedValue(kindOfColumn(column), after);
}

/** Of these ids the used ones, in the firm's order; what is no longer on the list stands behind. */
function inOrder(prefix: 'role' | 'type', listed: readonly { id: number }[], used: ReadonlySet<LineKey>): LineKey[] {
  const known = listed.map(({ id }): LineKey => `${prefix}-${id}`);
  const gone = [...used].filter((line) => line.startsWith(prefix) && !known.includes(line));
  return [...known.filter((line) => used.has(line)), ...gone];
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
  const cost: BudgetColumn = { key: `${line}${COST}`, line, kind: 'money', field: 'unit_cost', title, unit: 'CAD each' };
  return seesAmounts ? [quantity, cost] : [quantity];
}

/** Roles before disbursements; one column for time, two for a quantity and its price. */
export function listColumns(names: BudgetNames, used: ReadonlySet<LineKey>, seesAmounts: boolean): BudgetColumn[] {
  const lines = [...inOrder('role', names.roles, used), ...inOrder('type', names.types, used)];
  return lines.flatMap((line) => columnsOf(line, names, seesAmounts));
}
