import { daysBetween, type LocalDate } from '../dates/local-date.ts';
import { type Cents, divideHalfUp, sumCents } from '../money/cents.ts';
import { isOpenWip, type WipState } from '../states/wip.ts';
import type { WipPosition } from './ledger.ts';

/** WIP in its three buckets, and what is no longer WIP. */
export type WipSums = { ready: Cents; on_draft: Cents; hold: Cents; wip: Cents; billed: Cents; written_off: Cents };

function sumOf(positions: readonly WipPosition[], isCounted: (state: WipState) => boolean): Cents {
  return sumCents(positions.filter(({ state }) => isCounted(state)).map(({ amount }) => amount));
}

/** `wip` is `wip_cost`: everything that is not on a submitted invoice and not written off. */
export function sumWip(positions: Iterable<WipPosition>): WipSums {
  const all = [...positions];
  const of = (state: WipState) => sumOf(all, (other) => other === state);
  return {
    ready: of('UNBILLED'),
    on_draft: of('CLAIMED'),
    hold: of('HOLD'),
    wip: sumOf(all, isOpenWip),
    billed: of('BILLED'),
    written_off: of('WRITTEN_OFF'),
  };
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
    if (!isOpenWip(state)) continue;
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
