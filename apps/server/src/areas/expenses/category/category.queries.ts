import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listExpenseCategories } from '@dmse/contract/expenses/category';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { matchesWords, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';

export type CategoryFilter = RequestQuery<typeof listExpenseCategories>;

function select(tx: Tx) {
  return tx
    .selectFrom('expense_category')
    .selectAll('expense_category')
    .select([personRef('expense_category.created_by').as('created_by'), personRef('expense_category.updated_by').as('updated_by')]);
}

export function list(tx: Tx, { query, is_active, ...page }: CategoryFilter) {
  const words = query ? matchesWords(sql`norm(expense_category.name)`, query) : null;
  let rows = select(tx);
  if (words) rows = rows.where(words);
  if (is_active !== undefined) rows = rows.where('is_active', '=', is_active);
  return pageOf(rows, page, [sql`position`, sql`norm(name)`, sql`id`]);
}

export const find = (tx: Tx, id: number) => select(tx).where('id', '=', id).executeTakeFirst();

export const listInUse = (tx: Tx) =>
  tx
    .selectFrom('expense_category')
    .select(['id', 'name', 'account_code', 'tax_type', 'disbursement_type'])
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();

export async function findTypeName(tx: Tx, id: number): Promise<string | null> {
  return (await tx.selectFrom('disbursement_type').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null;
}
