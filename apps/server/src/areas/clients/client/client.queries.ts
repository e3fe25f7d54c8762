import type { listClients } from '@dmse/contract/clients/client';
import type { OrderOf } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { exactFirst, matchesWordsOrPhone, orderBy, orderSql, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';
import { statementName } from '../../../db/pooled-client.ts';

export type ClientFilter = RequestQuery<typeof listClients>;

const COLUMNS = {
  name: { notNull: sql`client.name_key` },
  classification: sql`client.classification`,
  risk_level: sql`client.risk_level`,
  created_on: { notNull: sql`client.created_on` },
  updated_on: { notNull: sql`client.updated_on` },
};

function filtered(tx: Tx, { query, classification, risk_level }: ClientFilter) {
  let rows = tx.selectFrom('client').where('merged_into', 'is', null);
  const words = query ? matchesWordsOrPhone(sql`client.search`, sql`client.phone_digits`, query) : null;
  if (words) rows = rows.where(words);
  if (classification?.length) rows = rows.where('classification', 'in', classification);
  if (risk_level?.length) rows = rows.where('risk_level', 'in', risk_level);
  return rows;
}

async function order(tx: Tx, { ordering, query }: ClientFilter) {
  const rank = ordering ? [] : await exactFirst(tx, 'client', { key: 'name_key' }, query);
  return [...rank, ...orderBy<OrderOf<typeof listClients>>(ordering, COLUMNS, 'name', sql`client.id`)];
}

export async function list(tx: Tx, filter: ClientFilter) {
  const rows = filtered(tx, filter).select([
    'id',
    'name',
    'party_type',
    'classification',
    'risk_level',
    'phone',
    'billing_city',
    'created_on',
  ]);
  return pageOf(rows, filter, await order(tx, filter), { isSearch: !!filter.query });
}

/** Everything found, for the export. */
export async function listAll(tx: Tx, filter: ClientFilter) {
  let rows = filtered(tx, filter).selectAll('client').limit(200_000);
  for (const term of await order(tx, filter)) rows = rows.orderBy(orderSql(term));
  return rows.execute();
}

type LinkedContact = { contact: { id: number; name: string; phone: string; email: string }; role: string; is_billing: boolean };

const CONTACTS = sql<LinkedContact[]>`(
  select coalesce(json_agg(json_build_object(
    'contact', json_build_object('id', c.id, 'name', c.name, 'phone', coalesce(c.phones[1], ''), 'email', coalesce(c.emails[1], '')),
    'role', l.role, 'is_billing', l.is_billing) order by c.name_key, c.id), '[]')
  from client_contact l join contact c on c.id = l.contact where l.client = client.id)`;

/** With its contacts, so that a client is one statement. */
export function find(tx: Tx, id: number) {
  return tx
    .selectFrom('client')
    .selectAll('client')
    .modifyFront(statementName('client_by_id'))
    .select([personRef('client.created_by').as('created_by'), personRef('client.updated_by').as('updated_by'), CONTACTS.as('contacts')])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** What the client owes, how much of that is late, and what was paid on no invoice; nothing while nothing was invoiced. */
export async function sumAccount(tx: Tx, id: number, today: string) {
  const { rows } = await sql<{ balance: number; overdue: number; unapplied_credit: number }>`
    select coalesce(sum(i.balance), 0)::bigint as balance, coalesce(sum(i.balance) filter (where i.due_date < ${today}::date), 0)::bigint as overdue,
      (select coalesce(sum(unapplied), 0)::bigint from payment where client = ${id} and unapplied > 0) as unapplied_credit
    from client_account k left join invoice i on i.client = k.client and i.state in ('SUBMITTED', 'EDITING', 'RESTORED')
    where k.client = ${id} group by k.client`.execute(tx);
  return rows[0] ?? { balance: null, overdue: null, unapplied_credit: null };
}

/** The records merged into this one, and theirs: their history is its history. */
export async function listMerged(tx: Tx, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive family as (
      select id from client where id = ${id} union select c.id from client c join family f on c.merged_into = f.id
    ) select id from family`.execute(tx);
  return rows.map((row) => row.id);
}
