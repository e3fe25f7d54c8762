import type { listContacts } from '@dmse/contract/clients/contact';
import type { OrderOf } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { exactFirst, matchesWordsOrPhone, orderBy, orderSql, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';
import { statementName } from '../../../db/pooled-client.ts';

export type ContactFilter = RequestQuery<typeof listContacts>;

const COLUMNS = {
  name: { notNull: sql`contact.name_key` },
  created_on: { notNull: sql`contact.created_on` },
  updated_on: { notNull: sql`contact.updated_on` },
};

function filtered(tx: Tx, { query, client }: ContactFilter) {
  let rows = tx.selectFrom('contact').where('merged_into', 'is', null);
  const words = query ? matchesWordsOrPhone(sql`contact.search`, sql`contact.phone_digits`, query) : null;
  if (words) rows = rows.where(words);
  if (client) {
    rows = rows.where((eb) =>
      eb.exists(
        eb.selectFrom('client_contact').select('client').whereRef('client_contact.contact', '=', 'contact.id').where('client', '=', client),
      ),
    );
  }
  return rows;
}

async function order(tx: Tx, { ordering, query }: ContactFilter) {
  const rank = ordering ? [] : await exactFirst(tx, 'contact', { key: 'name_key' }, query);
  return [...rank, ...orderBy<OrderOf<typeof listContacts>>(ordering, COLUMNS, 'name', sql`contact.id`)];
}

export async function list(tx: Tx, filter: ContactFilter) {
  const rows = filtered(tx, filter).select(['id', 'name', 'position', 'phones', 'emails', 'clients_summary', 'created_on']);
  return pageOf(rows, filter, await order(tx, filter), { isSearch: !!filter.query });
}

/** Everything found, for the export. */
export async function listAll(tx: Tx, filter: ContactFilter) {
  let rows = filtered(tx, filter).selectAll('contact').limit(200_000);
  for (const term of await order(tx, filter)) rows = rows.orderBy(orderSql(term));
  return rows.execute();
}

type LinkedClient = { client: { id: number; name: string }; role: string; is_billing: boolean };

const CLIENTS = sql<LinkedClient[]>`(
  select coalesce(json_agg(json_build_object(
    'client', json_build_object('id', c.id, 'name', c.name), 'role', l.role, 'is_billing', l.is_billing) order by c.name_key, c.id), '[]')
  from client_contact l join client c on c.id = l.client where l.contact = contact.id)`;

/** With its clients, so that a contact is one statement. */
export function find(tx: Tx, id: number) {
  return tx
    .selectFrom('contact')
    .selectAll('contact')
    .modifyFront(statementName('contact_by_id'))
    .select([personRef('contact.created_by').as('created_by'), personRef('contact.updated_by').as('updated_by'), CLIENTS.as('clients')])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The records merged into this one, and theirs: their history is its history. */
export async function listMerged(tx: Tx, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive family as (
      select id from contact where id = ${id} union select c.id from contact c join family f on c.merged_into = f.id
    ) select id from family`.execute(tx);
  return rows.map((row) => row.id);
}
