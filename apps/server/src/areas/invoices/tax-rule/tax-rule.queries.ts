import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listTaxRules } from '@dmse/contract/invoices/tax-rule';
import type { Province } from '@dmse/domain/clients/party';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { matchesWords, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';

export type TaxRuleFilter = RequestQuery<typeof listTaxRules>;

function select(tx: Tx) {
  return tx
    .selectFrom('tax_rule')
    .select([
      'tax_rule.id',
      sql<Province>`tax_rule.province`.as('province'),
      'code',
      'name',
      'rate',
      'base_fraction',
      'valid_from',
      'valid_to',
      'is_active',
      'version',
      'created_on',
      'updated_on',
      personRef('tax_rule.created_by').as('created_by'),
      personRef('tax_rule.updated_by').as('updated_by'),
    ]);
}

export function list(tx: Tx, { query, province, is_active, ...page }: TaxRuleFilter) {
  const words = query ? matchesWords(sql`norm(province || ' ' || code || ' ' || name)`, query) : null;
  let rows = select(tx);
  if (words) rows = rows.where(words);
  if (province) rows = rows.where('province', '=', province);
  if (is_active !== undefined) rows = rows.where('is_active', '=', is_active);
  return pageOf(rows, page, [sql`province`, sql`code`, sql`valid_from desc`, sql`id`]);
}

export const find = (tx: Tx, id: number) => select(tx).where('tax_rule.id', '=', id).executeTakeFirst();

/** What may hold in a province: those in use, whatever their days. */
export const listInUse = (tx: Tx, province: Province) =>
  select(tx).where('province', '=', province).where('is_active', '=', true).execute();
