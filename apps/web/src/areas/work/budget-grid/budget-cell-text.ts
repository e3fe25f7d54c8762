import type { BudgetEntry } from '@dmse/contract/work/budget';
import { typedDuration } from '@dmse/domain/dates/duration';
import { sayCents, sumCents } from '@dmse/domain/money/cents';
import { countSelected, rangeOf, type Selection } from '../../../parts/grid/grid-selection.ts';
import type { BudgetColumn } from './budget-columns.ts';
import type { BudgetTable } from './budget-table.ts';

function sayRole({ minutes, rate, rate_rule, amount = 0, is_scaled }: BudgetEntry): string {
  const time = typedDuration(minutes ?? 0);
  if (is_scaled) return `Scaled to ${sayCents(amount)}; ${time} follows from it. Type a time to price it again.`;
  const rule = rate_rule ? ` ${rate_rule}.` : '';
  return `${time} at ${sayCents(rate ?? 0)} an hour comes to ${sayCents(amount)}.${rule}`;
}

function sayDisbursement({ quantity, unit_cost, markup_pct, amount = 0, is_scaled }: BudgetEntry, unit: string): string {
  if (is_scaled) return `Scaled to ${sayCents(amount)}; ${quantity ?? 0} ${unit} follows from it. Type a quantity to price it again.`;
  const markup = markup_pct ? ` with ${markup_pct} % markup` : '';
  return `${quantity ?? 0} at ${sayCents(unit_cost ?? 0)}${markup} comes to ${sayCents(amount)}.`;
}

/** How the figure of a cell came to be. */
export function sayEntry(entry: BudgetEntry | undefined, { unit }: BudgetColumn): string {
  if (!entry) return '';
  const words = entry.job_role === null ? sayDisbursement(entry, unit) : sayRole(entry);
  return entry.is_locked ? `Locked. ${words}` : words;
}

/** What a selection of several cells comes to, where its figures can be added. */
export function saySelection({ lines, columns }: BudgetTable, selection: Selection): string {
  const { top, bottom, left, right } = rangeOf(selection);
  const chosen = columns.slice(left, right + 1);
  const figures = lines
    .slice(top, bottom + 1)
    .flatMap(({ values }) => chosen.map(({ key }) => values[key]))
    .filter((value) => typeof value === 'number');
  const count = `${countSelected(selection)} cells`;
  const kinds = new Set(chosen.map(({ kind, unit }) => `${kind} ${unit}`));
  if (kinds.size !== 1 || figures.length === 0) return count;
  if (chosen[0]!.kind === 'minutes') return `${count}, ${typedDuration(figures.reduce((sum, minutes) => sum + minutes, 0))} together`;
  return chosen[0]!.kind === 'money' ? `${count}, ${sayCents(sumCents(figures))} together` : count;
}
