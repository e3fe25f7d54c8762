import type { Language } from '@dmse/domain/clients/party';
import type { PricedSource } from '@dmse/domain/wip/explain';
import { recordOf } from '@dmse/domain/wip/ledger';
import type { Tx } from '../../../db/database.ts';
import * as wip from './wip.queries.ts';

/** Who did what, when and for which task, and what it was priced from. */
export type WipSource = {
  date: string;
  task: string;
  who: string;
  what: string;
  /** Of time only. */
  role: string;
  priced: PricedSource;
};
/** Finds the sources of those items that are of its kind. */
type LoadSources = (tx: Tx, items: readonly string[], language: Language) => Promise<Map<string, WipSource>>;

/** The records of a kind that these items are, or are parts of. */
export function idsOf(kind: 'time' | 'expense' | 'item', items: readonly string[]): number[] {
  const start = `${kind}/`;
  return items.flatMap((item) => (item.startsWith(start) ? Number.parseInt(item.slice(start.length), 10) : []));
}

/** The sources of one kind, by their records; without any of the kind nothing is asked. */
const sourcesOf =
  <Row>(
    kind: 'time' | 'expense' | 'item',
    list: (tx: Tx, ids: readonly number[], language: Language) => Promise<Map<string, Row>>,
    tell: (row: Row) => WipSource,
  ): LoadSources =>
  async (tx, items, language) => {
    const ids = idsOf(kind, items);
    const found = ids.length > 0 ? await list(tx, ids, language) : new Map<string, Row>();
    return new Map([...found].map(([item, row]) => [item, tell(row)]));
  };

/** An area whose records are billed adds how they are described. */
const SOURCES: readonly LoadSources[] = [
  sourcesOf('time', wip.listTimeSources, ({ date, task, who, what, role, minutes, rate, rate_rule, rate_valid_from }) => {
    return { date, task, who, what, role, priced: { kind: 'time', minutes, rate, rate_rule, rate_valid_from } };
  }),
  sourcesOf('expense', wip.listExpenseSources, ({ date, task, who, what, ...priced }) => {
    return { date, task, who, what, role: '', priced: { kind: 'expense', ...priced } };
  }),
  sourcesOf('item', wip.listItemSources, ({ date, task, who, what, ...priced }) => {
    return { date, task, who, what, role: '', priced: { kind: 'item', ...priced } };
  }),
];

/** Who did what, by item; roles and what was used in the language of who reads it. */
export async function findSources(tx: Tx, items: readonly string[], language: Language = 'en'): Promise<Map<string, WipSource>> {
  const found = await Promise.all(SOURCES.map((load) => load(tx, items, language)));
  const sources = new Map<string, WipSource>();
  for (const item of items) {
    const record = recordOf(item);
    const source = found.find((some) => some.has(record))?.get(record);
    if (source) sources.set(item, source);
  }
  return sources;
}
