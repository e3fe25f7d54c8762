import type { AccountingProposal } from '@dmse/contract/accounting/proposal';
import type { WebhookNoun } from '@dmse/domain/accounting-link/webhook';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { newestFirst, type PageInput, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { AccountingProposal as ProposalTable } from '../../../db/rows.generated.ts';

const invoice = sql<
  AccountingProposal['invoice']
>`(select jsonb_build_object('id', i.id, 'num', i.num) from invoice i where i.id = accounting_proposal.invoice)`;
const client = sql<AccountingProposal['client']>`(
  select jsonb_build_object('id', c.id, 'name', c.name) from invoice i join client c on c.id = i.client where i.id = accounting_proposal.invoice)`;

type Filter = PageInput & { state?: AccountingProposal['state'][] | undefined; id?: number };

export function list(tx: Tx, { state, id, ...page }: Filter) {
  let rows = tx
    .selectFrom('accounting_proposal')
    .select(['accounting_proposal.id', 'kind', 'says', 'amount', 'date', 'state', 'found_on', 'decided_on', 'payment'])
    .select('tax')
    .select(sql<number>`(select i.balance from invoice i where i.id = accounting_proposal.invoice)`.as('balance'))
    .select([invoice.as('invoice'), client.as('client'), personRef('accounting_proposal.decided_by').as('decided_by')]);
  if (state?.length) rows = rows.where('state', 'in', state);
  if (id !== undefined) rows = rows.where('accounting_proposal.id', '=', id);
  return pageOf(rows, page, newestFirst(sql`accounting_proposal.id`));
}

/** Held, so that it is decided once. */
export const hold = (tx: Tx, id: number) =>
  tx.selectFrom('accounting_proposal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function insert(tx: Tx, values: Insertable<ProposalTable>): Promise<void> {
  await tx
    .insertInto('accounting_proposal')
    .values(values)
    .onConflict((same) => same.columns(['invoice', 'key']).doNothing())
    .execute();
}

export async function update(tx: Tx, id: number, values: Updateable<ProposalTable>): Promise<void> {
  await tx.updateTable('accounting_proposal').set(values).where('id', '=', id).execute();
}

/** What we know of an invoice over there: null where it is none of ours. `decided`: with all that is ours, also what is void by now. */
export async function findKnown(tx: Tx, remote: string) {
  const { rows } = await sql<{ invoice: number; is_void: boolean; is_busy: boolean; sent: string[]; decided: string[] }>`
    select d.invoice, d.is_void or d.upload_status = 'VOIDED' as is_void,
      exists (select from accounting_document o join accounting_upload u on u.document = o.id
        where o.invoice = d.invoice and u.state = 'waiting') as is_busy,
      array(select coalesce(case when o.kind = 'allocation' then s.remote_id end, o.remote_id) from accounting_document o
        left join accounting_document s on s.id = o.source
        where o.invoice = d.invoice and o.kind <> 'invoice' and not o.is_void and o.upload_status in ('UPLOADED', 'UPDATE_FAILED')) as sent,
      array(select key from accounting_proposal p where p.invoice = d.invoice union all
        select o.remote_id from accounting_document o where o.invoice = d.invoice and o.remote_id is not null union all
        select s.remote_id from accounting_document o join accounting_document s on s.id = o.source
          where o.invoice = d.invoice and s.remote_id is not null) as decided
    from accounting_document d where d.remote_id = ${remote} and d.kind = 'invoice'`.execute(tx);
  return rows[0] ?? null;
}

/** What we sent under this id, for an invoice. */
export async function findSent(tx: Tx, invoiceId: number, remote: string) {
  const { rows } = await sql<{ id: number; payment: number | null; credit: number | null }>`
    select id, payment, credit from accounting_document where invoice = ${invoiceId} and remote_id = ${remote} and kind <> 'invoice'`.execute(
    tx,
  );
  return rows[0] ?? null;
}

export async function addEvents(tx: Tx, events: readonly { noun: WebhookNoun; id: string }[], now: string): Promise<void> {
  for (const { noun, id } of events)
    await sql`insert into accounting_event (noun, remote_id, received_on) values (${noun}, ${id}, ${now}::timestamptz)
      on conflict (noun, remote_id) do update set received_on = excluded.received_on`.execute(tx);
}

export const listEvents = (tx: Tx) => tx.selectFrom('accounting_event').selectAll().orderBy('received_on').limit(200).execute();

/** Unless it was told again meanwhile. */
export async function removeEvent(
  tx: Tx,
  { noun, remote_id, received_on }: { noun: WebhookNoun; remote_id: string; received_on: string },
): Promise<void> {
  await sql`delete from accounting_event where noun = ${noun} and remote_id = ${remote_id} and date_trunc('milliseconds', received_on) <= ${received_on}::timestamptz`.execute(
    tx,
  );
}

export async function moveContact(tx: Tx, from: string, to: string): Promise<void> {
  await tx.updateTable('accounting_contact').set({ remote_id: to }).where('remote_id', '=', from).execute();
}
