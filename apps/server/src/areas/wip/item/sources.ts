import type { PricedSource } from '@dmse/domain/wip/explain';
import { recordOf } from '@dmse/domain/wip/ledger';
import type { Tx } from '../../../db/database.ts';
import * as wip from './wip.queries.ts';

/** Who did what, and what it was priced from. */
export type WipSource = { who: string; what: string /** Of time only. */; role: string; priced: PricedSource };
/** Finds the sources of those items that are of its kind. */
type LoadSources = (tx: Tx, items: readonly string[]) => Promise<Map<string, WipSource>>;

/** The records of a kind that these items are, or are parts of. */
export function idsOf(kind: 'time' | 'expense' | 'item', items: readonly string[]): number[] {
  return items.flatMap((item) => (item.startsWith(`${kind}/`) ? Number(item.split('/')[1]) : []));
}

/** An area whose records are billed adds how they are described. */
const SOURCES: readonly LoadSources[] = [
  async (tx, items) =>
    new Map(
      [...(await wip.listTimeSources(tx, idsOf('time', items)))].map(
        ([item, { who, what, role, minutes, rate, rate_rule, rate_valid_from }]) => [
          item,
          { who, what, role, priced: { kind: 'time', minutes, rate, rate_rule, rate_valid_from } },
        ],
      ),
    ),
  async (tx, items) =>
    new Map(
      [...(await wip.listExpenseSources(tx, idsOf('expense', items)))].map(([item, { who, what, ...priced }]) => [
        item,
        { who, what, role: '', priced: { kind: 'expense', ...priced } },
      ]),
    ),
  async (tx, items) =>
    new Map(
      [...(await wip.listItemSources(tx, idsOf('item', items)))].map(([item, { who, what, ...priced }]) => [
        item,
        { who, what, role: '', priced: { kind: 'item', ...priced } },
      ]),
    ),
];

/** Who did what, by item. */
export async function findSources(tx: Tx, items: readonly string[]): Promise<Map<string, WipSource>> {
  const found = new Map((await Promise.all(SOURCES.map((load) => load(tx, items)))).flatMap((some) => [...some]));
  return new Map(
    items.flatMap((item) => {
      const source = found.get(recordOf(item));
      return source ? [[item, source] as const] : [];
    }),
  );
}
