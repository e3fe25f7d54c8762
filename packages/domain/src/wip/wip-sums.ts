import { daysBetween, type LocalDate } from '../dates/local-date.ts';
import { type Cents, divideHalfUp, sumCents } from '../money/cents.ts';
import { isCounted, WIP_FIGURES, type WipFigure } from '../states/wip.ts';
import type { WipPosition } from './ledger.ts';

/** Every figure of some work. `wip` is `wip_cost`: what is not on a submitted invoice and not written off. */
export type WipSums = { [Figure in WipFigure]: Cents };

export function sumWip(positions: Iterable<WipPosition>): WipSums {
  const all = [...positions];
  const of = (figure: WipFigure) => sumCents(all.filter(({ state }) => isCounted(figure, state)).map(({ amount }) => amount));
  const figures = Object.keys(WIP_FIGURES) as WipFigure[];
  return Object.fromEntries(figures.map((figure) => [figure, of(figure)])) as WipSums;
}

export function sumWipBy<K>(positions: Iterable<WipPosition>, key: (position: WipPosition) => K): Map<K, WipSums> {
  return new Map([...Map.groupBy(positions, key)].map(([id, group]) => [id, sumWip(group)]));
}

export function positionsOfJob(positions: Iterable<WipPosition>, job: number): WipPosition[] {
  return [...positions].filter((position) => position.job === job);
}

/** How old WIP is on a day: days since the work, weighted by amount (a credit weighs as its charge). Null when there is nothing. */
export function averageWipAge(positions: Iterable<WipPosition>, as_of: LocalDate): number | null {
  let [days, weight] = [0n, 0n];
  for (const { state, amount, work_date } of positions) {
    if (!isCounted('wip', state)) continue;
    const size = BigInt(Math.abs(amount));
    days += size * BigInt(daysBetween(work_date, as_of));
    weight += size;
  }
  return weight === 0n ? null : divideHalfUp(days, weight);
}

/** The last day anybody worked on a job, over all users; null when nobody has. Time that is not billable counts too. */
export function lastTimeEntryDate(entries: Iterable<{ date: LocalDate }>): LocalDate | null {
  let last: LocalDate | null = null;
  for (const { date } of entries) if (last === null || date > last) last = date;
  return last;
}
