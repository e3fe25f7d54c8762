import type { PettyCashKind } from '@dmse/domain/expenses/petty-cash';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { newestFirst, type PageInput, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';

export const findBox = (tx: Tx) => tx.selectFrom('petty_cash_box').select(['float', 'balance', 'version']).executeTakeFirstOrThrow();

/** What is in the box, held until the transaction ends: nobody else takes the same coin. */
export async function lockBalance(tx: Tx): Promise<number> {
  return (await tx.selectFrom('petty_cash_box').select('balance').forUpdate().executeTakeFirstOrThrow()).balance;
}

export async function setBalance(tx: Tx, balance: number): Promise<void> {
  await tx.updateTable('petty_cash_box').set({ balance }).execute();
}

const reversedBy = sql<number | null>`(select later.id from petty_cash_row later where later.reverses = petty_cash_row.id)`;

function select(tx: Tx) {
  return tx
    .selectFrom('petty_cash_row')
    .select(['petty_cash_row.id', 'date', 'amount', 'balance', 'note', 'expense', 'reverses', 'created_on'])
    .select([sql<PettyCashKind>`kind`.as('kind'), reversedBy.as('reversed_by'), personRef('petty_cash_row.created_by').as('created_by')]);
}

export const list = (tx: Tx, page: PageInput) => pageOf(select(tx), page, newestFirst(sql`petty_cash_row.id`));
export const find = (tx: Tx, id: number) => select(tx).where('petty_cash_row.id', '=', id).executeTakeFirst();

/** The row by which an expense was taken out, unless it has been taken back. */
export const findOfExpense = (tx: Tx, expense: number) =>
  select(tx).where('expense', '=', expense).where('reverses', 'is', null).where(sql<boolean>`${reversedBy} is null`).executeTakeFirst();
