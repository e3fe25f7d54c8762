import { sayDuration } from '../dates/duration.ts';
import { daysBetween, type LocalDate } from '../dates/local-date.ts';
import { sayItemPrice } from '../expenses/internal-items.ts';
import { type Cents, sayCents, sumCents } from '../money/cents.ts';
import { isCounted, type WipFigure, type WipState } from '../states/wip.ts';
import type { Minutes } from '../values/brand.ts';
import { type RateRule, sayRateRule } from '../work/rate-choice.ts';
import type { WipPosition } from './ledger.ts';

/** What a position was priced from: the frozen figures of the entry, the expense or the item. */
export type PricedSource =
  | { kind: 'time'; minutes: Minutes; rate: Cents; rate_rule: RateRule; rate_valid_from: LocalDate | null }
  | { kind: 'expense'; net: Cents; gross: Cents; markup_pct: number; as_agent: boolean }
  | { kind: 'item'; quantity: number; unit: string; unit_cost: Cents; markup_pct: number };

/** How one amount came about: quantity, rate, and the rule in words. */
export function sayPrice(source: PricedSource): string {
  if (source.kind === 'time') {
    const rule = sayRateRule({ rule: source.rate_rule, valid_from: source.rate_valid_from });
    return `${sayDuration(source.minutes)} at ${sayCents(source.rate)} an hour. ${rule}.`;
  }
  if (source.kind === 'item') return `${sayItemPrice(source.quantity, source.unit, source)}.`;
  if (source.as_agent) return `${sayCents(source.gross)} paid as the agent of the client.`;
  return `${sayCents(source.net)} before tax${source.markup_pct === 0 ? '' : ` + ${source.markup_pct} %`}.`;
}

export type ExplainedLine = {
  item: string;
  task: number | null;
  state: WipState;
  work_date: LocalDate;
  days: number;
  amount: Cents;
  says: string;
};
export type Explanation = { figure: WipFigure; lines: ExplainedLine[]; total: Cents };

/**
 * The lines whose sum is the figure, the oldest work first. Each says how it was priced, and how many days old it is: the average age
 * is the mean of those days, weighted by the amounts.
 */
export function explainFigure(
  figure: WipFigure,
  positions: Iterable<WipPosition>,
  sources: ReadonlyMap<string, PricedSource>,
  as_of: LocalDate,
): Explanation {
  const lines = [...positions]
    .filter(({ state }) => isCounted(figure, state))
    .map(({ item, task, state, work_date, amount }): ExplainedLine => {
      const source = sources.get(item);
      const says = source ? sayPrice(source) : 'The entry is not known any more.';
      return { item, task, state, work_date, days: daysBetween(work_date, as_of), amount, says };
    })
    .toSorted((a, b) => b.days - a.days);
  return { figure, lines, total: sumCents(lines.map(({ amount }) => amount)) };
}
