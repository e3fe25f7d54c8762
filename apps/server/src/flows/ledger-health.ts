import * as books from '../areas/invoices/journal/books-health.queries.ts';
import * as wip from '../areas/wip/item/wip.queries.ts';
import type { Context } from '../call/context.ts';

/** Everything that is kept beside a ledger, against what the ledger says: WIP first, which makes room for reading millions of lines. */
export async function getLedgerHealth({ tx, now }: Pick<Context, 'tx' | 'now'>) {
  const differences = [...(await wip.listDifferences(tx)), ...(await books.listDifferences(tx))];
  return { at: now, checked: (await wip.countChecked(tx)) + (await books.countChecked(tx)), differences };
}
